/** A component whose code loads when it is first drawn, for what only some links need. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/** Like `React.lazy` without suspense: draws nothing until the code has loaded. */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function Lazy(props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (Component === null) void load().then((found) => setComponent(() => (loaded = found)));
    }, []);
    return Component && <Component {...props} />;
  };
}

/** A component whose code loads when it is first drawn, for what only some links need. */
import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';

/**
 * Like `React.lazy` without suspense: draws nothing until the code has loaded. A load that failed, because a file can't be
 * read for now, is reported as any error is, and repeated with the next render. (After an update of the extension there is
 * none: the browser has closed its pages.)
 */
export function lazy<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | null = null;
  return function Lazy(props) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      if (Component !== null) return;
      load().then(
        (found) => setComponent(() => (loaded = found)),
        (error: unknown) => reportError(error),
      );
    });
    return Component && <Component {...props} />;
  };
}

/** A part of the popup, with the popup's styles: a full page has others for the same elements. */
import { render, type ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import lazyStyles from '../popup/lazy.css?inline';
import styles from '../popup/popup.css?inline';

const sheet = new CSSStyleSheet();
sheet.replaceSync(styles + lazyStyles);

export function PopupPart({ children }: { readonly children: ComponentChildren }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const shadow = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    shadow.adoptedStyleSheets = [sheet];
    render(children, shadow);
  });
  return <div ref={host} />;
}

/** The frame of every HTML page. Values in the `html` template are escaped by Hono. */
import { html, raw } from 'hono/html';

export type Markup = ReturnType<typeof html>;

const style = raw(`
body { font: 17px/1.6 system-ui, sans-serif; color: #22252a; background: #fbfaf8; max-width: 42rem; margin: 3rem auto; padding: 0 1.25rem; }
h1 { line-height: 1.2; } a { color: #1b5fae; } img { border-radius: 8px; } code { background: #eeece7; padding: 0 .3em; }
.byline { color: #6a6f78; } form { display: flex; gap: .5rem; } input, button { font: inherit; padding: .35rem .7rem; }
iframe.whole { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; background: #fff; }
.overlay { position: fixed; left: 1rem; bottom: 1rem; max-width: 20rem; padding: 1rem; background: #fff; border-radius: 8px; box-shadow: 0 4px 24px #0003; }
`);

export const htmlPage = (title: string, body: Markup, head: Markup = html``): Markup =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${head}
        <style>
          ${style}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;

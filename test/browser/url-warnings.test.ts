// What is told of an address before it becomes a short link for good: in the real popup, by role and name.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPopup } from './harness/index.ts';
import { waitForForm, waitForText, startConnected, liveTexts, type Scene } from './setup/connected.ts';

describe('an address that is worth a look', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await startConnected();
  });
  afterAll(() => scene.close());

  it('carries marks of a click: they are named, and go by one press; “Shorten” stays one press', async () => {
    scene.site.set('/article', { title: 'An article' });
    const page = await scene.running.openTab(scene.site.url('/article?id=7&fbclid=IwAR0abc'));
    const popup = await openPopup(scene.running, page);
    await waitForForm(popup);
    await waitForText(popup, 'status', /need not carry this: .+ fbclid=IwAR0abc/);
    await popup.click('button', 'Clean up');
    await popup.click('button', 'Shorten');
    await waitForText(popup, 'status', 'Copied');
    expect(scene.made().map(({ longurl }) => longurl)).toEqual([scene.site.url('/article?id=7')]);
    await popup.close();
  });

  it('a plain one has nothing beside it, and is shortened as it is', async () => {
    const popup = await scene.popupOn('/plain');
    await waitForForm(popup);
    expect((await liveTexts(popup, 'status')).join()).not.toContain('need not carry');
    await popup.close();
  });

  it('threw nothing and broke no policy', () => {
    scene.running.assertClean();
  });
});

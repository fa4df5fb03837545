/** Hostile URLs and titles in the popup and on the link page: drawn as text, sent as parsed, or rejected. */
import { describe, expect, it } from 'vitest';
import { parseUserUrl } from '../../../lib/url/parse-user-url.ts';
import { t } from '../../../lib/i18n/t.ts';
import { RecentList } from '../../../components/recent-list.tsx';
import { hostileAddresses, hostileTexts, hostileTitles, someHostile } from '../../fixtures/hostile.ts';
import { draw, find, root, textsOf } from '../../support/dom.ts';
import { open } from './render-popup.tsx';
import { openPopup } from './open-popup.ts';
import { jobResult } from '../../../lib/outbox/job-result.ts';
import { recentLink } from '../../support/samples.ts';

const head = (text: string) => JSON.stringify(text.slice(0, 120));
const result = jobResult({ id: '7', shortUrl: 'https://sho.rt/x' });

describe('the popup’s model', () => {
  it('submits the URL as parsed and copies its short link, or does neither', async () => {
    for (const [n, address] of hostileAddresses.entries()) {
      const title = hostileTitles[n % hostileTitles.length] ?? '';
      const { model, submitted, copies, replies } = openPopup({
        page: { address: '', title, private: false },
      });
      model.form.change({ address });
      const shortening = model.shorten();
      await Promise.resolve();
      replies[0]?.({ result });
      await shortening;
      const read = parseUserUrl(address);
      const asked = submitted.map(
        (command) => command.kind === 'shorten' && command.link.address === (read.ok && read.address),
      );
      expect([head(address), asked, copies]).toEqual([
        head(address),
        read.ok ? [true] : [],
        read.ok ? [result.shortUrl] : [],
      ]);
    }
  });
});

describe('the rendered text', () => {
  /** Elements that no text may create, and attributes that run code. */
  const strange = () =>
    Array.from(
      root.querySelectorAll(
        'script, iframe, svg:not([aria-hidden]), b, object, embed, img[src="x"], [onerror], [onload], [onfocus]',
      ),
      ({ tagName }) => tagName,
    );

  it.each(['popup', 'page'] as const)('is text and nothing else in the %s', async (place) => {
    for (const text of someHostile(hostileTexts, 60, { longest: Infinity })) {
      await open(place, { address: text, title: text });
      expect([head(text), strange()]).toEqual([head(text), []]);
      const read = parseUserUrl(text);
      const main = find('button.main');
      expect([head(text), main.hasAttribute('disabled')]).toEqual([head(text), !read.ok]);
      const said = textsOf('.problem').join('').trim();
      const sentence = read.ok
        ? ''
        : { empty: '', 'not-web': t('urlNotWeb'), 'not-an-address': t('urlIncomplete') }[read.problem];
      // The popup reports an empty field, too; on the link page it is no error yet.
      expect([head(text), said]).toEqual([
        head(text),
        said === t('urlIncomplete') && !read.ok && read.problem === 'empty' ? said : sentence,
      ]);
    }
  });

  it('is text and nothing else in the recent list, however long', async () => {
    const links = hostileTexts.map((address, n) =>
      recentLink(n + 1, { address, title: hostileTexts[(n * 7) % hostileTexts.length] ?? '' }),
    );
    await draw(
      <RecentList
        links={links}
        describe={() => ({ age: 'now', clicks: '' })}
        copied=""
        onCopy={() => undefined}
      />,
    );
    expect(root.querySelectorAll('li')).toHaveLength(500);
    expect(strange()).toEqual([]);
    for (const shown of textsOf('.about bdi')) expect(Array.from(shown).length).toBeLessThanOrEqual(80);
    await draw(null);
  });
});

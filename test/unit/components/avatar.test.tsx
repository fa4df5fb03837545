/** The picture of an account, or its initials. */
import { expect, it } from 'vitest';
import { Avatar } from '../../../components/avatar.tsx';
import { draw, find, root } from '../../support/dom.ts';

it.each([
  ['Robin Vale', 'RV'],
  ['robin.vale', 'RV'],
  ['robin_vale-west', 'RV'],
  ['robin@example.org', 'RE'],
  [' robin', 'R'],
  ['', ''],
])('without a picture, "%s" is "%s"', async (name, initials) => {
  await draw(<Avatar picture={null} name={name} />);
  expect([root.textContent, find('.avatar').getAttribute('aria-hidden')]).toEqual([initials, 'true']);
});

it('has an empty text alternative where the name is beside it', async () => {
  const picture = 'data:image/png;base64,AA==';
  await draw(<Avatar picture={picture} name="Robin" />);
  expect([find('img').getAttribute('src'), find('img').getAttribute('alt')]).toEqual([picture, '']);
  await draw(<Avatar picture={picture} name="Robin" alt="Picture of Robin" />);
  expect(find('img').getAttribute('alt')).toBe('Picture of Robin');
});

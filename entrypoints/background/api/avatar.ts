import type { ConnectionContext } from './connection-context.ts';

/**
 * Fetches the account's picture as a `data:` URL, since pages load nothing remote, where that is still to be done: a
 * previous worker instance may have been killed before it.
 */
export async function updateAvatar({ items, current }: ConnectionContext): Promise<void> {
  const { accountView } = items;
  const { address, account } = await accountView.read();
  const gateway = await (await current.read())?.gateway;
  const { picture } = account ?? {};
  if (picture === undefined || gateway === undefined) return;
  // Only from the service's own origin, for which access has been granted; else initials stand in.
  const isOwn = new URL(picture).origin === new URL(address).origin;
  const avatar = isOwn ? await gateway.picture(picture) : null;
  await accountView.update((view) =>
    view.account !== null && view.account.picture === picture
      ? { ...view, account: { ...view.account, picture: undefined, avatar } }
      : view,
  );
}

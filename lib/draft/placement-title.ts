/** The title of a link that is one of several for a page: it tells its placement. */

const separator = ' – ';

/** "Spring sale – Newsletter"; either alone where the other is empty. */
export const placementTitle = (title: string, placement: string): string =>
  [title.trim(), placement.trim()].filter((part) => part !== '').join(separator);

/** The title has a part that the service, which lists the page's own title alone, does not know. */
export const extendsTitle = (title: string, listed: string): boolean =>
  listed.trim() !== '' && title.startsWith(`${listed.trim()}${separator}`);

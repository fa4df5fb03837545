/** Names of the services behind pixel types, which are the same in every language. */
const names: ReadonlyMap<string, string> = new Map([
  ['gtmpixel', 'Google Tag Manager'],
  ['gapixel', 'Google Analytics'],
  ['fbpixel', 'Facebook'],
  ['adwordspixel', 'Google Ads'],
  ['linkedinpixel', 'LinkedIn'],
  ['twitterpixel', 'Twitter'],
  ['adrollpixel', 'AdRoll'],
  ['quorapixel', 'Quora'],
  ['pinterest', 'Pinterest'],
  ['bing', 'Bing'],
  ['snapchat', 'Snapchat'],
  ['reddit', 'Reddit'],
  ['tiktok', 'TikTok'],
]);

/** A type without a name is shown as the service returned it. */
export const pixelTypeName = (type: string): string => names.get(type) ?? type;

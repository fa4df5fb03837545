/** The types of pixels that are known by name: for a page that offers them (API §4). */

/**
 * Suggestions, not a rule: the contract replaces the providers' names by neutral words, services use the
 * names. Any other type passes through, in records and in requests.
 */
export const documentedPixelTypes: readonly string[] = [
  'provider1pixel',
  'provider2pixel',
  'provider3pixel',
  'provider4pixel',
  'provider5pixel',
  'provider6pixel',
  'provider7pixel',
  'provider8pixel',
  'provider9',
  'provider10',
  'provider11',
  'provider12',
  'provider13',
];

export const knownPixelTypes: readonly string[] = [
  'gtmpixel',
  'gapixel',
  'fbpixel',
  'adwordspixel',
  'linkedinpixel',
  'twitterpixel',
  'adrollpixel',
  'quorapixel',
  'pinterest',
  'bing',
  'snapchat',
  'reddit',
  'tiktok',
];

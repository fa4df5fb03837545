/** Under which key a page writes what it asks for, before it says so. */
export const intentPrefix = 'intent:';

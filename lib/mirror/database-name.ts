/** The names of the accounts' databases. Apart from idb, which the background worker and the popup do not load. */
export const databasePrefix = 'mirror ';

export const databaseName = (scope: string): string => databasePrefix + scope;

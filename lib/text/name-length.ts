/** The limit of a record's name, for the forms: the schema of the commands has the same (lib/outbox/commands.ts). */

export const maxNameLength = 500;

export const isNameTooLong = (name: string): boolean => Array.from(name).length > maxNameLength;

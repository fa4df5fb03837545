/** The limit of a record's name, for the forms and the schema of the commands. */

export const maxNameLength = 500;

export const isNameTooLong = (name: string): boolean => Array.from(name).length > maxNameLength;

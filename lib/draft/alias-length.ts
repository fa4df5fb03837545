/** Alias lengths that services accept, in characters. None promises them, so a typed alias may have another. */
export const minUsualAliasLength = 3;
export const maxUsualAliasLength = 50;

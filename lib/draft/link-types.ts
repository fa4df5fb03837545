/** Link types with a name at the service, empty for its default. Any other is the id of a splash page or an overlay. */
export const namedTypes = ['', 'direct', 'frame', 'splash'] as const;
export type NamedType = (typeof namedTypes)[number];

export const isNamedType = (type: string): type is NamedType => namedTypes.some((one) => one === type);

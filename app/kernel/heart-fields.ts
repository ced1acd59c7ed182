/** Names of a heart's button. Its value is the shop's id. */
export const heartFields = { add: 'add-favorite', remove: 'remove-favorite' } as const

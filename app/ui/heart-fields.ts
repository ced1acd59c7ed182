/** The names of a heart's button: what it does. Its value is the business. */
export const heartFields = { add: 'add-favorite', remove: 'remove-favorite' } as const

/** Names of a heart's button, by what the button does. The button's value is the shop's id. */
export const heartFields = { add: 'add-favorite', remove: 'remove-favorite' } as const

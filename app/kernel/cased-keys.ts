type Camel<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Key
export type SnakeKey<Key> = Key extends `${infer First}${infer Rest}`
	? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeKey<Rest>}`
	: Key

/** Keys of outside programs as ours: `price_kobo` → `priceKobo`. */
export function camelKeys<Fields extends object>(
	fields: Fields,
): { [Key in keyof Fields as Camel<Key>]: Fields[Key] } {
	return renamed(fields, (key) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
}

/** `priceKobo` → `price_kobo`. */
export function snakeKeys<Fields extends object>(
	fields: Fields,
): { [Key in keyof Fields as SnakeKey<Key>]: Fields[Key] } {
	return renamed(fields, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renamed<Renamed>(fields: object, rename: (key: string) => string): Renamed {
	return Object.fromEntries(Object.entries(fields).map(([key, value]) => [rename(key), value])) as Renamed
}

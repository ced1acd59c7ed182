type Camel<Key> = Key extends `${infer First}_${infer Rest}` ? `${First}${Capitalize<Camel<Rest>>}` : Key
/** 'priceKobo' as 'price_kobo'. */
export type SnakeKey<Key> = Key extends `${infer First}${infer Rest}`
	? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeKey<Rest>}`
	: Key

/** The keys of programs outside as ours: `price_kobo` → `priceKobo`. Values are left as they are. */
export function camelKeys<Fields extends object>(
	fields: Fields,
): { [Key in keyof Fields as Camel<Key>]: Fields[Key] } {
	return renamed(fields, (key) => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()))
}

/** Our keys as programs outside read them: `priceKobo` → `price_kobo`. */
export function snakeKeys<Fields extends object>(
	fields: Fields,
): { [Key in keyof Fields as SnakeKey<Key>]: Fields[Key] } {
	return renamed(fields, (key) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
}

function renamed<Renamed>(fields: object, rename: (key: string) => string): Renamed {
	return Object.fromEntries(Object.entries(fields).map(([key, value]) => [rename(key), value])) as Renamed
}

/** The factor by which a wide network may do more than one network in it (S30). */
export const WIDE_TIMES = 5

/** Ends the part of a key that stands for the wide network. No key of one width has it. */
const END_OF_WIDE = '.'

/** The key of a network within a wider one: both widths in one text, so that a counter of one can count the other. */
export function nestedKey(wide: string, narrow: string): string {
	return `${wide}${END_OF_WIDE}${narrow}`
}

/**
 * What a sieve counts by that knows one ceiling only: the key itself, or one of as many parts of the wide network as
 * it may do times more. So the parts together let it do exactly that (S30).
 */
export function limitKeyOf(networkKey: string): string {
	const wide = wideKeyOf(networkKey)
	return wide === null ? networkKey : `${wide}${networkKey.charCodeAt(networkKey.length - 1) % WIDE_TIMES}`
}

/** What stands for the wide network of a key; null where it has only one width, as IPv4 has. */
export function wideKeyOf(networkKey: string): string | null {
	const end = networkKey.indexOf(END_OF_WIDE)
	return end < 0 ? null : networkKey.slice(0, end + 1)
}

/** How many times as much a wide network may do as one network in it (S30). */
export const WIDE_TIMES = 5

/** Ends the wide network's part of a key. No key of one width has it. */
const END_OF_WIDE = '.'

/** Both widths in one text, so that each can be counted. */
export function nestedKey(wide: string, narrow: string): string {
	return `${wide}${END_OF_WIDE}${narrow}`
}

/**
 * The key for a single rate limit: the network, or one of `WIDE_TIMES` parts of its wide network. Together the parts
 * may do `WIDE_TIMES` as much (S30).
 */
export function limitKeyOf(networkKey: string): string {
	const wide = wideKeyOf(networkKey)
	return wide === null ? networkKey : `${wide}${networkKey.charCodeAt(networkKey.length - 1) % WIDE_TIMES}`
}

/** Null for a key of one width, such as IPv4. */
export function wideKeyOf(networkKey: string): string | null {
	const end = networkKey.indexOf(END_OF_WIDE)
	return end < 0 ? null : networkKey.slice(0, end + 1)
}

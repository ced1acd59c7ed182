/** Deterministic for a seed text: two seedings of one day give the same rows. */
export type PseudoRandom = {
	/** 0 ≤ n < 1 */
	next(): number
	/** A whole number from 0 to `limit` − 1. */
	below(limit: number): number
	/** True in that share of cases. */
	chance(share: number): boolean
	pick<Value>(list: readonly Value[]): Value
}

/** Mulberry32, started from an FNV-1a hash of the seed text. */
export function pseudoRandom(seedText: string): PseudoRandom {
	let state = 0x811c9dc5
	for (let i = 0; i < seedText.length; i++) {
		state = Math.imul(state ^ seedText.charCodeAt(i), 0x01000193)
	}

	function next(): number {
		state = (state + 0x6d2b79f5) | 0
		let mixed = Math.imul(state ^ (state >>> 15), state | 1)
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
	}
	const below = (limit: number) => Math.floor(next() * limit)

	return {
		next,
		below,
		chance: (share) => next() < share,
		pick<Value>(list: readonly Value[]): Value {
			const value = list[below(list.length)]
			if (value === undefined) throw new Error('nothing to pick from')
			return value
		},
	}
}

const readable = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The n-th reference number of a seeded database (WK7-4QMH): distinct for n below 2^35, and not in order. */
export function seededReference(n: number): string {
	// Multiplying by an odd number permutes the numbers below 2^35.
	let mixed = (BigInt(n) * 22_695_477_877n + 12_345_678_911n) % 2n ** 35n
	let text = ''
	for (let i = 0; i < 7; i++) {
		text += readable[Number(mixed % 32n)]
		mixed /= 32n
	}
	return `${text.slice(0, 3)}-${text.slice(3)}`
}

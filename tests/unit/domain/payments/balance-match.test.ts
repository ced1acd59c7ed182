import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareBalance } from '#app/domain/payments/balance-difference.ts'
import {
	type BalanceMove,
	balanceMoveKinds,
	matchBalance,
	type TheirMove,
} from '#app/domain/payments/balance-match.ts'
import { DAY_MS } from '#app/kernel/instant.ts'

const at = Date.UTC(2026, 10, 24)

function ours(more: Partial<BalanceMove> = {}): BalanceMove {
	const name = more.name === undefined ? 'one' : more.name
	return {
		kind: 'transfer',
		name,
		amountKobo: -1_000,
		at,
		since: more.at ?? at,
		key: `key:${name}`,
		isBooked: true,
		...more,
	}
}
function theirs(more: Partial<TheirMove> = {}): TheirMove {
	return {
		kind: 'transfer',
		name: 'one',
		amountKobo: -1_000,
		balanceKobo: 0,
		at,
		id: '1',
		word: 'Transfer',
		number: '7',
		reason: '',
		isOfOthers: false,
		...more,
	}
}
const left = (there: TheirMove[], here: BalanceMove[]) => {
	const found = matchBalance(there, here)
	return [found.there.length, found.here.length]
}

describe('what explains each other', () => {
	test.each<[string, Partial<TheirMove>, Partial<BalanceMove>, number[]]>([
		['name and sum', {}, {}, [0, 0]],
		['a name at any time', { at: at + 90 * DAY_MS }, {}, [0, 0]],
		['another sum', { amountKobo: -1_001 }, {}, [1, 1]],
		['another name', { name: 'two' }, {}, [1, 1]],
		['a sum without a name', { name: null }, {}, [0, 0]],
		['a sum without a name, five days on', { name: null, at: at + 5 * DAY_MS }, {}, [0, 0]],
		['a sum without a name, too late', { name: null, at: at + 5 * DAY_MS + 1 }, {}, [1, 1]],
		['a sum without a name, too early', { name: null, at: at - 5 * DAY_MS - 1 }, {}, [1, 1]],
		['an own transfer', { name: null }, { kind: 'settlement', name: null }, [0, 0]],
		['a payout, and no settlement', {}, { kind: 'settlement', name: null }, [1, 1]],
		['an unknown word', { kind: null, name: null }, { kind: 'settlement', name: null }, [0, 0]],
		['an unknown word, and a payout', { kind: null, name: null }, {}, [1, 1]],
		['a lost dispute', { kind: null, name: null }, { kind: 'refund', name: null }, [0, 0]],
		[
			'a refund since it was asked for',
			{ kind: 'refund', name: 'other', at: at - 20 * DAY_MS },
			{ kind: 'refund', since: at - 15 * DAY_MS },
			[0, 0],
		],
		[
			'a payment by its sum',
			{ kind: 'payment', name: null, amountKobo: 5 },
			{ kind: 'payment', amountKobo: 5 },
			[0, 0],
		],
		['a payment and a transfer', { kind: 'payment' }, {}, [1, 1]],
		['a refund that is a line of its payment', { kind: 'payment' }, { kind: 'refund', name: '9' }, [0, 0]],
		['what is to be expected', {}, { isBooked: false }, [0, 0]],
		['what is to be expected, and is not there', { name: 'two' }, { isBooked: false }, [1, 0]],
	])('%s', (_, there, here, counts) => {
		expect(left([theirs(there)], [ours(here)])).toEqual(counts)
	})

	test('what came and went by one number, and not by two', () => {
		const back = theirs({ amountKobo: 1_000, id: '2' })
		expect(left([theirs(), back], [])).toEqual([0, 0])
		expect(left([theirs(), { ...back, number: '8' }], [])).toEqual([2, 0])
		expect(left([theirs(), back, { ...back, id: '3' }], [])).toEqual([1, 0])
	})

	test('the line that is booked comes before the one that is expected', () => {
		const expected = ours({ isBooked: false })
		expect(left([theirs()], [expected, ours()])).toEqual([0, 0])
		// Another sum than the booked one is no news.
		expect(left([theirs({ amountKobo: -900 })], [ours({ ...expected, amountKobo: -900 }), ours()])).toEqual([
			1, 1,
		])
	})

	test('a fee that is a line of its own, of that day', () => {
		const fee = theirs({ kind: null, name: null, number: null, amountKobo: -25, id: '2', word: 'Fee' })
		const here = [ours({ amountKobo: -1_025 })]
		expect(left([theirs(), fee], here)).toEqual([0, 0])
		expect(left([theirs(), { ...fee, amountKobo: -26 }], here)).toEqual([2, 1])
		expect(left([theirs(), { ...fee, at: at + DAY_MS + 1 }], here)).toEqual([2, 1])
		expect(left([theirs({ amountKobo: -1_050 }), { ...fee, amountKobo: 25 }], here)).toEqual([2, 1])
	})

	test('of equal sums the nearest', () => {
		const there = [theirs({ name: null, id: '1' }), theirs({ name: null, id: '2', at: at + 3 * DAY_MS })]
		const here = ours({ kind: 'settlement', name: null, at: at + 2 * DAY_MS })
		expect(matchBalance(there, [here]).there.map(({ id }) => id)).toEqual(['1'])
	})
})

/** A book with each kind, known by name or by sum, as both sides have it. */
const books = fc.array(
	fc.record({
		kind: fc.constantFrom(...balanceMoveKinds),
		naira: fc.integer({ min: 1, max: 4 }),
		isNamed: fc.boolean(),
		day: fc.integer({ min: 0, max: 30 }),
		lateDays: fc.integer({ min: 0, max: 2 }),
	}),
	{ minLength: 1, maxLength: 25 },
)
function bothSides(book: (typeof books extends fc.Arbitrary<infer Book> ? Book : never)[number][]) {
	return book.map(({ kind, naira, isNamed, day, lateDays }, index) => {
		const isKnown = isNamed && kind !== 'settlement'
		// What is known by its sum alone has one of its own.
		const amountKobo = (kind === 'payment' ? 1 : -1) * (isKnown ? naira * 100 : 10_000 + index)
		const movedAt = at + day * DAY_MS
		const name = isKnown ? `${kind}-${naira}` : null
		return {
			there: theirs({
				kind: kind === 'settlement' || (kind === 'refund' && !isKnown) ? null : kind,
				name,
				amountKobo,
				at: movedAt,
				id: String(index),
				number: String(index),
				word: kind,
			}),
			here: ours({ kind, name, amountKobo, at: movedAt + lateDays * DAY_MS }),
		}
	})
}
const everything = { from: 0, to: at + 100 * DAY_MS, isYoung: () => false }
/** Newest first, with the balance after each. */
function listed(moves: readonly TheirMove[]): TheirMove[] {
	let balanceKobo = 0
	return [...moves]
		.sort((a, b) => a.at - b.at)
		.map((one) => {
			balanceKobo += one.amountKobo
			return { ...one, balanceKobo }
		})
		.reverse()
}

describe('any book', () => {
	test('that is the same on both sides differs in nothing, in any order', () => {
		fc.assert(
			fc.property(books, fc.infiniteStream(fc.nat()), (book, chance) => {
				const both = bothSides(book)
				const shuffled = both
					.map(({ here }) => ({ here, rank: chance.next().value }))
					.sort((a, b) => Number(a.rank) - Number(b.rank))
					.map(({ here }) => here)
				expect(
					compareBalance(listed(both.map(({ there }) => there)), shuffled, everything).differences,
				).toEqual([])
			}),
		)
	})

	test('that lacks a line, or has one more, differs by its sum', () => {
		fc.assert(
			fc.property(books, fc.nat(), fc.boolean(), (book, n, isHere) => {
				const both = bothSides(book)
				const missing = n % both.length
				const without = <Move>(moves: Move[]) => moves.filter((_, index) => index !== missing)
				const there = both.map((one) => one.there)
				const here = both.map((one) => one.here)
				const { differences } = isHere
					? compareBalance(listed(there), without(here), everything)
					: compareBalance(listed(without(there)), here, everything)
				const sum = (differences ?? []).reduce(
					(total, { thereKobo, hereKobo }) => total + (thereKobo ?? 0) - (hereKobo ?? 0),
					0,
				)
				expect(sum).toBe((isHere ? 1 : -1) * Number(both[missing]?.here.amountKobo))
			}),
		)
	})
})

test('a list with a hole is told by its balances', () => {
	const whole = listed(
		[1, 2, 3].map((n) => theirs({ name: null, kind: null, amountKobo: n, at: at + n, id: String(n) })),
	)
	const kinds = (there: TheirMove[]) =>
		compareBalance(there, [], everything)
			.differences.filter(({ kind }) => kind === 'balance_not_whole')
			.map(({ about, thereKobo, hereKobo }) => [about, thereKobo, hereKobo])
	expect(kinds(whole)).toEqual([])
	expect(kinds([])).toEqual([])
	expect(kinds(whole.filter(({ id }) => id !== '2'))).toEqual([['lines 1 to 3', 6, 4]])
})

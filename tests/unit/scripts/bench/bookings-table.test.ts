import { expect, test } from 'vitest'
import {
	bookingsResult,
	countAnswers,
	type PostOutcome,
	type PostRound,
} from '#scripts/bench/bookings-table.ts'
import { limits } from '#scripts/bench/limits.ts'

const { guestsAtOnce, bookedAtOnce, timesStock } = limits.P14

/** A round at its limits, where the stock page takes `stockMs`. */
function roundAt(stockMs: number): PostRound {
	const cost = ({ sqld, both }: { sqld: number; both: number }) => ({
		workerMs: (both - sqld) * stockMs,
		sqldMs: sqld * stockMs,
	})
	return {
		withMail: cost(timesStock.withMail),
		withoutMail: cost(timesStock.withoutMail),
		stock: { workerMs: stockMs * 1.01, sqldMs: 4 },
	}
}

function verdictsOf(rounds: PostRound[], outcomes: PostOutcome[] = ['booked']) {
	const count = countAnswers(outcomes, 1_000)
	return bookingsResult({ rounds, perBatch: 1, count }).goals.map(({ verdict }) => verdict)
}

/** Of sqld and of all, with the mails and without. */
const ofPosts = (...rounds: PostRound[]) => verdictsOf(rounds).slice(0, 4)
/** Of those who are booked, and of those who are answered. */
const ofCrowd = (...outcomes: PostOutcome[]) => verdictsOf([roundAt(1)], outcomes).slice(4)

test('P14: a booking has limits with its mails and without, for sqld and for all of it', () => {
	expect(ofPosts(roundAt(1))).toEqual(['met', 'met', 'met', 'met'])
	const { withMail, withoutMail, stock } = roundAt(1)
	const dearer = { ...withMail, workerMs: withMail.workerMs + 0.5 }
	expect(ofPosts({ withMail: dearer, withoutMail, stock })).toEqual(['met', 'missed', 'met', 'met'])
	const ofSqld = { workerMs: withoutMail.workerMs - 0.5, sqldMs: withoutMail.sqldMs + 0.5 }
	expect(ofPosts({ withMail, withoutMail: ofSqld, stock })).toEqual(['met', 'met', 'missed', 'met'])
})

test('a slower machine, or a slow moment of it, changes no verdict', () => {
	expect(ofPosts(roundAt(4))).toEqual(['met', 'met', 'met', 'met'])
	expect(ofPosts(roundAt(1), roundAt(9), roundAt(1))).toEqual(['met', 'met', 'met', 'met'])
})

test('of a crowd most have to be booked, and the others to be told to come again', () => {
	const others = guestsAtOnce - bookedAtOnce
	const crowd = (booked: number) => [
		...Array<PostOutcome>(booked).fill('booked'),
		...Array<PostOutcome>(guestsAtOnce - booked).fill('told when to try again'),
	]
	expect(others).toBeGreaterThan(0)
	expect(ofCrowd(...crowd(bookedAtOnce))).toEqual(['met', 'met'])
	expect(ofCrowd(...crowd(bookedAtOnce - 1))).toEqual(['missed', 'met'])
})

test('whoever gets no answer, or another one, misses the goal of a crowd', () => {
	expect(ofCrowd('booked', 'booked', 'booked', 'no answer')).toEqual(['met', 'missed'])
	expect(ofCrowd('booked', 'booked', 'booked', 'other')).toEqual(['met', 'missed'])
})

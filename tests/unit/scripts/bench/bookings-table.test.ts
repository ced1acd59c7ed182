import { expect, test } from 'vitest'
import {
	bookingsResult,
	countAnswers,
	type PostCosts,
	type PostOutcome,
} from '#scripts/bench/bookings-table.ts'

const usual = { withMail: [{ workerMs: 6, sqldMs: 9 }], withoutMail: [{ workerMs: 4, sqldMs: 7 }] }

function verdictsOf(costs: PostCosts, ...crowds: PostOutcome[][]) {
	const counts = crowds.map((outcomes) => countAnswers(outcomes, 1_000))
	return bookingsResult({ costs, perBatch: 1, counts }).goals.map(({ verdict }) => verdict)
}

/** Of the crowds alone. */
const verdicts = (...crowds: PostOutcome[][]) => verdictsOf(usual, ...crowds).slice(2)

test('P14: a booking has a limit with its mails and one without, each by the median of its own batches', () => {
	expect(verdictsOf(usual)).toEqual(['met', 'met'])
	const dear = { workerMs: 9, sqldMs: 10 }
	expect(verdictsOf({ ...usual, withMail: [dear] })).toEqual(['missed', 'met'])
	expect(verdictsOf({ ...usual, withoutMail: usual.withMail })).toEqual(['met', 'missed'])
})

test('the smallest crowd has to be booked, a larger one may be told to come again', () => {
	expect(verdicts(['booked'], ['booked', 'told when to try again'])).toEqual(['met', 'met'])
	expect(verdicts(['told when to try again'])).toEqual(['missed'])
})

test('whoever gets no answer, or another one, misses the goal of a crowd', () => {
	expect(verdicts(['booked'], ['no answer'])).toEqual(['met', 'missed'])
	expect(verdicts(['booked'], ['other'])).toEqual(['met', 'missed'])
})

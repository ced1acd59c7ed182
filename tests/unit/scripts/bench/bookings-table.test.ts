import { expect, test } from 'vitest'
import { bookingsResult, countAnswers, type PostOutcome } from '#scripts/bench/bookings-table.ts'

function verdicts(...crowds: PostOutcome[][]) {
	const counts = crowds.map((outcomes) => countAnswers(outcomes, 1_000))
	const costs = [{ workerMs: 4, sqldMs: 9 }]
	return bookingsResult({ costs, perBatch: 1, counts }).goals.map(({ verdict }) => verdict)
}

test('the smallest crowd has to be booked, a larger one may be told to come again', () => {
	expect(verdicts(['booked'], ['booked', 'told when to try again'])).toEqual(['met', 'met', 'met'])
	expect(verdicts(['told when to try again'])).toEqual(['met', 'missed'])
})

test('whoever gets no answer, or another one, misses the goal of a crowd', () => {
	expect(verdicts(['booked'], ['no answer'])).toEqual(['met', 'met', 'missed'])
	expect(verdicts(['booked'], ['other'])).toEqual(['met', 'met', 'missed'])
})

import { milliseconds } from './bench-table.ts'
import { allOf, atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { median } from './statistics.ts'

/** Milliseconds of CPU per booking post. */
export type PostCost = { workerMs: number; sqldMs: number }
export type PostOutcome = 'booked' | 'told when to try again' | 'no answer' | 'other'
export type CrowdCount = { guests: number; tookMs: number } & Record<PostOutcome, number>

export function countAnswers(outcomes: PostOutcome[], tookMs: number): CrowdCount {
	const count = (wanted: PostOutcome) => outcomes.filter((outcome) => outcome === wanted).length
	return {
		guests: outcomes.length,
		tookMs,
		booked: count('booked'),
		'told when to try again': count('told when to try again'),
		'no answer': count('no answer'),
		other: count('other'),
	}
}

type Measured = { costs: PostCost[]; perBatch: number; counts: CrowdCount[] }

/** The tables of P14 with their goals: the smallest crowd has to be booked whole, larger ones to be answered. */
export function bookingsResult({ costs, perBatch, counts }: Measured): BenchResult {
	const workerMs = median(costs.map((cost) => cost.workerMs))
	const sqldMs = median(costs.map((cost) => cost.sqldMs))
	const bothMs = median(costs.map((cost) => cost.workerMs + cost.sqldMs))
	const crowdGoals = counts.map((count, index) =>
		index === 0
			? allOf('P14', `${count.guests} guests at once who are booked`, count.booked, count.guests)
			: allOf(
					'P14',
					`${count.guests} guests at once who are booked, or told by a 503 when to try again`,
					count.booked + count['told when to try again'],
					count.guests,
				),
	)
	const bound = {
		id: 'P14',
		what: 'CPU of Worker and sqld per booking post',
		limit: limits.P14.msPerPost,
		value: bothMs,
	}
	return {
		tables: [
			{
				title: 'Booking posts (P14)',
				text: `The post that books, over HTTP and one after the other, each for its own slot; workerd by itself. Medians of ${costs.length} batches of ${perBatch}.`,
				columns: ['What', 'Worker', 'sqld', 'Both'],
				rows: [['booking post', ...[workerMs, sqldMs, bothMs].map(milliseconds)]],
			},
			{
				title: 'Crowds (P14)',
				text: 'Guests who have their slots and all book at the same moment, through one workerd. A 503 counts when it says in Retry-After when to come again.',
				columns: ['Guests', 'Booked', '503', 'No answer', 'Anything else', 'Last answer after'],
				rows: counts.map((count) => [
					String(count.guests),
					String(count.booked),
					String(count['told when to try again']),
					String(count['no answer']),
					String(count.other),
					`${(count.tookMs / 1_000).toFixed(1)} s`,
				]),
			},
		],
		goals: [atMost({ ...bound, show: milliseconds }), ...crowdGoals],
	}
}

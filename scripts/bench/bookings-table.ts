import { milliseconds } from './bench-table.ts'
import { allOf, atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { median } from './statistics.ts'

/** Milliseconds of CPU per booking post. */
export type PostCost = { workerMs: number; sqldMs: number }
/** Of batches with mail on and off, in turns. */
export type PostCosts = Record<'withMail' | 'withoutMail', PostCost[]>
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

type Measured = { costs: PostCosts; perBatch: number; counts: CrowdCount[] }

/** The tables of P14 with their goals: the smallest crowd has to be booked whole, larger ones to be answered. */
export function bookingsResult({ costs, perBatch, counts }: Measured): BenchResult {
	const withMail = mediansOf(costs.withMail)
	const withoutMail = mediansOf(costs.withoutMail)
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
	const bounds = [
		{
			id: 'P14',
			what: 'CPU of Worker and sqld per booking post',
			limit: limits.P14.msPerPost,
			value: withMail.both,
		},
		{
			id: 'P14',
			what: 'CPU of Worker and sqld per booking post without mail',
			limit: limits.P14.msWithoutMail,
			value: withoutMail.both,
		},
	]
	return {
		tables: [
			{
				title: 'Booking posts (P14)',
				text: `The post that books, over HTTP and one after the other, each for its own slot; workerd by itself. Its mails, to a provider that answers at once, are sent beside the answer and counted. Medians of ${costs.withMail.length} batches of ${perBatch}, with mail and without in turns.`,
				columns: ['What', 'Worker', 'sqld', 'Both'],
				rows: [
					['booking post', ...Object.values(withMail).map(milliseconds)],
					['booking post without mail', ...Object.values(withoutMail).map(milliseconds)],
				],
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
		goals: [...bounds.map((bound) => atMost({ ...bound, show: milliseconds })), ...crowdGoals],
	}
}

function mediansOf(costs: readonly PostCost[]) {
	return {
		worker: median(costs.map((cost) => cost.workerMs)),
		sqld: median(costs.map((cost) => cost.sqldMs)),
		both: median(costs.map((cost) => cost.workerMs + cost.sqldMs)),
	}
}

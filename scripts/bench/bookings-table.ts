import { milliseconds, times } from './bench-table.ts'
import { allOf, atLeast, atMost, type BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { median, pairedRatio } from './statistics.ts'

/** Milliseconds of CPU per booking post, or per page. */
export type PostCost = { workerMs: number; sqldMs: number }
/** A batch with mail, the stock worker's page, and a batch without mail. */
export type PostRound = Record<'withMail' | 'withoutMail' | 'stock', PostCost>
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

type Measured = { rounds: readonly PostRound[]; perBatch: number; count: CrowdCount }

const posts = { withMail: 'booking post', withoutMail: 'booking post without mail' } as const
type Post = keyof typeof posts

/** The tables of P14 with their goals. */
export function bookingsResult({ rounds, perBatch, count }: Measured): BenchResult {
	const { guestsAtOnce, bookedAtOnce, timesStock } = limits.P14
	const costs = (of: keyof PostRound) => medianCosts(rounds.map((round) => round[of]))
	const row = (name: string, of: keyof PostRound) => [name, ...Object.values(costs(of)).map(milliseconds)]
	const answered = count.booked + count['told when to try again']
	return {
		tables: [
			{
				title: 'Booking posts (P14)',
				text: `over HTTP, one after the other, in ${rounds.length} batches of ${perBatch}, with mail and without in turns. A trip of the page of stock parses the whole schema, so that its sqld is no measure.`,
				columns: ['What', 'Worker', 'sqld', 'Both', 'sqld beside stock', 'Both beside stock'],
				rows: [
					...(['withMail', 'withoutMail'] as const).map((post) => {
						const { sqld, both } = compareWithStock(rounds, post)
						return [...row(posts[post], post), times(sqld), times(both)]
					}),
					[...row('stock page', 'stock'), '', ''],
				],
			},
			{
				title: 'Crowds (P14)',
				columns: ['Guests', 'Booked', '503', 'No answer', 'Anything else', 'Last answer after'],
				rows: [
					[
						String(count.guests),
						String(count.booked),
						String(count['told when to try again']),
						String(count['no answer']),
						String(count.other),
						`${(count.tookMs / 1_000).toFixed(1)} s`,
					],
				],
			},
		],
		goals: [
			...(['withMail', 'withoutMail'] as const).flatMap((post) => {
				const { sqld, both } = compareWithStock(rounds, post)
				const bound = { id: 'P14', show: times }
				return [
					atMost({
						...bound,
						what: `CPU of sqld per ${posts[post]}, beside the Worker of a stock page`,
						limit: timesStock[post].sqld,
						value: sqld,
					}),
					atMost({
						...bound,
						what: `CPU of Worker and sqld per ${posts[post]}, beside the Worker of a stock page`,
						limit: timesStock[post].both,
						value: both,
					}),
				]
			}),
			atLeast({
				id: 'P14',
				what: `${count.guests} guests at once who are booked at once`,
				limit: Math.ceil((count.guests * bookedAtOnce) / guestsAtOnce),
				value: count.booked,
				show: String,
			}),
			allOf(
				'P14',
				`${count.guests} guests at once who are booked, or told by a 503 when to try again`,
				answered,
				count.guests,
			),
		],
	}
}

function compareWithStock(rounds: readonly PostRound[], post: Post): { sqld: number; both: number } {
	const ratio = (part: (cost: PostCost) => number) =>
		pairedRatio(rounds.map((round) => ({ ours: part(round[post]), other: round.stock.workerMs }))).median
	return { sqld: ratio(({ sqldMs }) => sqldMs), both: ratio(({ workerMs, sqldMs }) => workerMs + sqldMs) }
}

function medianCosts(costs: readonly PostCost[]) {
	return {
		worker: median(costs.map((cost) => cost.workerMs)),
		sqld: median(costs.map((cost) => cost.sqldMs)),
		both: median(costs.map((cost) => cost.workerMs + cost.sqldMs)),
	}
}

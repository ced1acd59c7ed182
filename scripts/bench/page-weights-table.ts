import { allOf, atMost, type BenchResult, notMeasured, worstOf } from './goal.ts'
import { limits } from './limits.ts'
import { mostScriptBytes } from './script-weight.ts'
import { inKb, KB } from './weight.ts'

const MOST_CSS_BYTES = limits.P2.cssKb * KB

export type PageWeight = {
	name: string
	htmlBytes: number
	limitKb: number
	trips: number
	/** What it fetches once it is idle. */
	scriptBytes: number
}
type Weights = { pages: PageWeight[]; cssBytes: number; stockBytes: number }

/** The tables of P1 to P7 with their goals. */
export function pageWeightsResult({ pages, cssBytes, stockBytes }: Weights): BenchResult {
	const fullest = worstOf(pages, ({ htmlBytes, limitKb }) => htmlBytes / limitKb)
	const heaviest = worstOf(pages, ({ scriptBytes }) => scriptBytes)
	const inLimit = pages.filter(({ htmlBytes, limitKb }) => htmlBytes <= limitKb * KB).length
	const fullestNote = `nearest: ${inKb(fullest.htmlBytes)} of ${fullest.limitKb} KB, ${fullest.name}`
	const inTest = 'asserted by `npm test`'
	return {
		tables: [
			{
				title: 'Pages: bytes and trips (P1, P7)',
				text: 'HTML with all its CSS and inline script, gzip -6, and the trips to the database that its answer waits for. Exact.',
				columns: ['Page', 'Weight', 'At most', `Trips (at most ${limits.P7.tripsOfPage})`],
				rows: pages.map(({ name, htmlBytes, limitKb, trips }) => [
					name,
					inKb(htmlBytes),
					`${limitKb} KB`,
					String(trips),
				]),
			},
			{
				title: 'Files (P2, P3, P5)',
				text: `All gzip -6. No page asks for a stylesheet, nor for a script before the first tap or idle moment; then for the files below, at most ${limits.P5.ownScriptKb} KB more than the page of the stock worker (\`scripts/bench/stock\`, React 18 and Remix 2 without anything), which asks for ${inKb(stockBytes)} and counts as ${limits.P5.stockKb} KB.`,
				columns: ['What', 'Weight', 'At most'],
				rows: [
					['CSS of the whole app, inlined', inKb(cssBytes), inKb(MOST_CSS_BYTES)],
					...pages.map(({ name, scriptBytes }) => [
						`script of ${name}`,
						inKb(scriptBytes),
						inKb(mostScriptBytes),
					]),
				],
			},
		],
		goals: [
			allOf('P1', 'pages within their limit of HTML', inLimit, pages.length, fullestNote),
			atMost({ id: 'P2', what: 'CSS, gzip', limit: MOST_CSS_BYTES, value: cssBytes, show: inKb }),
			notMeasured(
				'P9d',
				'trips of a whole booking, its mails included',
				`at most ${limits.P9d.tripsOfBooking}`,
				inTest,
			),
			notMeasured('P3', 'requests for scripts before the first tap or idle moment', '0', inTest),
			notMeasured('P4', 'scripts on a slow line before a tap needs one', '0', inTest),
			atMost({
				id: 'P5',
				what: 'script after idle, gzip',
				limit: mostScriptBytes,
				value: heaviest.scriptBytes,
				show: inKb,
				note: heaviest.name,
			}),
			notMeasured('P6', 'script needed to browse, sign in, book, pay, cancel, enrol', 'none', inTest),
			allOf(
				'P7',
				'pages of one trip or none',
				pages.filter(({ trips }) => trips <= limits.P7.tripsOfPage).length,
				pages.length,
			),
		],
	}
}

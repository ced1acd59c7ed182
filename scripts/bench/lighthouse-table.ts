import { allOf, atMost, type BenchResult, worstOf } from './goal.ts'
import { median } from './statistics.ts'

const MOST_LCP_MS = 900
const MOST_TBT_MS = 70

/** One run of Lighthouse: scores from 0 to 100. */
export type Audit = {
	performance: number
	accessibility: number
	bestPractices: number
	seo: number
	/** False: the page asks not to be indexed, and its SEO score does not count. */
	isIndexed: boolean
	lcpMs: number
	tbtMs: number
	cls: number
	/** Lighthouse's measure of this machine's speed at that moment; its phone has a quarter of the speed. */
	benchmarkIndex: number
	/** Weighted audits that do not count as good. */
	imperfect: string[]
}
export type LighthouseRow = { path: string; audits: Audit[] }

/** The table of P11 with its goals. */
export function lighthouseResult(rows: LighthouseRow[], runs: number): BenchResult {
	const pages = rows.map(({ path, audits }) => ({ path, ...medianAudit(audits) }))
	const speeds = rows.flatMap(({ audits }) => audits.map(({ benchmarkIndex }) => benchmarkIndex))
	const slowest = worstOf(pages, ({ lcpMs }) => lcpMs)
	const busiest = worstOf(pages, ({ tbtMs }) => tbtMs)
	const shiftiest = worstOf(pages, ({ cls }) => cls)
	const perfect = pages.filter(({ scores }) => scores.every((score) => score === 100))
	const lowest = pages.toSorted((a, b) => Math.min(...a.scores) - Math.min(...b.scores))[0]
	return {
		tables: [
			{
				title: 'Lighthouse on a phone (P11)',
				text: `medians of ${runs} runs. Beside other work TBT is too high: the benchmark index of this machine was ${Math.min(...speeds)} to ${Math.max(...speeds)}, where a quiet desktop has 1500 to 2000.`,
				columns: [
					'Page',
					'Performance',
					'Accessibility',
					'Best practices',
					'SEO',
					'LCP',
					'TBT',
					'CLS',
					'Not good',
				],
				rows: pages.map(({ path, middle, lcpMs, tbtMs, cls, isIndexed, imperfect }) => [
					path,
					String(middle.performance),
					String(middle.accessibility),
					String(middle.bestPractices),
					isIndexed ? String(middle.seo) : 'not indexed',
					seconds(lcpMs),
					wholeMs(tbtMs),
					cls.toFixed(3),
					imperfect.join(', '),
				]),
			},
		],
		goals: [
			allOf(
				'P11',
				'public pages with 100 · 100 · 100 · 100 from Lighthouse',
				perfect.length,
				pages.length,
				lowest ? `lowest: ${lowest.scores.join(' · ')} on ${lowest.path}` : undefined,
			),
			atMost({
				id: 'P11',
				what: 'LCP in Lighthouse',
				limit: MOST_LCP_MS,
				value: slowest.lcpMs,
				show: seconds,
				note: slowest.path,
			}),
			atMost({
				id: 'P11',
				what: 'TBT in Lighthouse',
				limit: MOST_TBT_MS,
				value: busiest.tbtMs,
				show: wholeMs,
				note: busiest.path,
			}),
			atMost({
				id: 'P11',
				what: 'CLS in Lighthouse',
				limit: 0,
				value: shiftiest.cls,
				show: (cls) => String(Number(cls.toFixed(3))),
				note: shiftiest.path,
			}),
		],
	}
}

function medianAudit(audits: Audit[]) {
	const of = (read: (audit: Audit) => number) => median(audits.map(read))
	const middle = {
		performance: of((audit) => audit.performance),
		accessibility: of((audit) => audit.accessibility),
		bestPractices: of((audit) => audit.bestPractices),
		seo: of((audit) => audit.seo),
	}
	const isIndexed = audits.some((audit) => audit.isIndexed)
	const { performance, accessibility, bestPractices, seo } = middle
	return {
		middle,
		isIndexed,
		scores: [performance, accessibility, bestPractices, ...(isIndexed ? [seo] : [])],
		lcpMs: of(({ lcpMs }) => lcpMs),
		tbtMs: of(({ tbtMs }) => tbtMs),
		cls: of(({ cls }) => cls),
		imperfect: [...new Set(audits.flatMap((audit) => audit.imperfect))],
	}
}

function seconds(value: number): string {
	return `${(value / 1_000).toFixed(2)} s`
}

function wholeMs(value: number): string {
	return `${value.toFixed(0)} ms`
}

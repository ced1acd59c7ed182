import { demoShopId, type Guest, journeySteps, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import { allOf, atMost, type BenchResult, worstOf } from './goal.ts'
import { limits } from './limits.ts'
import { mostScriptBytes, scriptBytes, stockScriptBytes } from './script-weight.ts'
import { gzipBytes, inKb, KB } from './weight.ts'

/** P1, P2, P5 and P7 in figures; `tests/budgets` asserts them page by page, and P3 and P4 in a browser. */
export async function pageWeights(site: Site, stockBuildDir: string): Promise<BenchResult> {
	const pages: PageWeight[] = []
	let css = ''
	async function weigh(guest: Guest, path: string, limitKb: number) {
		const { value: html, trips } = await site.proxy.during(async () =>
			(await guest.send(new URL(path, site.url))).text(),
		)
		// Pages with tabs have a second style.
		const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
			.map(([, style = '']) => style)
			.join('')
		if (styles.length > css.length) css = styles
		const waiting = [...html.matchAll(/<link rel="waiting" href="\/assets\/([^"]+)"/g)].map(
			([, file = '']) => file,
		)
		pages.push({
			name: path.replace(/visit=.*/, 'visit=…'),
			htmlBytes: gzipBytes(html),
			limitKb,
			trips: tripsOfPage(trips).length,
			scriptBytes: scriptBytes(waiting),
		})
	}
	for (const path of ['/', '/discover', '/discover?q=hair', `/business/${demoShopId}`])
		await weigh(openGuest(site.url), path, limits.P1.pageKb)
	for (const step of journeySteps) {
		const guest = openGuest(site.url)
		const { url } = await walkTo(guest, step)
		await weigh(
			guest,
			url.pathname + url.search,
			step === 'checkout' ? limits.P1.checkoutKb : limits.P1.bookingStepKb,
		)
	}
	return pageWeightsResult({ pages, cssBytes: gzipBytes(css), stockBytes: stockScriptBytes(stockBuildDir) })
}

const MOST_CSS_BYTES = limits.P2.cssKb * KB

type PageWeight = {
	name: string
	htmlBytes: number
	limitKb: number
	trips: number
	/** Scripts that the page fetches once it is idle. */
	scriptBytes: number
}
type Weights = { pages: PageWeight[]; cssBytes: number; stockBytes: number }

/** The tables of P1, P2, P5 and P7 with their goals. */
function pageWeightsResult({ pages, cssBytes, stockBytes }: Weights): BenchResult {
	const fullest = worstOf(pages, ({ htmlBytes, limitKb }) => htmlBytes / limitKb)
	const heaviest = worstOf(pages, ({ scriptBytes }) => scriptBytes)
	const inLimit = pages.filter(({ htmlBytes, limitKb }) => htmlBytes <= limitKb * KB).length
	const fullestNote = `nearest: ${inKb(fullest.htmlBytes)} of ${fullest.limitKb} KB, ${fullest.name}`
	return {
		tables: [
			{
				title: 'Pages: bytes and trips (P1, P7)',
				columns: ['Page', 'Weight', 'At most', `Trips (at most ${limits.P7.tripsOfPage})`],
				rows: pages.map(({ name, htmlBytes, limitKb, trips }) => [
					name,
					inKb(htmlBytes),
					`${limitKb} KB`,
					String(trips),
				]),
			},
			{
				title: 'Files (P2, P5)',
				text: `the page of stock asks for ${inKb(stockBytes)} of script and counts as ${limits.P5.stockKb} KB; a page of ours may ask for ${limits.P5.ownScriptKb} KB more.`,
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
			atMost({
				id: 'P5',
				what: 'script after idle, gzip',
				limit: mostScriptBytes,
				value: heaviest.scriptBytes,
				show: inKb,
				note: heaviest.name,
			}),
			allOf(
				'P7',
				'pages of one trip or none',
				pages.filter(({ trips }) => trips <= limits.P7.tripsOfPage).length,
				pages.length,
			),
		],
	}
}

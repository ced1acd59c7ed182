import { demoShopId, type Guest, journeySteps, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
import { tripsOfPage } from '#scripts/site/trip.ts'
import type { BenchResult } from './goal.ts'
import { limits } from './limits.ts'
import { type PageWeight, pageWeightsResult } from './page-weights-table.ts'
import { scriptBytes, stockScriptBytes } from './script-weight.ts'
import { gzipBytes } from './weight.ts'

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

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildFolders } from '#scripts/local/worker-bundle.ts'
import { type Guest, journeySteps, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { Site } from '#scripts/site/site.ts'
import type { BenchTable } from './bench-table.ts'
import { gzipBytes, inKb, KB } from './weight.ts'

/** What a page of ours may fetch beyond the stock page's script (P5). */
const OWN_SCRIPT_BYTES = 25 * KB

/** P1 to P7 in figures; `tests/budgets` asserts them page by page, and P3, P4 and P6 in a browser. */
export async function pageWeights(site: Site, stockBuildDir: string): Promise<BenchTable[]> {
	const rows: string[][] = []
	const scripts: string[][] = []
	let css = ''
	// The stock app is one page: all its files are that page's.
	const stockBytes = weightOfScripts(stockBuildDir, scriptFiles(stockBuildDir))
	async function weigh(guest: Guest, path: string, limitKb: number) {
		const { value: html, trips } = await site.proxy.during(async () =>
			(await guest.send(new URL(path, site.url))).text(),
		)
		// Pages with tabs have a second one.
		const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)]
			.map(([, style = '']) => style)
			.join('')
		if (styles.length > css.length) css = styles
		const name = path.replace(/visit=.*/, 'visit=…')
		rows.push([name, inKb(gzipBytes(html)), `${limitKb} KB`, String(trips.length)])
		const asked = [...html.matchAll(/<link rel="waiting" href="\/assets\/([^"]+)"/g)].map(
			([, file = '']) => file,
		)
		const bytes = weightOfScripts(undefined, asked)
		scripts.push([`script of ${name}`, inKb(bytes), inKb(stockBytes + OWN_SCRIPT_BYTES)])
	}
	for (const path of ['/', '/discover', '/discover?q=hair', '/business/ade-hair-studio'])
		await weigh(openGuest(site.url), path, 10)
	for (const step of journeySteps) {
		const guest = openGuest(site.url)
		const { url } = await walkTo(guest, step)
		await weigh(guest, url.pathname + url.search, 8)
	}
	return [
		{
			title: 'Pages: bytes and trips (P1, P7)',
			text: 'HTML with all its CSS and inline script, gzip -6, and trips to the database. Exact.',
			columns: ['Page', 'Weight', 'At most', 'Trips (at most 1)'],
			rows,
		},
		{
			title: 'Files (P2, P3, P5)',
			text: `All gzip -6. No page asks for a stylesheet, nor for a script before the first tap or idle moment; then for the files below, at most 25 KB more than the page of the stock worker (\`scripts/bench/stock\`, React 18 and Remix 2 without anything), which asks for ${inKb(stockBytes)}.`,
			columns: ['What', 'Weight', 'At most'],
			rows: [['CSS of the whole app, inlined', inKb(gzipBytes(css)), '5 KB'], ...scripts],
		},
	]
}

function scriptFiles(buildDir: string | undefined): string[] {
	const names = readdirSync(join(buildFolders(buildDir).client, 'assets'))
	return names.filter((name) => name.endsWith('.js') && !name.startsWith('manifest-'))
}

function weightOfScripts(buildDir: string | undefined, names: string[]): number {
	const folder = join(buildFolders(buildDir).client, 'assets')
	return names.reduce((sum, name) => sum + gzipBytes(readFileSync(join(folder, name))), 0)
}

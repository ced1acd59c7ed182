import { readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { limits } from '#scripts/bench/limits.ts'
import { startedModules } from '#scripts/bench/started-modules.ts'
import { gzipBytes, inKb, KB } from '#scripts/bench/weight.ts'
import { buildFolders, readWorkerBundle } from '#scripts/local/worker-bundle.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

test('the CSS that every page has keeps to its ceiling (P2)', async () => {
	const { document } = await openBrowserLikeClient(site().url).open('/')
	const css = document.querySelector('style')?.textContent ?? ''
	expect(css).toMatch(/^:root/)
	const bytes = gzipBytes(css)
	console.info(`CSS ${inKb(bytes)} of ${limits.P2.cssKb}`)
	expect(bytes, `the CSS weighs ${inKb(bytes)}`).toBeLessThanOrEqual(limits.P2.cssKb * KB)
	const sheets = readdirSync(join(buildFolders().client, 'assets')).filter((name) => name.endsWith('.css'))
	expect(sheets, 'a stylesheet of its own would be asked for before the first paint').toEqual([])
})

test('no picture is heavier than 6 KB, beside a shared link than 30, and where one installs the app than 64', () => {
	const folder = buildFolders().client
	const pictures = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
		/\.(svg|png|jpe?g|webp|avif|gif|ico)$/.test(name),
	)
	expect(pictures.length).toBeGreaterThan(3)
	const isShared = (name: string) => name.startsWith('og')
	const limitOf = (name: string) => (isShared(name) ? 30 : name.startsWith('screens') ? 64 : 6)
	const heavy = pictures.filter((name) => statSync(join(folder, name)).size > limitOf(name) * KB)
	expect(heavy, 'these pictures weigh more than they may').toEqual([])
	expect(pictures.filter(isShared)).toHaveLength(24)
})

test('no font and nothing of another host is asked for by any page', async () => {
	const names = readdirSync(buildFolders().client, { recursive: true, encoding: 'utf8' })
	expect(names.filter((name) => /\.(woff2?|ttf|otf)$/.test(name))).toEqual([])
	for (const path of ['/', '/discover', '/business/ade-hair-studio']) {
		const { document } = await openBrowserLikeClient(site().url).open(path)
		const fetched = document.querySelectorAll('link[href], script[src], img[src]')
		for (const element of fetched) {
			const address = element.getAttribute('href') ?? element.getAttribute('src') ?? ''
			expect(address, `${path} fetches ${address}`).toMatch(/^(\/(?!\/)|data:)/)
		}
	}
})

test('a start of the Worker evaluates what every page needs, and no area of the app (P10)', () => {
	const { modules, modulesRoot } = readWorkerBundle()
	const bytesOf = new Map(
		modules.map(({ path, contents }) => [relative(modulesRoot, path), gzipBytes(Buffer.from(contents))]),
	)
	const sum = (names: Iterable<string>) => [...names].reduce((all, name) => all + (bytesOf.get(name) ?? 0), 0)
	const [main = ''] = bytesOf.keys()
	const started = startedModules(modulesRoot, main)
	expect(started).toEqual(['worker.js', 'chunks/start.js'])
	const [evaluated, uploaded] = [sum(started), sum(bytesOf.keys())]
	console.info(`A start evaluates ${inKb(evaluated)} of ${inKb(uploaded)}`)
	expect(evaluated).toBeLessThanOrEqual(limits.P10.startKb * KB)
	expect(uploaded).toBeLessThanOrEqual(limits.P10.uploadKb * KB)
})

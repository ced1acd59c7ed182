import { request } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { goToPaystack, offeredOtherTimes } from '#scripts/site/browser-payer.ts'
import { servedRoutes } from '#scripts/site/route-table.ts'
import { isDeep } from '#tests/support/deep.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { workerCost } from '#tests/support/worker-cost.ts'
import { hostileValues } from './hostile-values.ts'

const site = withPaymentSite()
const routes = await servedRoutes()

const REQUESTS = isDeep ? 20_000 : 300
const AT_ONCE = 10
const LIMIT_MS = 10_000

/** Names that some page reads, and names that none does. */
const names = [
	...['q', 'category', 'near', 'lat', 'lng', 'cursor', 'shop', 'shopId', 'restart', 'from', 'date', 'visit'],
	...['payment', 'trxref', 'reference', 'cancelled', 'failed', 'status', 'ask', 'intent', 'appointmentId'],
	...['redirectTo', 'token', 'tab', '_data', '_routes', 'index', '__proto__', 'constructor', 'a[]', 'a[b]'],
]
const likely = [
	'ade-hair-studio',
	'hair-beauty',
	'2026-11-24',
	'6.5',
	'Lagos',
	'9999-12-31',
	'0000-00-00',
	'1e9',
	'true',
	'success',
	'A_REFERENCE',
	'A_PAYMENT_LINK',
	'AN_OFFER_LINK',
]

const value = fc.oneof(
	fc.constantFrom(...Object.values(hostileValues), ...likely),
	fc.string({ unit: 'binary', maxLength: 60 }).map((text) => encodeURIComponent(text)),
	fc.integer().map(String),
)
const part = fc
	.tuple(fc.constantFrom(...names), value)
	.map(([name, text]) => `${encodeURIComponent(name)}=${text}`)
const address = fc
	.tuple(
		fc.constantFrom(...routes, { path: '/:any', takesPosts: false }),
		value,
		fc.array(part, { maxLength: 4 }),
		fc.boolean(),
	)
	.map(([{ path }, id, parts, isData]) => {
		const filled = path.replace(/:\w+/g, id === '' ? 'x' : id)
		const query = parts.length > 0 ? `?${parts.join('&')}` : ''
		return `${isData ? `${filled === '/' ? '/_root' : filled}.data` : filled}${query}`
	})

/** The address exactly as it is: `fetch` would mend what is wrong with it. */
function get(path: string, cookie: string): Promise<{ status: number; location: string; text: string }> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(site().url)
		const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}) }
		const asked = request({ hostname, port, path, headers, timeout: LIMIT_MS }, (answer) => {
			let text = ''
			answer.setEncoding('utf8').on('data', (part: string) => {
				text += part
			})
			answer.on('end', () =>
				resolve({ status: answer.statusCode ?? 0, location: String(answer.headers.location ?? ''), text }),
			)
		})
		asked.on('timeout', () => asked.destroy(new Error(`no answer in ${LIMIT_MS} ms`)))
		asked.on('error', reject)
		asked.end()
	})
}

const linkIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('payment') ?? ''

test(`I10: ${REQUESTS} strange addresses: no failure of ours, nothing that hangs, no way to another site`, async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'checkout')
	const cookie = [...guest.cookies].map(([name, text]) => `${name}=${text}`).join('; ')
	const { paymentReference: reference, returnPath } = await goToPaystack(site())
	const offered = await offeredOtherTimes(site())
	const real: Record<string, string> = {
		A_REFERENCE: reference,
		A_PAYMENT_LINK: linkIn(returnPath),
		AN_OFFER_LINK: linkIn(offered.returnPath),
	}
	const addresses = fc
		.sample(address, { numRuns: REQUESTS, seed: 20261121 })
		.map((path) => path.replace(/A_REFERENCE|A_PAYMENT_LINK|AN_OFFER_LINK/g, (word) => real[word] ?? word))
	const problems: string[] = []
	async function work(list: string[]) {
		for (const [i, path] of list.entries()) {
			try {
				const { status, location } = await get(path, i % 2 === 0 ? cookie : '')
				if (status >= 500 || status === 0) problems.push(`${status} ${path}`)
				if (location && new URL(location, site().url).origin !== new URL(site().url).origin)
					problems.push(`led to ${location} by ${path}`)
			} catch (error) {
				problems.push(`${String(error)}: ${path}`)
			}
		}
	}
	const lists = Array.from({ length: AT_ONCE }, (_, i) => addresses.filter((_, j) => j % AT_ONCE === i))
	await Promise.all(lists.map(work))
	expect(problems).toEqual([])
	expect((await guest.open('/booking/checkout')).status).toBe(200)
	// Looking at it, however strangely, takes up no offer and turns none down.
	const stillOffered = await offered.guest.open(offered.returnPath)
	expect(stillOffered.document.querySelector('button[name="intent"][value="accept"]')).not.toBeNull()
}, 600_000)

test('a huge address and a huge cookie are refused or ignored, not choked on', async () => {
	const long = await get(`/discover?q=${'a'.repeat(12_000)}`, '')
	expect(long.status).toBeLessThan(500)
	const cookie = await get('/booking/checkout', `draft=${'a'.repeat(12_000)}`)
	expect(cookie.status).toBeLessThan(500)
	expect((await get('/', '')).status).toBe(200)
})

test('W10: a deep address is told that there is no page, and costs no more than a page', async () => {
	const plain = () => get('/discover', '')
	for (let i = 0; i < 5; i++) await plain()
	const ofPage = await workerCost(site().worker, plain, { cpuMs: 0, memoryBytes: 0 })
	const limit = { cpuMs: Math.max(50, 3 * ofPage.cpuMs), memoryBytes: 32 * 1024 * 1024 }
	const page = (await plain()).text
	const version = /"version":\s?"(\w+)"/.exec(page)?.[1]
	expect(version).toBeDefined()
	const manifest = (query: string) => `/__manifest?version=${version}&${query}`
	const deep = '/a'.repeat(3_600)
	for (const [what, path, status] of [
		['a deep path', deep, 404],
		['one whose parts are empty', '/'.repeat(7_000), 404],
		['one with a query', `${deep}?q=x`, 404],
		['its data', `${deep}.data`, 404],
		['a deep path in the manifest', manifest(`p=${deep}`), 400],
		[
			'many paths in the manifest',
			manifest(Array.from({ length: 900 }, (_, i) => `p=/a${i}`).join('&')),
			400,
		],
		['41 of them', manifest('p=/a&'.repeat(41)), 400],
	] as const) {
		let answer = { status: 0, text: '' }
		const cost = await workerCost(
			site().worker,
			async () => {
				answer = await get(path, '')
			},
			limit,
		)
		expect(cost.cpuMs, what).toBeLessThanOrEqual(limit.cpuMs)
		expect(answer.status, what).toBe(status)
		expect(answer.text.length, what).toBeLessThan(2_000)
		if (status === 404) expect(answer.text, what).toContain('Oops! Page not found')
	}
	expect((await get(manifest(`p=${encodeURIComponent('/business/ade-hair-studio')}`), '')).status).toBe(200)
	expect((await get('/a/b/c/d/e/f/g/h', '')).text).toContain('Oops! Page not found')
})

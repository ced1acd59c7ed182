import { request } from 'node:http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openGuest, walkTo } from '#tests/support/guest-journey.ts'
import { goToPaystack, offeredOtherTimes } from '#tests/support/paying-guest.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'
import { hostileValues } from './hostile-values.ts'
import { servedRoutes } from './route-table.ts'

const site = withPaymentSite()
const routes = await servedRoutes()

const REQUESTS = process.env.TEST_DEEP === '1' ? 20_000 : 300
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
function get(path: string, cookie: string): Promise<{ status: number; location: string }> {
	return new Promise((resolve, reject) => {
		const { hostname, port } = new URL(site().url)
		const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}) }
		const asked = request({ hostname, port, path, headers, timeout: LIMIT_MS }, (answer) => {
			answer.resume()
			answer.on('end', () =>
				resolve({ status: answer.statusCode ?? 0, location: String(answer.headers.location ?? '') }),
			)
		})
		asked.on('timeout', () => asked.destroy(new Error(`no answer in ${LIMIT_MS} ms`)))
		asked.on('error', reject)
		asked.end()
	})
}

const linkIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('payment') ?? ''

test(`${REQUESTS} strange addresses: no failure of ours, nothing that hangs, no way to another site`, async () => {
	const guest = openGuest(site().url)
	await walkTo(guest, 'checkout')
	const cookie = [...guest.cookies].map(([name, text]) => `${name}=${text}`).join('; ')
	const { reference, returnPath } = await goToPaystack(site())
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
	expect((await guest.visit('/booking/checkout')).status).toBe(200)
	// Looking at it, however strangely, takes up no offer and turns none down.
	const stillOffered = await offered.guest.visit(offered.returnPath)
	expect(stillOffered.document.querySelector('button[name="intent"][value="accept"]')).not.toBeNull()
}, 600_000)

test('a huge address and a huge cookie are refused or ignored, not choked on', async () => {
	const long = await get(`/discover?q=${'a'.repeat(12_000)}`, '')
	expect(long.status).toBeLessThan(500)
	const cookie = await get('/booking/checkout', `draft=${'a'.repeat(12_000)}`)
	expect(cookie.status).toBeLessThan(500)
	expect((await get('/', '')).status).toBe(200)
})

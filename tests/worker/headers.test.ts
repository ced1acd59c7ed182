import { describe, expect, test } from 'vitest'
import { draftCookieHeader } from '#app/http/booking-cookies.server.ts'
import { demoServiceId, openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { exampleAddress, servedRoutes } from '#scripts/site/route-table.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const site = withTestSite()
const inProduction = withTestWorker(() => site().proxy.url, { ENVIRONMENT: 'production' })
const takingPayments = withTestWorker(() => site().proxy.url, {
	APP_ORIGIN: 'https://wakati.example',
	PAYSTACK_SECRET_KEY: 'sk_test_of-headers',
})
const addresses = [...(await servedRoutes()).map(({ path }) => exampleAddress(path)), '/no-such-page']

/** Answers without personal data: browsers may keep pages for the way back, and files for an hour. */
const keptAddresses: [RegExp, string][] = [
	[/^\/(discover|business\/ade-hair-studio|plans|privacy|terms|for-shops)?$/, 'private, no-cache'],
	[/^\/(robots\.txt|sw\.js)$/, 'public, max-age=3600'],
]

function policyOf(page: Pick<LoadedPage, 'headers'>): Map<string, string[]> {
	const policy = page.headers.get('content-security-policy') ?? ''
	return new Map(policy.split('; ').map((part) => [part.split(' ')[0] ?? '', part.split(' ').slice(1)]))
}

describe.each(addresses)('%s', (address) => {
	test('lets only its own scripts and styles run, in nobody’s frame, and is kept by nobody', async () => {
		const url = new URL(address, site().url)
		const answer = await openBrowserLikeClient(site().url).send(url)
		const isScript = answer.headers.get('content-type')?.includes('javascript')
		// A script's text is no markup.
		const html = isScript ? '' : await answer.text()
		const policy = policyOf(answer)
		const nonce = /'nonce-([^']+)'/.exec(policy.get('script-src')?.join(' ') ?? '')?.[1]
		expect(nonce?.length).toBeGreaterThanOrEqual(16)
		expect(policy.get('default-src')).toEqual(["'none'"])
		expect(policy.get('frame-ancestors')).toEqual(["'none'"])
		expect(policy.get('base-uri')).toEqual(["'none'"])
		expect([...policy.values()].flat()).not.toContain("'unsafe-inline'")
		expect([...policy.values()].flat()).not.toContain("'unsafe-eval'")
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
		const isPublic = address.startsWith('/photos/')
		expect(answer.headers.get('cross-origin-resource-policy')).toBe(isPublic ? 'cross-origin' : 'same-origin')
		const isTold = !/^\/(kiosk|payouts\/stop)/.test(address)
		expect(answer.headers.get('referrer-policy')).toMatch(isTold ? /strict-origin/ : /^same-origin$/)
		const mayScan = address === '/kiosk/scan'
		expect(answer.headers.get('permissions-policy')).toContain(mayScan ? 'camera=(self)' : 'camera=()')
		const kept = keptAddresses.find(([pattern]) => pattern.test(address))
		expect(answer.headers.get('cache-control')).toBe(kept?.[1] ?? 'no-store')
		expect(answer.headers.has('strict-transport-security')).toBe(false)
		const elements = html.match(/<(script|style)\b[^>]*>/g) ?? []
		for (const element of elements) expect(element).toContain(`nonce="${nonce}"`)
		expect(html).not.toMatch(/<[^>]+\sstyle="/)
		expect(html).not.toMatch(/<[^>]+\son[a-z]+="/)
	})
})

test('two answers never share a nonce', async () => {
	const client = openBrowserLikeClient(site().url)
	const [one, other] = [await client.open('/'), await client.open('/')]
	expect(policyOf(one).get('script-src')).not.toEqual(policyOf(other).get('script-src'))
})

test('in production browsers are told to come by https only', async () => {
	const page = await openBrowserLikeClient(inProduction().url).open('/')
	expect(page.headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/)
})

test('forms lead to this site alone, and to the payment page where paying online is on', async () => {
	const [off, on] = [site().url, takingPayments().url].map(async (url) => {
		return policyOf(await openBrowserLikeClient(url).open('/')).get('form-action')
	})
	expect(await off).toEqual(["'self'"])
	expect(await on).toEqual(["'self'", 'https://checkout.paystack.com'])
})

describe('cookies', () => {
	test('are for this site only and out of reach of scripts', async () => {
		const guest = openGuest(site().url)
		const url = new URL('/booking/service-selection', site().url)
		const answer = await guest.send(url, {
			method: 'POST',
			body: `serviceId=${demoServiceId}`,
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
		})
		const lines = answer.headers.getSetCookie()
		expect(lines.length).toBeGreaterThan(0)
		for (const line of lines) {
			expect(line).toMatch(/; HttpOnly/)
			expect(line).toMatch(/; SameSite=Lax/)
			expect(line).toMatch(/; Path=\//)
			expect(line).not.toMatch(/; Domain=/i)
		}
	})

	test('over https the draft’s cookie is bound to this host', async () => {
		const line = draftCookieHeader(new Request('https://wakati.example/'), [scratchCookieKey], 'a-draft')
		expect(line).toMatch(/^__Host-draft=/)
		expect(line).toMatch(/; Secure/)
	})

	test('a cookie that was altered, or signed by another key, is as if it were not there', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		const whole = guest.cookies.get('draft') ?? ''
		const forged = draftCookieHeader(new Request(site().url), ['another-key-of-enough-characters!!'], 'x')
		const values = [
			`x${whole}`,
			whole.slice(0, -3),
			forged.slice(forged.indexOf('=') + 1, forged.indexOf(';')),
		]
		for (const value of values) {
			guest.cookies.set('draft', value)
			const page = await guest.open('/booking/checkout')
			expect(page.status).toBe(200)
			expect(page.text).toContain('No service selected')
		}
	})
})

import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { RENEWAL_WORDS } from '#app/domain/subscriptions/plan-words.ts'
import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let client: BrowserLikeClient

beforeAll(async () => {
	client = browserOf(await signInDemoClient(site().database), site().url)
})

const newcomer = async () =>
	browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
const of = (plan: string) => `/subscriptions/${plan}-of-demo-client`
const weekly = of('eko-dance-and-fitness-plan-four-a-week')
const paused = of('surulere-strength-plan-iron-quarter')
const cancelled = of('eko-dance-and-fitness-plan-every-class')
const total = of('itura-spa-plan-five-foot-spas')
const renewal = 'main form[action$="demo-client"]'

describe('My Subscriptions, without script', () => {
	test('shows the tiles, a card for each plan, and what can be done with those that run', async () => {
		const page = await client.open('/subscriptions')
		expect(page.document.querySelector('h1')?.textContent).toBe('My Subscriptions')
		expect(page.text).toMatch(/Active\s*2\s*Entries Used\s*\d+\s*Next Renewal\s*\d+ [A-Z][a-z]{2}/)
		const cards = page.document.querySelectorAll('main li')
		expect(cards).toHaveLength(5)
		expect(
			cards.filter(({ text }) => text.includes('QR Code') && text.includes('Book Session')),
		).toHaveLength(2)
		const renewing = cards.filter(({ text }) => text.includes('Auto-renews'))
		expect(renewing).toHaveLength(2)
		// D60: no one waits for a renewal that has to be paid for first.
		expect(renewing.filter(({ text }) => text.includes(RENEWAL_WORDS))).toHaveLength(2)
		expect(page.text).toContain('1 of 5 visits left')
	})

	test.each([
		['active', 2, ''],
		['paused', 1, ''],
		['expired', 2, ''],
		['paused', 0, 'No Paused Subscriptions'],
		['all', 0, 'No Subscriptions Yet'],
	])('under %s stand %i %s', async (status, count, title) => {
		const page = await (title ? await newcomer() : client).open(`/subscriptions?status=${status}`)
		expect(page.document.querySelectorAll('main li.card')).toHaveLength(count)
		expect(page.text).toContain(title)
	})

	test('an address that no page has written is answered 400 or 404, in words', async () => {
		for (const [path, status] of [
			['/subscriptions?status=old', 400],
			['/subscriptions?after=1', 400],
			[`${weekly}?tab=old`, 400],
			[`${weekly}?after=old`, 400],
			['/subscriptions/nothing', 404],
			['/subscriptions/nothing/pause', 404],
			['/subscriptions/nothing/cancel', 404],
			['/subscriptions/nothing/check-in', 404],
			[`${cancelled}/pause`, 409],
			[`${cancelled}/cancel`, 409],
		] as const) {
			const page = await client.open(path)
			expect([path, page.status]).toEqual([path, status])
			expect(page.document.querySelector('h1')).not.toBeNull()
		}
	})

	test('W9: nobody sees or changes the plan of somebody else', async () => {
		const other = await newcomer()
		for (const path of [weekly, `${weekly}/pause`, `${weekly}/cancel`, `${weekly}/check-in`]) {
			expect((await other.open(path)).status).toBe(404)
			const answer = await other.post(
				path,
				new URLSearchParams({
					intent: 'pause',
					days: '7',
					places: '0',
					reason: 'x',
					sum: '0',
					autoRenews: '0',
				}),
			)
			expect([path, answer.status]).toEqual([path, 404])
		}
	})

	test('P7: each page is one trip of at most 10 KB', async () => {
		for (const path of [
			'/subscriptions',
			weekly,
			`${weekly}?tab=sessions`,
			`${weekly}/pause`,
			`${paused}/pause`,
			`${weekly}/cancel`,
			`${weekly}/check-in`,
		]) {
			const { value, trips } = await site().proxy.during(() => client.open(path))
			expect([path, value.status, trips.length]).toEqual([path, 200, 1])
			expect(gzipSync(value.html).length, path).toBeLessThanOrEqual(10 * 1024)
		}
	})
})

test('L34: Back of a purchase leads to the plan, of a renewal to what is renewed', async () => {
	const backOf = async (path: string) =>
		(await client.open(path)).document.querySelector('.back')?.getAttribute('href')
	const plan = '/plans/itura-spa-plan-five-foot-spas'
	expect(await backOf(`${plan}/buy`)).toBe(plan)
	expect(await backOf(`${plan}/buy?renews=${total.split('/').at(-1)}`)).toBe(total)
	expect(await backOf(`${plan}/buy?back=subscriptions`)).toBe('/subscriptions')
})

describe('The details of a subscription', () => {
	test('say what it is and how far it is used, and switch its renewal', async () => {
		const page = await client.open(weekly)
		expect(page.text).toMatch(/Start Date.*End Date.*Price Paid\s*₦32,000/s)
		expect(page.text).toMatch(/of 4 used this week\s*·\s*Resets Mon/)
		expect(page.text).toContain('Auto-Renewal enabled')
		expect(page.text).toContain(RENEWAL_WORDS)
		expect(page.text).toContain('Session booked')
		const off = await client.submit(page, renewal)
		expect(off.text).toContain('Auto-Renewal disabled')
		expect((await client.submit(off, renewal)).text).toContain('Auto-Renewal enabled')
		expect((await client.open(paused)).document.querySelector('progress')).toBeNull()
	})

	test('lead through the whole history, page by page', async () => {
		const seen: string[] = []
		let next: string | undefined = paused
		while (next) {
			const page = await client.open(next)
			seen.push(...page.document.querySelectorAll('main li').map(({ text }) => text))
			next = page.document
				.querySelectorAll('main a')
				.find(({ text }) => text === 'Show older')
				?.getAttribute('href')
		}
		// Fourteen visits, and the pause.
		expect(seen).toHaveLength(15)
		expect(seen[0]).toContain('Subscription paused')
	})
})

test('a plan that a code pays for asks for no payment, and starts', async () => {
	await site().database.change(
		`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value)
			VALUES ('plan-free', 'surulere-strength', 'PLANFREE', 'percent', 100)`,
	)
	const buyer = await newcomer()
	const buy = await buyer.open('/plans/surulere-strength-plan-early-bird/buy')
	expect(buy.text).toContain('Buy for ₦15,000')
	const free = await buyer.submit(buy, 'main form:has(#promoCode)', { promoCode: 'PLANFREE' })
	expect(free.text).toContain('Nothing to pay.')
	expect(free.text).not.toMatch(/Pay at the shop|Pay online/)
	const started = await buyer.submit(free, 'main form:has([name=toPay])', {}, { button: '[value=buy]' })
	expect(started.text).toContain('Early Bird')
	expect(started.text).toMatch(/Price Paid\s*₦0|Active/)
})

test('D46: cancelling asks for a reason, names what comes back first, and loses nothing when it is refused', async () => {
	const page = await client.open(`${total}/cancel`)
	expect(page.text).toContain(
		'Are you sure you want to cancel this subscription? This action cannot be undone.',
	)
	expect(page.text).toContain('No refund.')
	expect(page.text).toContain('Keep Subscription')
	const refused = await client.submit(page, 'main form', { reason: '   ' })
	expect(refused.status).toBe(400)
	expect(refused.text).toContain('Please provide a cancellation reason')
	const stale = await client.post(
		`${total}/cancel`,
		new URLSearchParams({ reason: 'Too far away', sum: '5' }),
	)
	expect(stale.status).toBe(409)
	expect(stale.text).toContain('Too far away')
	expect((await client.open(total)).text).toContain('Active')
})

describe('D17: a check-in code', () => {
	test('is made by a post, shown while it lives, replaced by a new one, and never debugged by default', async () => {
		const before = await client.open(`${weekly}/check-in`)
		expect(before.text).toContain('Subscription Check-In')
		expect(before.document.querySelector('svg[role=img]')).toBeNull()
		const page = await client.submit(before, 'main form')
		expect(page.text).toContain('QR Code Generated')
		expect(page.text).toContain('Show this QR code to the vendor for check-in')
		expect(page.text).toMatch(/Or read this code out\s*[A-Z2-9]{3} [A-Z2-9]{3}\s*Expires at \d+:\d\d [AP]M/)
		expect(page.document.querySelector('svg[role=img]')?.getAttribute('width')).toBe('192')
		expect(page.html).not.toContain('DEBUG')
		expect(gzipSync(page.html).length).toBeLessThanOrEqual(10 * 1024)
		const again = await client.submit(page, 'main form')
		expect(again.text).toContain('Refresh Code')
		expect(await site().database.count(`SELECT count(*) FROM check_in_codes WHERE used_at IS NULL`)).toBe(1)
	})

	test('is not made for a plan that is paused', async () => {
		const page = await client.open(`${paused}/check-in`)
		expect(page.text).toContain('Check-in isn’t available')
		const answer = await client.post(`${paused}/check-in`, '')
		expect(answer.status).toBe(409)
	})
})

test('D54: deleting the account names the plans that are lost, with amount and end', async () => {
	const member = await addSignedInPerson(site().database, { at: Date.now() })
	await site().database.change(
		`UPDATE sessions SET user_id = 'demo-member-2' WHERE user_id = ?`,
		member.userId,
	)
	const page = await browserOf(member, site().url).open('/settings/delete')
	expect(page.text).toMatch(
		/Lost with your account.*Four Classes a Week at Èkó Dance & Fitness, ₦32,000, until /s,
	)
})

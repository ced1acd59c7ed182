import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { guestPosts } from './repeated/guest-posts.ts'
import { kioskPosts } from './repeated/kiosk-posts.ts'
import { memberPosts } from './repeated/member-posts.ts'
import { createPostDesk, type Post } from './repeated/post-desk.ts'
import { kindsOf, nameOfPost, namesOf, postsOfSite } from './repeated/posts-of-site.ts'

const site = withTestSite({ MAIL_API_KEY: undefined })
const desk = createPostDesk(site)
beforeAll(async () => {
	await addSmallShop(site().database.client, 'dojo', {
		zone: desk.zone,
		promoCodes: { TEN: { percent: 10 } },
	})
})

const alertOf = (page: LoadedPage) => page.document.querySelector('[role="alert"]')?.text ?? null

/** Sends a post, loses its answer with its cookies, and sends it again. */
async function sendTwice({ browser, path, body }: Post) {
	const before = [...browser.cookies]
	const first = await browser.post(path, body)
	browser.cookies.clear()
	for (const [name, value] of before) browser.cookies.set(name, value)
	const second = await browser.post(path, body)
	return [first, second] as const
}

const posts = await postsOfSite()
/** By the names of `postsOfSite`; whole only where all tests of this file have run. */
const repeated = new Set<string>()

describe.each([
	['a guest', guestPosts(desk)],
	['a member', memberPosts(desk)],
	['a kiosk', kioskPosts(desk)],
])('F26: of %s, sent again because its answer was lost, reads as done:', (_, prepared) => {
	test.each(Object.entries(prepared))('%s', async (_name, prepare) => {
		const post = await prepare()
		repeated.add(nameOfPost(posts, post.path, post.body))
		const [first, second] = await sendTwice(post)
		expect([first.status, alertOf(first)], first.text).toEqual([200, null])
		expect([second.status, alertOf(second)], second.text).toEqual([200, null])
		const { pathname } = second.url
		expect(pathname === first.url.pathname || pathname === '/login', pathname).toBe(true)
	})
})

/** Posts that are not repeated here, and why. */
const notRepeated = new Map([
	// A link that works once is refused the second time: another person may have seen it (docs/decisions/022).
	['/reset-password', 'a used link'],
	['/kiosk/open', 'a used link'],
	// Its form carries a file.
	['/kiosk/shop/photos/:placeId', 'tests/worker/shops/owner-photos.test.ts'],
	// No form of a page.
	['/webhooks/paystack', 'Paystack repeats it: tests/worker/payments/webhook.test.ts'],
	['/api/v1/*', 'a program repeats each call: tests/worker/api/contract.test.ts'],
	['/push endpoint', 'a script posts it, which shows no page: tests/integration/messaging/push.test.ts'],
	// Needs a shop that takes payments online.
	['/d/:code', 'tests/integration/payments/deposit-link.test.ts'],
	// Need the bank’s word.
	['/kiosk/shop/payout-account ask', 'it changes nothing: the page asks again'],
	['/kiosk/shop/payout-account confirm', 'tests/worker/shops/payout-account.test.ts'],
	// Needs a payment that came too late.
	['/booking/complete-booking accept', 'tests/worker/payments/complete-booking.test.ts'],
	['/booking/complete-booking decline', 'tests/worker/payments/complete-booking.test.ts'],
	['/booking/complete-booking retry', 'it changes nothing: the page looks again'],
])

const forgotten = (names: string[]) => names.filter((name) => !repeated.has(name) && !notRepeated.has(name))

describe('F26: every post of the site', () => {
	test('is repeated here, or has its reason', () => {
		const names = namesOf(posts)
		expect(forgotten(names)).toEqual([])
		expect([...notRepeated.keys()].filter((name) => repeated.has(name) || !names.includes(name))).toEqual([])
	})

	test('and a new one without a line is found', () => {
		const form = z.union([
			z.object({ intent: z.enum(['book', 'bargain']).default('book') }),
			z.object({ act: z.string(), haggle: z.string() }).transform(({ haggle }) => haggle),
			z.object({ act: z.string(), tip: z.string() }),
		])
		const planted = [
			{ path: '/booking/checkout', kinds: kindsOf([form]) },
			{ path: '/login', kinds: kindsOf([]) },
		]
		expect(forgotten(namesOf(planted))).toEqual(
			['bargain', 'haggle', 'tip'].map((kind) => `/booking/checkout ${kind}`),
		)
		expect(nameOfPost(planted, '/booking/checkout?a=1', 'act=1&tip=2')).toBe('/booking/checkout tip')
	})
})

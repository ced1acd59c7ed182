import { beforeAll, describe, expect, test } from 'vitest'
import { demoClient } from '#db/seed/demo-accounts.ts'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import type { BrowserLikeClient, LoadedPage } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let client: BrowserLikeClient

beforeAll(async () => {
	client = browserOf(await signInDemoClient(site().database), site().url)
})

const newcomer = async () =>
	browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
const linksOf = (page: LoadedPage) =>
	page.document.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
const codes = () =>
	site().database.rows(
		`SELECT id, referral_code FROM loyalty_enrollments WHERE user_id = ? AND referral_code IS NOT NULL ORDER BY id`,
		demoClient.userId,
	)

describe('D28: referring friends, without script', () => {
	test('shows each code as text with a link to WhatsApp, in one trip', async () => {
		const { result: page, trips } = await visited('/wallet/refer')
		expect(trips).toBe(1)
		expect(page.text).toContain('ADAEZE24')
		expect(page.text).toMatch(/You get ₦10, your friend ₦10 off/)
		const whatsApp = linksOf(page).filter((href) => href.startsWith('https://wa.me/?text='))
		expect(whatsApp).toHaveLength(2)
		expect(whatsApp.map((href) => new URL(href).searchParams.get('text'))).toContainEqual(
			'Join me at Adé Hair Studio! Use my referral code ADAEZE24 to get a discount!',
		)
		// What copies and shares needs script.
		expect(page.document.querySelectorAll('main button').map((button) => button.textContent.trim())).toEqual([
			'Get my code',
		])
	})

	test('the link of a code brings it to checkout of its shop, in the field, until it is used or removed', async () => {
		const guest = openGuest(site().url)
		await guest.open('/s/ade-hair-studio?code=adaeze24')
		const checkout = await walkTo(guest, 'checkout')
		expect(checkout.document.querySelector('input[name="promoCode"]')?.getAttribute('value')).toBe('ADAEZE24')
		const other = openGuest(site().url)
		await other.open('/s/kings-and-kuts?code=adaeze24')
		const elsewhere = await walkTo(other, 'checkout')
		expect(elsewhere.document.querySelector('input[name="promoCode"]')?.getAttribute('value') ?? '').toBe('')
	})

	test('the wallet and the breakdown of cashback lead there, with the true amount', async () => {
		const { result: wallet, trips } = await visited('/wallet')
		expect(trips).toBe(1)
		expect(wallet.text).toContain('Get ₦10 for every friend you refer')
		expect(linksOf(wallet)).toContain('/wallet/refer')
		const { result: breakdown, trips: ofBreakdown } = await visited('/wallet/cashback')
		expect(ofBreakdown).toBe(1)
		expect(breakdown.text).toContain('KNGADA57')
	})

	test('a code that is missing is made by a press, once', async () => {
		const page = await client.open('/wallet/refer')
		const form = page.document.querySelector('main form[method="post"]')
		const enrollment = form?.querySelector('button')?.getAttribute('value') ?? ''
		const before = await codes()
		for (const _ of [1, 2]) {
			const answer = await client.post('/wallet/refer', new URLSearchParams({ enrollment }))
			expect(answer.url.pathname).toBe('/wallet/refer')
		}
		const after = await codes()
		expect(after).toHaveLength(before.length + 1)
		expect(after.find(({ id }) => id === enrollment)?.referral_code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
	})

	test('an enrollment of somebody else, or of a program without referral, gets no code', async () => {
		const stranger = await newcomer()
		await site().database.change(
			`UPDATE loyalty_enrollments SET referral_code = NULL WHERE id = 'nailed-by-zina-card-demo'`,
		)
		for (const enrollment of ['nailed-by-zina-card-demo', 'garden-city-nails-card-demo', 'nobody']) {
			const by = enrollment.startsWith('garden') ? client : stranger
			expect((await by.post('/wallet/refer', new URLSearchParams({ enrollment }))).status).toBe(200)
		}
		expect((await client.post('/wallet/refer', new URLSearchParams({ enrollment: '' }))).status).toBe(400)
		expect((await codes()).map(({ referral_code }) => referral_code)).toEqual(['ADAEZE24', 'KNGADA57'])
	})

	test('who is in no program with referral sees no code and one way on', async () => {
		const stranger = await newcomer()
		expect((await stranger.open('/wallet')).text).not.toContain('Refer Friends')
		const page = await stranger.open('/wallet/refer')
		expect(page.text).toContain('No referral codes yet')
		expect(linksOf(page).filter((href) => href !== '/wallet')).toEqual(['/loyalty-enrollment?back=refer'])
	})
})

async function visited(path: string) {
	const { value: result, trips } = await site().proxy.during(() => client.open(path))
	return { result, trips: trips.length }
}

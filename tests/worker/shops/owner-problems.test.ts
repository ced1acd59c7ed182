import { expect, test } from 'vitest'
import { reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHeldReferral } from '#tests/support/held-referral.ts'
import { addAppointment, addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const page = '/kiosk/shop/problems'
const decision = (intent: string, referral: string) => new URLSearchParams({ act: newId(), intent, referral })

async function referralOf(checkoutId: string) {
	const [row] = await site().database.rows(
		'SELECT status, reason FROM referrals WHERE checkout_id = ?',
		checkoutId,
	)
	return row
}

test('A report leads to its visit, where it is answered, and then waits no more', async () => {
	const shop = await addKioskShop(site())
	const reference = await addAppointment(site(), shop, { inMinutes: -90 })
	const [visit] = await site().database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	await reportProblem(bookingDeps(site().database.url), {
		...{ appointmentId: String(visit?.id), kind: 'money', words: 'Charged twice', now: Date.now() },
	})
	const { browser } = await openShopDevice(site(), shop.id)
	const shown = await browser.open(page)
	expect(shown.text).toContain('A problem with the money')
	const way = shown.document.querySelector(`main a[href="/kiosk/visits/${reference}"]`)?.getAttribute('href')
	expect((await browser.open(way ?? '')).text).toContain('Charged twice')
	const answer = new URLSearchParams({ act: newId(), intent: 'answer-problem', answer: 'We paid it back.' })
	expect((await browser.post(way ?? '', answer)).status).toBe(200)
	expect((await browser.open(page)).text).toContain('Nothing waits for an answer.')
})

test('A held referral is paid once by three taps, written down, and is over', async () => {
	const shop = await addKioskShop(site())
	const { reference, checkoutId, referrer } = await addHeldReferral(site(), shop)
	const { browser, keyId } = await openShopDevice(site(), shop.id)
	const shown = await browser.open(page)
	for (const words of ['₦1,000', reference, 'the friend booked on a device where the referrer has signed in'])
		expect(shown.text).toContain(words)
	const pay = decision('pay', reference)
	const answers = await Promise.all([1, 2, 3].map(() => browser.post(page, pay)))
	for (const { status, url } of answers) expect([status, url.pathname]).toEqual([200, page])
	expect(await referrer.cashbackKobo()).toBe(100_000)
	expect(await referralOf(checkoutId)).toEqual({ status: 'paid', reason: null })
	const acts = await site().database.rows('SELECT kind, summary FROM shop_acts WHERE key_id = ?', keyId)
	expect(acts).toEqual([{ kind: 'referral_paid', summary: reference }])
	const late = await browser.post(page, decision('refuse', reference))
	expect([late.status, late.text.includes('This referral is not held')]).toEqual([409, true])
	expect((await browser.open(page)).text).toContain('None to decide.')
})

test('A held referral that is refused pays nothing', async () => {
	const shop = await addKioskShop(site())
	const { reference, checkoutId, referrer } = await addHeldReferral(site(), shop)
	const { browser } = await openShopDevice(site(), shop.id)
	expect((await browser.post(page, decision('refuse', reference))).url.pathname).toBe(page)
	expect(await referralOf(checkoutId)).toEqual({ status: 'refused', reason: 'by_operator' })
	expect(await referrer.cashbackKobo()).toBe(0)
})

test('A referral of another shop, or of the account on this device, is not decided; nor is nonsense', async () => {
	const [own, other] = [await addKioskShop(site()), await addKioskShop(site())]
	const { reference, checkoutId } = await addHeldReferral(site(), other)
	const ofOwner = await addHeldReferral(site(), own)
	const { browser } = await openShopDevice(site(), own.id)
	expect((await browser.open(page)).text).not.toContain(reference)
	for (const intent of ['pay', 'refuse'])
		for (const sent of [reference, 'WK0-0000', ''])
			expect([sent, (await browser.post(page, decision(intent, sent))).status]).toEqual([
				sent,
				sent === '' ? 400 : 404,
			])
	expect((await browser.post(page, decision('keep', reference))).status).toBe(400)
	browser.cookies.set('session', ofOwner.referrer.token)
	const refused = await browser.post(page, decision('pay', ofOwner.reference))
	expect([refused.status, refused.text.includes('is the referrer or the friend')]).toEqual([409, true])
	for (const id of [checkoutId, ofOwner.checkoutId])
		expect(await referralOf(id)).toEqual({ status: 'held', reason: 'same_device' })
})

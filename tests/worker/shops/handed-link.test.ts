import { describe, expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { openShopDevice } from '#tests/support/owner-device.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()

/** A visit that the desk booked on the telephone, without an e-mail. */
async function bookedByPhone(customer: { phone?: string; email?: string } = { phone: '+2348035550101' }) {
	const shop = await addKioskShop(site())
	const now = Date.now()
	const startsAt = Math.ceil((now + 3 * HOUR_MS) / (30 * MINUTE_MS)) * 30 * MINUTE_MS
	const booked = await bookWalkIn(bookingDeps(site().database.url), {
		...{ shopId: shop.id, serviceIds: [shop.idOf('cut')], staffMemberId: shop.idOf('Ada'), startsAt },
		customer: { firstName: 'Efe', lastName: 'Obi', phone: null, email: null, ...customer, userId: null },
		...{ draftId: newId(), isByPhone: true, now },
	})
	if (!booked.ok) throw new Error(booked.refusal)
	const { referenceNumber } = booked.value
	const path = `/kiosk/visits/${referenceNumber}`
	const desk = await openShopDevice(site(), shop.id)
	const row = async () =>
		(await site().database.rows('SELECT * FROM appointments WHERE reference_number = ?', referenceNumber))[0]
	async function handed() {
		const page = await desk.browser.open(path)
		const href = page.document.querySelector('a[href^="https://wa.me/"]')?.getAttribute('href') ?? ''
		const words = new URL(href).searchParams.get('text') ?? ''
		const link = new URL(words.match(/https?:\/\/\S+/)?.[0] ?? '')
		return { page, to: new URL(href).pathname, words, path: link.pathname + link.search }
	}
	return { shop, path, row, handed, desk }
}

describe('The link that the desk hands on', () => {
	test('goes out by WhatsApp, shows the visit, and its customer cancels by it', async () => {
		const { handed, row } = await bookedByPhone()
		const { page, to, words, path } = await handed()
		expect(to).toBe('/2348035550101')
		expect(words).toMatch(/^Hello Efe, .+ booked cut for you on .+\. See it or cancel it: http/)
		expect(page.text).toContain(path)
		const customer = openBrowserLikeClient(site().url)
		const visit = await customer.open(path)
		expect([visit.status, visit.text.includes('cut with Ada')]).toEqual([200, true])
		for (const hidden of ['Reschedule', 'Running late', 'Obi, Efe', '803'])
			expect(visit.text).not.toContain(hidden)
		const question = await customer.follow(visit, 'a[href$="ask=cancel"]')
		const cancelled = await customer.submit(question, 'form:has([value=cancel])')
		expect(cancelled.text).toContain('Booking Cancelled')
		expect(await row()).toMatchObject({ status: 'CANCELLED', cancellation_reason: null })
		expect((await handed().catch(() => null))?.to).toBeUndefined()
	})

	test('opens nothing else: no move, change, review, report, receipt or claim', async () => {
		const { handed } = await bookedByPhone()
		const { path } = await handed()
		const token = new URL(path, site().url).searchParams.get('visit')
		const customer = openBrowserLikeClient(site().url)
		for (const page of ['/booking/reschedule', '/booking/change', '/booking/problem'])
			expect([page, (await customer.open(`${page}?visit=${token}&at=0`)).status]).toEqual([page, 404])
		expect((await customer.open(`/appointments/review?visit=${token}`)).url.pathname).toBe('/login')
		for (const intent of ['late', 'claim', 'again'])
			expect((await customer.post(path, new URLSearchParams({ intent, minutes: '10' }))).status).toBe(404)
		const file = await customer.open(`/booking/calendar.ics?visit=${token}`)
		expect(file.status).toBe(200)
	})

	test('cancels nothing for which money was paid, or which is in an account', async () => {
		const { handed, row, shop } = await bookedByPhone()
		const { path } = await handed()
		const customer = openBrowserLikeClient(site().url)
		const cancel = () => customer.post(path, new URLSearchParams({ intent: 'cancel' }))
		const { database } = site()
		await database.change(`UPDATE appointments SET payment_status = 'completed' WHERE shop_id = ?`, shop.id)
		expect((await customer.open(path)).text).not.toContain('Cancel booking')
		expect((await cancel()).status).toBe(422)
		await database.change(`UPDATE appointments SET payment_status = 'pending' WHERE shop_id = ?`, shop.id)
		const { userId } = await addSignedInPerson(database, { at: Date.now() })
		await database.change('UPDATE clients SET user_id = ? WHERE shop_id = ?', userId, shop.id)
		expect((await cancel()).status).toBe(422)
		expect((await row())?.status).not.toBe('CANCELLED')
		// It was this guest's all along.
		await database.change('UPDATE clients SET user_id = NULL WHERE shop_id = ?', shop.id)
	})

	test('is not given on a person’s own device', async () => {
		const { path, shop } = await bookedByPhone()
		const ada = await openShopDevice(site(), shop.id, { person: shop.idOf('Ada') })
		const page = await ada.browser.open(path)
		expect([page.status, page.html.includes('wa.me'), page.html.includes('?visit=')]).toEqual([
			200,
			false,
			false,
		])
	})
})

import { expect, test } from 'vitest'
import { fillStep, openGuest, stepForm, takeStep, walkTo } from '#scripts/site/browser-guest.ts'
import { expectSound } from '#tests/support/auditor.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { bookingsOf } from './expect-answer.ts'

const site = withTestSite()

test('the database is killed in the middle of a booking: a clear "try again", nothing lost, nothing doubled', async () => {
	const guest = openGuest(site().url)
	const checkout = await walkTo(guest, 'checkout')
	const { values, options } = fillStep('checkout', checkout, guest)

	await site().database.server.kill()
	const refused = await guest.submit(checkout, stepForm, values, options)
	expect(refused.status).toBe(503)
	expect(refused.text).toContain('Please try again in a moment.')
	expect((await guest.open('/booking/checkout')).status).toBe(503)

	await site().database.server.restart()
	const again = await guest.open('/booking/checkout')
	expect(again.status).toBe(200)
	const booked = await takeStep(guest, 'checkout', again)
	expect(booked.text).toContain('Booking Confirmed!')
	expect(await bookingsOf(site().database, guest)).toBe(1)
	await expectSound(site().database)
})

test('many guests book while the database is killed and started again: each ends with exactly one booking', async () => {
	const guests = []
	for (let i = 0; i < 12; i++) {
		const guest = openGuest(site().url)
		guests.push({ guest, checkout: await walkTo(guest, 'checkout') })
	}
	const posts = guests.map(({ guest, checkout }) => takeStep(guest, 'checkout', checkout))
	await site().database.server.kill()
	for (const page of await Promise.all(posts)) expect([200, 503]).toContain(page.status)

	await site().database.server.restart()
	for (const { guest, checkout } of guests) {
		const page = await takeStep(guest, 'checkout', checkout)
		expect(page.text).toContain('Booking Confirmed!')
		expect(await bookingsOf(site().database, guest)).toBe(1)
	}
	await expectSound(site().database)
})

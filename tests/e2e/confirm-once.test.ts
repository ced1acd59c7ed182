import { expect, test } from '#tests/support/browser-fixture.ts'
import { hydrated } from './hydrated.ts'
import {
	confirm,
	expectBooked,
	fillDetails,
	newGuest,
	reachCheckout,
	reachCheckoutOfFreeDay,
	type ServiceChoice,
	tickTip,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

const barber: ServiceChoice = { shopId: 'kings-and-kuts', shop: 'Kings & Kuts', service: 'Low cut' }

test('a double tap on Confirm books once', { tag: '@both-when-full' }, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, barber)
	await fillDetails(page, guest)
	await page.getByRole('button', { name: /Confirm Booking/ }).dblclick()
	const reference = await expectBooked(page)
	expect(await storedAppointments(site, guest)).toEqual([
		expect.objectContaining({ referenceNumber: reference }),
	])
})

test('a phone that is offline at Confirm keeps what was typed, and books once when it is back', async ({
	page,
	site,
	context,
	noise,
}) => {
	noise.expect(/ERR_INTERNET_DISCONNECTED/)
	const guest = newGuest()
	await reachCheckout(page, barber)
	await hydrated(page)
	await fillDetails(page, guest)
	await context.setOffline(true)
	await confirm(page)
	await expect(page.getByRole('alert')).toContainText('We couldn’t reach the server.')
	await context.setOffline(false)
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await confirm(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('when the database cannot be reached the page says try again, keeps what was chosen and typed, and then books once', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site, noise }) => {
	noise.expect(/503/)
	const guest = newGuest()
	await reachCheckoutOfFreeDay(page, barber)
	await page.getByLabel('Hair Wash').check()
	await tickTip(page, '20%')
	await fillDetails(page, guest)
	site.proxy.inject({ kind: 'bad-gateway', writesOnly: true })
	await confirm(page)
	await expect(page.getByRole('alert')).toContainText('try again')
	site.proxy.heal()
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await expect(page.getByLabel('Hair Wash')).toBeChecked()
	// 3,500 and 15, and a fifth of it.
	await expect(page.getByRole('button', { name: /Confirm Booking/ })).toContainText('₦4,218')
	await confirm(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toEqual([expect.objectContaining({ totalKobo: 421_800 })])
})

test('a booking whose answer gets lost on its way is booked once, and nobody notices', {
	tag: ['@full', '@both-when-full'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, barber)
	await fillDetails(page, guest)
	site.proxy.inject({ kind: 'drop-after', writesOnly: true, onTrip: 1 })
	await confirm(page)
	await expectBooked(page)
	site.proxy.heal()
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

import { expect, test } from '#tests/support/browser-fixture.ts'
import { letHoldsRunOut } from './let-holds-run-out.ts'
import {
	chooseTime,
	confirm,
	expectBooked,
	fillDetails,
	newGuest,
	reachCheckout,
	reachTimes,
	type ServiceChoice,
	seeNextWeek,
} from './page-guest.ts'
import { storedAppointments } from './stored-appointments.ts'

/** With a named person: with any person a colleague would simply take over. */
const wash: ServiceChoice = {
	shopId: 'kofi-and-curls',
	shop: 'Kọfí & Curls',
	service: 'Wash and go',
	staff: 'Ifeọma',
}

test('a time that another guest just took is a Booking Conflict with the nearest time already chosen', {
	tag: '@both',
}, async ({ page, newVisitor, noise }) => {
	noise.expect(/409/)
	await reachTimes(page, wash)
	await page.getByRole('radio').first().check()
	const faster = await (await newVisitor()).newPage()
	await reachCheckout(faster, wash)

	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Conflict')
	const nearest = page.getByRole('group', { name: 'Nearest free times' })
	await expect(nearest.getByRole('radio', { checked: true })).toHaveCount(1)
	const starts = await nearest
		.getByRole('radio')
		.evaluateAll((radios) => radios.map((radio) => Number(radio.getAttribute('value'))))
	expect(starts).toEqual(starts.toSorted((a, b) => a - b))
	await expect(page.getByText('Your details are saved')).toHaveCount(0)
	await page.getByRole('button', { name: 'Book this time' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	await expect(page.getByText(/is yours until/)).toBeVisible()
})

test('a colleague who is free at the taken time is offered', { tag: ['@deep', '@both'] }, async ({
	page,
	newVisitor,
	noise,
}) => {
	noise.expect(/409/)
	const faster = await (await newVisitor()).newPage()
	for (const visitor of [page, faster]) {
		await reachTimes(visitor, wash)
		// A day without bookings: neither of the two.
		await seeNextWeek(visitor)
		await visitor.getByRole('radio').last().check()
	}
	await faster.getByRole('button', { name: 'Continue to Checkout' }).click()
	await expect(faster.getByText(/is yours until/)).toBeVisible()

	await page.getByRole('button', { name: 'Continue to Checkout' }).click()
	await page.getByRole('button', { name: /Zainab/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	await expect(page.getByText(/Wash and go.*Zainab/)).toBeVisible()
})

test('a time that ran out is said; it can be kept again, with what was typed', {
	tag: ['@deep', '@both'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, wash)
	await letHoldsRunOut(site, page)
	await page.reload()
	await expect(page.getByText(/Your hold on .+ has ended/)).toBeVisible()
	await fillDetails(page, guest)
	await page.getByRole('button', { name: 'Hold it again' }).click()
	await expect(page.getByText(/is yours until/)).toBeVisible()
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await confirm(page)
	await expectBooked(page)
})

test('a time that ran out and is still free is booked at once', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site }) => {
	const guest = newGuest()
	await reachCheckout(page, wash)
	await fillDetails(page, guest)
	await letHoldsRunOut(site, page)
	await confirm(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('a time that ran out and was taken is a Booking Conflict, and what was typed is kept', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, newVisitor, noise }) => {
	noise.expect(/409/)
	const guest = newGuest()
	await reachCheckout(page, wash)
	await fillDetails(page, guest)
	await letHoldsRunOut(site, page)
	const faster = await (await newVisitor()).newPage()
	await reachCheckout(faster, wash)

	await confirm(page)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking Conflict')
	await page.getByRole('button', { name: 'Book this time' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Checkout')
	await expect(page.getByLabel('First name')).toHaveValue(guest.firstName)
	await expect(page.getByLabel('Email')).toHaveValue(guest.email)
	await confirm(page)
	await expectBooked(page)
	expect(await storedAppointments(site, guest)).toHaveLength(1)
})

test('choosing another time lets the first one go', { tag: ['@deep', '@both'] }, async ({
	page,
	newVisitor,
}) => {
	const scalp = { ...wash, service: 'Scalp care' }
	await reachTimes(page, scalp)
	const first = await page.getByRole('radio').first().getAttribute('value')
	await chooseTime(page, 0)
	await page.getByRole('button', { name: 'Time', exact: true }).click()
	await chooseTime(page, -1)
	const other = await (await newVisitor()).newPage()
	await reachTimes(other, scalp)
	await expect(other.locator(`input[value="${first}"]`)).toBeAttached()
})

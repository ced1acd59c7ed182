import type { Page } from '@playwright/test'
import { signSlotWaitLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { chooseService } from '#app/flows/booking/choose-services.server.ts'
import { chooseStaff } from '#app/flows/booking/choose-staff.server.ts'
import { holdSlot } from '#app/flows/booking/hold-slot.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import { addDays } from '#app/kernel/civil.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { bookingDeps, cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { bookAs, newGuest, reachFirstTimes } from './page-guest.ts'
import { carrySession, signIn } from './sign-in.ts'

// Outside quiet hours, whenever the test runs.
const zone = zoneAtNoon(Date.now())
const tomorrow = addDays(civilAt(zone, Date.now()).date, 1)
const day = shortDateLabel(tomorrow)
let shopsSoFar = 0

/** A shop with time for one visit a day, which is booked tomorrow. */
async function fullTomorrow(site: Site) {
	const id = `queue-${process.pid}-${++shopsSoFar}`
	const shop = await addSmallShop(site.database.client, id, { zone, staff: { Ada: { hours: [540, 600] } } })
	const deps = bookingDeps(site.database.url)
	const now = Date.now()
	const startsAt = instantOf(zone, tomorrow, 540) ?? 0
	const caller = { networkKey: null }
	const chosen = await chooseService(deps, { draftId: null, serviceId: shop.idOf('cut'), caller, now })
	const draftId = chosen.ok ? chosen.value.draftId : ''
	await chooseStaff(deps, { draftId, position: 0, staff: 'any', now })
	await holdSlot(deps, { draftId, startsAt, caller, now })
	const contact = { ...newGuest(), phone: '+2348030000001' }
	const choices = { ...cashChoices, contact }
	const seen = { startsAt, totalKobo: 500_000, cashbackKobo: 0 }
	const booked = await readAndBook(deps, { draftId, choices, contact, seen, now })
	if (!booked.ok) throw new Error(booked.refusal)
	return {
		choice: { shopId: id, shop: id, service: 'cut' },
		/** The visit is cancelled, and the job of the next minute runs. */
		async freeUp() {
			const { appointmentId } = booked.value
			expect(
				await cancelAppointment(deps, { by: { kind: 'customer', appointmentId }, now: Date.now() }),
			).toMatchObject({ ok: true })
			expect(await site.worker.scheduled()).toBe('ok')
		},
	}
}

async function linkOf(site: Site, email: string) {
	const [wait] = await site.database.rows('SELECT id FROM slot_waits WHERE email = ?', email)
	return waitPlacePath(await signSlotWaitLink([scratchCookieKey], String(wait?.id)))
}

async function openWaiting(page: Page, choice: Parameters<typeof reachFirstTimes>[1]) {
	await reachFirstTimes(page, choice)
	await expect(page.getByText(`${day} is full.`)).toBeVisible()
	await page.getByRole('link', { name: 'Tell me if a time frees up' }).click()
	await expect(page.getByRole('radio', { name: day })).toBeChecked()
}

test('a guest waits for a full day, gets the freed time held by mail, and books it in another browser', {
	tag: '@both',
}, async ({ page, site, newVisitor }) => {
	const { choice, freeUp } = await fullTomorrow(site)
	const guest = newGuest()
	await openWaiting(page, choice)
	await page.getByLabel('First name').fill(guest.firstName)
	await page.getByLabel('Last name').fill(guest.lastName)
	await page.getByLabel('Email').fill(` ${guest.email} `)
	await page.getByLabel('Phone number').fill(guest.phone)
	await page.getByRole('button', { name: 'Tell me' }).click()
	await expect(page.getByText(`You’re on the list for ${day}`)).toBeVisible()

	const link = await linkOf(site, guest.email)
	const other = await (await newVisitor()).newPage()
	await other.goto(site.url + link)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('You’re on the list')
	await other.getByRole('button', { name: 'Confirm my email' }).click()
	await expect(other.getByText('Email confirmed')).toBeVisible()

	await freeUp()
	await other.goto(site.url + link)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('A time is held for you')
	await expect(other.getByText('Tomorrow, 9:00 AM', { exact: true })).toBeVisible()
	await other.getByRole('button', { name: 'Book this time' }).click()
	await expect(other.getByRole('heading', { name: 'Checkout' })).toBeVisible()
	await expect(other.getByLabel('Email')).toHaveValue(guest.email)
	await bookAs(other, guest)
	await other.goto(site.url + link)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('You’ve booked')
})

test('a client waits with one tap, sees it among the appointments, and leaves; nobody else opens the place', {
	tag: ['@full', '@both-when-deep'],
}, async ({ page, site, newVisitor }) => {
	const { choice, freeUp } = await fullTomorrow(site)
	await signIn(page, site, { isVerified: true })
	await openWaiting(page, choice)
	await page.getByRole('button', { name: 'Tell me' }).click()
	await expect(page.getByText(`You’re on the list for ${day}`)).toBeVisible()
	await freeUp()
	await page.goto('/appointments')
	await page.getByRole('link', { name: /held for you until/ }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('A time is held for you')
	const address = page.url()

	const stranger = await newVisitor()
	const { token } = await addSignedInPerson(site.database, { at: Date.now(), isVerified: true })
	await carrySession(stranger, site, { token })
	expect((await stranger.request.get(address)).status()).toBe(404)
	const posted = await stranger.request.post(address, {
		form: { intent: 'leave' },
		headers: { origin: site.url },
	})
	expect(posted.status()).toBe(404)

	await page.getByRole('button', { name: 'Leave the list' }).click()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You left the list')
	await page.goto('/appointments')
	await expect(page.getByRole('heading', { name: 'Waiting for a time' })).toHaveCount(0)
})

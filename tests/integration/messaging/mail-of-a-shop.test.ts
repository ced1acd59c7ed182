import { expect, test } from 'vitest'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import type { WalkInCustomer } from '#app/flows/booking/plan-walk-in.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { newContact, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { mailTo } from '#tests/support/mail-to.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withBookingDesk('mail-of-a-shop')

const reason = 'Send ₦5,000 to 0123456789'
const typed = (email: string): WalkInCustomer => ({ ...newContact(), email, userId: null })

let bookings = 0
/** As a shop's program or its desk books for an address that it types. */
async function bookFor(shop: SmallShop, customer: WalkInCustomer): Promise<string> {
	const booked = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: null,
		startsAt: ten + (bookings % 8) * HOUR_MS,
		isByPhone: true,
		customer,
		draftId: `of-a-shop-${++bookings}`,
		now: desk.clock.now,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.appointmentId
}

async function cancel(shop: SmallShop, appointmentId: string): Promise<void> {
	const [row] = await desk.rows(
		'SELECT reference_number AS reference FROM appointments WHERE id = ?',
		appointmentId,
	)
	const by = { kind: 'shop', shopId: shop.id, referenceNumber: String(row?.reference), reason } as const
	expect(await cancelAppointment(desk.deps, { by, now: desk.clock.now })).toMatchObject({ ok: true })
}

/** How many mails to this mailbox go out, timed ones apart. */
const goingOut = (mailbox: string) =>
	desk.count(
		`SELECT count(*) FROM outbox WHERE mailbox = ? AND withheld_at IS NULL AND kind <> 'visit_reminder'`,
		mailbox,
	)

/** As many mails as a shop has sent to strangers an hour ago. */
const sentByShop = ({ id: shopId }: SmallShop, mails: number) =>
	desk.change(
		`INSERT INTO outbox (id, kind, dedupe_key, recipient_email, by_shop_id, payload, created_at, next_attempt_at, sent_at)
			SELECT ?1 || value, 'test', ?1 || value, value || '@example.com', ?1, '{}', ?2, ?2, ?2 FROM json_each(?3)`,
		shopId,
		desk.clock.now - HOUR_MS,
		JSON.stringify(Array.from({ length: mails }, (_, i) => i)),
	)

test('S36: a shop that books for a stranger and cancels again mails them five times a day, in all spellings', async () => {
	const shop = await desk.newShop()
	for (let n = 0; n < 4; n++) await cancel(shop, await bookFor(shop, typed(`victim+${n}@example.com`)))
	expect(await goingOut('victim@example.com')).toBe(5)
})

test('S36: a customer’s own booking that the shop cancels is told, however many mails the address had', async () => {
	const shop = await desk.newShop()
	const contact = newContact()
	const guest = await desk.atCheckout(shop.idOf('cut'), 'any', contact)
	const booked = await guest.book()
	if (!booked.ok) throw new Error(booked.refusal)
	const elsewhere = await desk.newShop()
	for (let n = 0; n < 5; n++) await bookFor(elsewhere, typed(contact.email))
	await cancel(shop, booked.value.appointmentId)
	expect(await goingOut(contact.email)).toBe(6)
})

test('D33: a shop mails unproven addresses 200 times a day about what it made itself; customers’ own bookings go on', async () => {
	const { deps, clock } = desk
	const [shop, other] = [await desk.newShop(), await desk.newShop()]
	await sentByShop(shop, 199)
	const isMailed = async (of: SmallShop, customer: WalkInCustomer) =>
		(await deps.booking.appointments.appointment(await bookFor(of, customer)))?.isMailWithheld === false
	expect(await isMailed(shop, typed('last@example.com'))).toBe(true)
	expect(await isMailed(shop, typed('one-too-many@example.com'))).toBe(false)
	expect(await isMailed(other, typed('elsewhere@example.com'))).toBe(true)
	const proven = await newLoyalCustomer(desk.database(), deps, clock)
	expect(await isMailed(shop, { ...newContact(), email: proven.email, userId: proven.userId })).toBe(true)
	const own = await desk.atCheckout(shop.idOf('cut'))
	expect(await own.book()).toMatchObject({ ok: true })
	expect(await goingOut(own.contact.email)).toBe(1)

	clock.now += DAY_MS - HOUR_MS + 1
	expect(await isMailed(shop, typed('next-day@example.com'))).toBe(true)
})

test('D33: a reminder of what a shop booked itself is withheld where the shop had its mails of the day', async () => {
	const { deps, clock } = desk
	const shop = await desk.newShop()
	const [told, over] = [
		await bookFor(shop, typed('told@example.com')),
		await bookFor(shop, typed('over@example.com')),
	]
	const remind = async (appointmentId: string) => {
		const [due] = await desk.rows(
			`SELECT id, next_attempt_at AS at FROM outbox
				WHERE kind = 'visit_reminder' AND payload ->> 'appointmentId' = ? ORDER BY next_attempt_at`,
			appointmentId,
		)
		clock.now = Number(due?.at)
		await deps.writeBatch([deps.messaging.outbox.withholdDue(clock.now)])
		const [reminder] = await desk.rows('SELECT withheld_at AS at FROM outbox WHERE id = ?', String(due?.id))
		return reminder?.at
	}
	expect(await remind(told)).toBeNull()
	await sentByShop(shop, 200)
	expect(await remind(over)).toBe(clock.now)
})

test('D33: a cancellation carries the shop’s words to a proven address; others read them on the page of the booking', async () => {
	const shop = await desk.newShop()
	const stranger = await bookFor(shop, typed('stranger@example.com'))
	await cancel(shop, stranger)
	const told = await mailTo(desk, stranger, 'cancelled')
	expect(told.text).toContain('The shop cancelled this booking.')
	expect(told.text + told.html).not.toContain('0123456789')
	expect(told.text).toMatch(/See why:\nhttps:\/\/wakati\.example\/booking\/confirmation\?/)

	const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	await customer.book(shop.idOf('cut'), ten)
	const [own] = await desk.rows(
		`SELECT id FROM appointments WHERE shop_id = ? AND status <> 'CANCELLED'`,
		shop.id,
	)
	await cancel(shop, String(own?.id))
	expect((await mailTo(desk, String(own?.id), 'cancelled')).text).toContain(
		`The shop cancelled this booking: ${reason}`,
	)
})

test('D33: the name of a reward is the shop’s words too, and is mailed to a proven address alone', async () => {
	const { deps, clock, database } = desk
	const shop = await desk.newShop()
	const program = await addProgram(database(), {
		shopId: shop.id,
		card: { visitsRequired: 5, milestones: [{ at: 1 }] },
	})
	const earned = async (isProven: boolean) => {
		const customer = await newLoyalCustomer(database(), deps, clock)
		await customer.join(program)
		if (!isProven)
			await desk.change('UPDATE users SET email_verified_at = NULL WHERE id = ?', customer.userId)
		const reference = await customer.keepAppointment(shop.idOf('cut'), ten + (isProven ? 0 : HOUR_MS))
		const [row] = await desk.rows('SELECT id FROM appointments WHERE reference_number = ?', reference)
		return (await mailTo(desk, String(row?.id), 'reward_earned')).subject
	}
	expect(await earned(true)).toMatch(/^You earned Reward at 1 at /)
	expect(await earned(false)).toMatch(/^You earned a reward at /)
})

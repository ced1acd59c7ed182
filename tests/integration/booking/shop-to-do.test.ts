import { expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { reportProblem } from '#app/flows/booking/problem-reports.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { ten, withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('to-do')

async function newShop() {
	const shop = await desk.newShop()
	const caller = { secretHash: hashSecretToken(newSecretToken()), kind: 'kiosk' } as const
	const key = {
		...caller,
		role: 'desk',
		id: newId(),
		shopId: shop.id,
		name: 'Desk',
		pinHash: 'x',
		now: ten,
	} as const
	await desk.deps.writeBatch([desk.deps.shops.accessKeys.insertKey(key)])
	return { shop, caller }
}

async function book(shopId: string) {
	const guest = await desk.atCheckout(`${shopId}-cut`)
	const booked = await guest.book()
	if (!booked.ok) throw new Error('not booked')
	const { appointmentId } = booked.value
	const [row] = await desk.rows('SELECT reference_number FROM appointments WHERE id = ?', appointmentId)
	return { appointmentId, referenceNumber: String(row?.reference_number) }
}

test('what waits is counted by day, listed with its names, and another shop’s is not', async () => {
	const [{ shop, caller }, other] = [await newShop(), await newShop()]
	const { referenceNumber, appointmentId } = await book(shop.id)
	const views = desk.deps.booking.appointmentViews
	const date = '2026-11-24'
	expect(await views.toDoCounts(caller, desk.clock.now)).toEqual({
		unclosed: [],
		newAhead: [[date, 1]],
		problems: 0,
		orders: 0,
		deposits: 0,
		payoutAccountFrom: null,
	})
	expect((await views.toDoOfShop(caller, desk.clock.now)).newAhead).toMatchObject([
		{ referenceNumber, date, serviceNames: 'cut', staffNames: 'Ada Obi' },
	])
	// The booking of four days ago is no longer new.
	expect((await views.toDoCounts(caller, desk.clock.now + 4 * DAY_MS)).newAhead).toEqual([])

	const now = ten + 2 * HOUR_MS
	const reported = await reportProblem(desk.deps, {
		appointmentId,
		kind: 'other',
		words: 'Too short',
		now,
	})
	expect(reported).toMatchObject({ ok: true })
	expect(await views.toDoCounts(caller, now)).toMatchObject({
		unclosed: [[date, 1]],
		newAhead: [],
		problems: 1,
	})
	const { unclosed, problems } = await views.toDoOfShop(caller, now)
	expect(unclosed).toMatchObject([{ referenceNumber }])
	expect(problems).toMatchObject([{ referenceNumber, kind: 'other', reportedAt: now }])
	expect((await views.toDoCounts(caller, now + 20 * DAY_MS)).unclosed).toEqual([])

	const nothing = { unclosed: [], newAhead: [], problems: 0, orders: 0, deposits: 0, payoutAccountFrom: null }
	expect(await views.toDoCounts(other.caller, now)).toEqual(nothing)
	expect(await views.toDoCounts({ secretHash: 'none', kind: 'kiosk' }, now)).toEqual(nothing)
})

test('D58: a newer account for payouts is told until it is in use or stopped, and to its shop alone', async () => {
	const [{ shop, caller }, other] = [await newShop(), await newShop()]
	const { now } = desk.clock
	const fromAt = async (at = now, of = caller) =>
		(await desk.deps.booking.appointmentViews.toDoCounts(of, at)).payoutAccountFrom
	const add = (id: string, confirmedAt: number, usableAt: number) =>
		desk.rows(
			`INSERT INTO payout_accounts (id, shop_id, bank_code, bank_name, account_number, holder_name, set_by, confirmed_at, usable_at)
				VALUES (?, ?, '044', 'Access Bank', '0000001234', 'ADA OBI', 'operator', ?, ?)`,
			...[`${shop.id}-${id}`, shop.id, confirmedAt, usableAt],
		)
	await add('first', now - DAY_MS, now)
	expect(await fromAt()).toBeNull()
	await add('second', now, now + DAY_MS)
	expect(await fromAt()).toBe(now + DAY_MS)
	expect(await fromAt(now, other.caller)).toBeNull()
	expect(await fromAt(now + DAY_MS)).toBeNull()
	await desk.rows('UPDATE payout_accounts SET stopped_at = 1 WHERE id = ?', `${shop.id}-second`)
	expect(await fromAt()).toBeNull()
})

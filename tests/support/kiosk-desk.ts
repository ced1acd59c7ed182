import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { DeviceOf } from '#app/domain/shops/access-key-repository.server.ts'
import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { kioskKeyHeader, touchHeader } from '#app/http/kiosk-cookies.server.ts'
import { hashPin } from '#app/http/kiosk-pin.server.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { bookingDeps } from './flow-deps.ts'
import { zoneAtNoon } from './session-desk.ts'
import { addSmallShop, type SmallShop } from './small-shop.ts'

/*
 * A shop that is open day and night, on whose clock it is noon, with its kiosk. Nothing here imports vitest, because
 * tests in a browser import this file too.
 */

type Place = Pick<Site, 'url' | 'database'>

export const pin = '7305'
let shopsSoFar = 0

/** Ada and Bola cut for half an hour, at ₦5,000. */
export function addKioskShop({ database }: Place, name = `kiosk-shop-${++shopsSoFar}`): Promise<SmallShop> {
	const allDay: [number, number] = [0, 1440]
	return addSmallShop(database.client, name, {
		zone: zoneAtNoon(Date.now()),
		hours: allDay,
		staff: { Ada: { hours: allDay }, Bola: { hours: allDay } },
		services: { cut: { minutes: 30 } },
	})
}

/** A link as the operator prints it. */
export async function newKioskLink(
	{ database }: Place,
	shopId: string,
	{
		now = Date.now(),
		expiresAt = now + HOUR_MS,
		role = 'desk',
	}: { now?: Instant; expiresAt?: Instant; role?: TestDevice } = {},
): Promise<string> {
	const token = newSecretToken()
	const deps = bookingDeps(database.url)
	await deps.writeBatch(
		deps.shops.accessKeys.insertLink({
			tokenHash: hashSecretToken(token),
			shopId,
			name: 'Front desk',
			...deviceOf(role),
			expiresAt,
			now,
		}),
	)
	return token
}

/** The role of a device; of a person's, the id of that member of staff. */
export type TestDevice = 'desk' | 'owner' | { person: string }

function deviceOf(device: TestDevice): DeviceOf {
	return typeof device === 'string' ? { role: device } : { role: 'person', staffMemberId: device.person }
}

export type Kiosk = { keyId: string; secret: string; cookies: { name: string; value: string }[] }

/** A device that is a kiosk and unlocked: the cookies of its browser. */
export async function addKiosk(
	{ url, database }: Place,
	shopId: string,
	role: TestDevice = 'desk',
): Promise<Kiosk> {
	const deps = bookingDeps(database.url)
	const secret = newSecretToken()
	const caller = { secretHash: hashSecretToken(secret), kind: 'kiosk' } as const
	const keyId = newId()
	const now = Date.now()
	const pinHash = hashPin([scratchCookieKey], caller, pin)
	await deps.writeBatch([
		deps.shops.accessKeys.insertKey({
			...caller,
			...deviceOf(role),
			...{ id: keyId, shopId, name: 'Front desk', pinHash, now },
		}),
	])
	const request = new Request(url)
	const cookies = [
		kioskKeyHeader(request, secret),
		touchHeader(request, [scratchCookieKey], caller, {
			at: now,
			ownerAt: role === 'owner' ? now : 0,
			pinAt: now,
			lockCount: 0,
		}),
	].map((header) => {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? []
		return { name, value }
	})
	return { keyId, secret, cookies }
}

/** A time that waits for its deposit, of half the price; its id and the code of its link. */
export async function addDeposit(
	{ database }: Place,
	{ id: shopId, idOf }: SmallShop,
	{
		inMinutes,
		email = null,
		firstName = 'Amaka',
	}: { inMinutes: number; email?: string | null; firstName?: string },
): Promise<{ id: string; code: string }> {
	await database.change(`UPDATE shops SET deposit_kind = 'percent', deposit_value = 50 WHERE id = ?`, shopId)
	const id = newId()
	const now = Date.now()
	const asked = await askDeposit(
		{ ...bookingDeps(database.url), onlinePayments: { minimumKobo: 100_00 } },
		{
			shopId,
			serviceIds: [idOf('cut')],
			staffMemberId: null,
			startsAt: now + inMinutes * MINUTE_MS,
			customer: { firstName, lastName: 'Obi', email, phone: '+2348035550199', userId: null },
			draftId: id,
			now,
		},
	)
	if (!asked.ok) throw new Error(asked.refusal)
	const [link] = await database.rows('SELECT code FROM deposit_links WHERE checkout_id = ?', id)
	return { id, code: String(link?.code) }
}

/** A booked visit that begins some minutes from now; gives its reference. */
export async function addAppointment(
	{ database }: Place,
	{ id: shopId, idOf }: SmallShop,
	appointment: {
		inMinutes: number
		staff?: string
		firstName?: string
		userId?: string
		method?: 'CASH' | 'TRANSFER'
	},
): Promise<string> {
	const { inMinutes, staff = 'Ada', firstName = 'Amaka', userId = null, method = 'CASH' } = appointment
	const startsAt = Math.floor(Date.now() / MINUTE_MS + inMinutes) * MINUTE_MS
	const booked = await bookWalkIn(bookingDeps(database.url), {
		shopId,
		serviceIds: [idOf('cut')],
		staffMemberId: idOf(staff),
		startsAt,
		customer: { firstName, lastName: 'Obi', email: null, phone: null, userId },
		draftId: newId(),
		now: startsAt,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	const { referenceNumber } = booked.value
	await database.change(
		'UPDATE appointments SET is_walk_in = 0, arrived_at = NULL, payment_method = ? WHERE reference_number = ?',
		method,
		referenceNumber,
	)
	await database.change(
		`UPDATE checkouts SET payment_method = ?, payment_choice = ? WHERE id = (SELECT checkout_id FROM appointments WHERE reference_number = ?)`,
		method,
		method.toLowerCase(),
		referenceNumber,
	)
	return referenceNumber
}

/** What a customer wrote of a completed visit; gives its id. `minutesAgo` is its place in the list too. */
export async function addReview(
	place: Place,
	shop: SmallShop,
	{ minutesAgo, rating = 4, comment = 'Lovely' }: { minutesAgo: number; rating?: number; comment?: string },
): Promise<string> {
	const reference = await addAppointment(place, shop, { inMinutes: -minutesAgo })
	await place.database.change(
		`UPDATE appointments SET status = 'COMPLETED', completed_at = ends_at WHERE reference_number = ?`,
		reference,
	)
	await place.database.change(
		`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, comment, created_at)
			SELECT id, shop_id, client_id, ?, ?, ends_at FROM appointments WHERE reference_number = ?`,
		rating,
		comment,
		reference,
	)
	const [review] = await place.database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	return String(review?.id)
}

/** A tenth off a visit, earned yesterday by a customer with an account; gives its code. */
export async function addReward(place: Place, shop: SmallShop, userId: string): Promise<string> {
	const reference = await addAppointment(place, shop, { inMinutes: -24 * 60, userId })
	const now = Date.now()
	const code = newReadableCode(8)
	const appointment = await place.database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	const named = {
		code,
		shopId: shop.id,
		userId,
		now,
		endsAt: now + DAY_MS,
		appointmentId: String(appointment[0]?.id),
	}
	const reward = `'discount', 10, 'percent', '10% off your visit'`
	await place.database.client.batch(
		[
			`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, minimum_spend_kobo, created_at)
				VALUES (:code, :shopId, 'punch_card', 'Card', 'active', 0, 0)`,
			`INSERT INTO punch_cards (program_id, visits_required, is_cyclic) VALUES (:code, 5, 1)`,
			`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
				VALUES (:code, :code, 1, ${reward})`,
			`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at)
				VALUES (:code, :code, :shopId, :userId, 0)`,
			`INSERT INTO rewards (id, enrollment_id, shop_id, user_id, milestone_id, cycle_count, appointment_id, reward_kind, value, unit,
					description, code, earned_at, expires_at)
				VALUES (:code, :code, :shopId, :userId, :code, 0, :appointmentId, ${reward}, :code, :now, :endsAt)`,
		].map((sql) => ({
			sql,
			args: Object.fromEntries(Object.entries(named).filter(([name]) => sql.includes(`:${name}`))),
		})),
		'write',
	)
	return code
}

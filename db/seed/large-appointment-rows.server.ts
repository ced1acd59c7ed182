import { addDays, type CivilDate, timeText } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { CLOSES_MINUTE, largeServices, largeShopId, OPENS_MINUTE } from './large-shop-rows.server.ts'
import { seededReference } from './pseudo-random.ts'
import type { SeedRows } from './seed-rows.server.ts'

/** Coming visits in a calendar, at most: pages stay comparable as the past grows. */
const UPCOMING_APPOINTMENTS = 10
const APPOINTMENT_MINUTES = 30
/** A calendar's past is full. */
const PAST_APPOINTMENTS_PER_DAY = (CLOSES_MINUTE - OPENS_MINUTE) / APPOINTMENT_MINUTES
const APPOINTMENTS_PER_CLIENT = 5
const REVIEW_EVERY = 4

/**
 * First up to ten visits in the coming week, then back from yesterday, each day filled. `serial` numbers all visits of
 * the database.
 */
export function addLargeAppointmentRows(
	rows: SeedRows,
	appointment: { shopIndex: number; nth: number; serial: number },
	today: CivilDate,
	todayStartsAt: Instant,
): void {
	const { shopIndex, nth, serial } = appointment
	const { dayOffset, startMinute } = findPlace(nth)
	const shopId = largeShopId(shopIndex)
	const staffMemberId = `${shopId}-staff`
	const service = largeServices[0]
	const serviceId = `${shopId}-${service.key}`
	const id = `${shopId}-visit-${nth}`
	const clientNumber = Math.floor(nth / APPOINTMENTS_PER_CLIENT)
	const clientId = `${shopId}-client-${clientNumber}`
	const contact = {
		firstName: 'Guest',
		lastName: String(clientNumber),
		email: `guest.${clientNumber}@example.com`,
		phone: null,
	}
	const startsAt = todayStartsAt + dayOffset * DAY_MS + startMinute * MINUTE_MS
	const endsAt = startsAt + service.durationMinutes * MINUTE_MS
	const createdAt = Math.min(startsAt, todayStartsAt) - DAY_MS
	const isPast = dayOffset < 0
	if (nth % APPOINTMENTS_PER_CLIENT === 0) rows.clients.push({ id: clientId, shopId, ...contact, createdAt })
	rows.checkouts.push({
		id: `${id}-checkout`,
		shopId,
		clientId,
		draftId: `${id}-draft`,
		subtotalKobo: service.priceKobo,
		discountKobo: 0,
		tipKobo: 0,
		totalKobo: service.priceKobo,
		paymentChoice: 'cash',
		paymentMethod: 'CASH',
		status: 'COMPLETED',
		...contact,
		createdAt,
	})
	const date = addDays(today, dayOffset)
	const endMinute = startMinute + service.durationMinutes
	rows.calendarEntries.push({
		id,
		shopId,
		staffMemberId,
		serviceId,
		appointmentId: id,
		date,
		startMinute,
		endMinute,
		startsAt,
		endsAt,
		blockedUntilAt: endsAt,
		writtenAt: createdAt,
	})
	rows.appointments.push({
		id,
		referenceNumber: seededReference(serial),
		shopId,
		clientId,
		checkoutId: `${id}-checkout`,
		serviceId,
		staffMemberId,
		segmentCount: 1,
		scheduledDate: date,
		scheduledTime: timeText(startMinute),
		startsAt,
		endsAt,
		durationMinutes: service.durationMinutes,
		totalKobo: service.priceKobo,
		tipKobo: 0,
		discountKobo: 0,
		paymentStatus: isPast ? 'completed' : 'pending',
		status: isPast ? 'COMPLETED' : 'SCHEDULED',
		completedAt: isPast ? endsAt : null,
		paidAtShopKobo: isPast ? service.priceKobo : 0,
		refundableUntilAt: startsAt - DAY_MS,
		createdAt,
	})
	rows.appointmentServices.push({
		appointmentId: id,
		position: 0,
		serviceId,
		staffMemberId,
		name: service.name,
		priceKobo: service.priceKobo,
		durationMinutes: service.durationMinutes,
	})
	if (isPast) addReview(rows, { id, shopId, clientId, nth, endsAt })
}

/** Every fourth past visit has three to five stars. */
function addReview(
	rows: SeedRows,
	{
		id,
		shopId,
		clientId,
		nth,
		endsAt,
	}: Record<'id' | 'shopId' | 'clientId', string> & { nth: number; endsAt: Instant },
): void {
	if (nth % REVIEW_EVERY !== 0) return
	const rating = 3 + (nth % 3)
	rows.reviews.push({ appointmentId: id, shopId, clientId, rating, comment: '', createdAt: endsAt })
}

function findPlace(nth: number): { dayOffset: number; startMinute: number } {
	if (nth < UPCOMING_APPOINTMENTS) {
		// Over the next seven days, mornings first, then afternoons.
		return { dayOffset: nth % 7, startMinute: OPENS_MINUTE + 120 + 240 * Math.floor(nth / 7) }
	}
	const past = nth - UPCOMING_APPOINTMENTS
	return {
		dayOffset: -1 - Math.floor(past / PAST_APPOINTMENTS_PER_DAY),
		startMinute: OPENS_MINUTE + (past % PAST_APPOINTMENTS_PER_DAY) * APPOINTMENT_MINUTES,
	}
}

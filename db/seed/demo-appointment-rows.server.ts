import { timeText } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA, percentOf } from '#app/kernel/money.ts'
import { storedPaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import { bookDemoAppointments, type DemoAppointment } from './book-demo-appointments.server.ts'
import { demoClient } from './demo-accounts.ts'
import { addClientRows, clientId, demoContact } from './demo-client-rows.server.ts'
import type { DemoPromoCode } from './demo-extras.ts'
import { promoCodeId } from './demo-promo-rows.server.ts'
import type { DemoSeed, DemoShop } from './demo-shop.ts'
import { demoPeople } from './people.ts'
import type { PlannedAppointment } from './plan-appointments.ts'
import { type PseudoRandom, pseudoRandom, seededReference } from './pseudo-random.ts'
import { complaint, mixed, praise } from './review-comments.ts'
import type { AvailabilityRows, BookingRows } from './seed-tables.ts'

/** With the calendar times that appointments take. */
type Rows = BookingRows & Pick<AvailabilityRows, 'calendarEntries'>

/** Past and coming visits of each shop, each as if booked, with reviews. */
export function addAppointmentRows(rows: Rows, seed: DemoSeed): void {
	for (const shop of seed.shops) addAppointmentsOfShop(rows, shop, seed)
}

function addAppointmentsOfShop(rows: Rows, shop: DemoShop, seed: DemoSeed): void {
	const { todayStartsAt } = seed
	const random = pseudoRandom(`${shop.shopId} visits`)
	const { appointments, reviewedUntil } = bookDemoAppointments(shop, seed, random)
	const unusedCodes = (shop.promoCodes ?? []).flatMap((promo) =>
		Array.from({ length: promo.uses ?? 0 }, () => promo),
	)
	addClientRows(rows, shop, appointments)
	appointments.forEach((appointment, i) => {
		const id = `${shop.shopId}-visit-${String(i + 1).padStart(3, '0')}`
		const price = priceAppointment(
			appointment,
			takeUsableCode(unusedCodes, appointment, todayStartsAt),
			random,
		)
		addRowsOfAppointment(rows, shop, id, appointment, price, random)
	})
	addReviewRows(rows, shop, appointments.slice(0, reviewedUntil), todayStartsAt)
}

type AppointmentPrice = {
	subtotalKobo: number
	discountKobo: number
	tipKobo: number
	promo: DemoPromoCode | null
}

function addRowsOfAppointment(
	rows: Rows,
	shop: DemoShop,
	id: string,
	appointment: DemoAppointment,
	price: AppointmentPrice,
	random: PseudoRandom,
): void {
	const { status, startsAt, endsAt, createdAt } = appointment
	const totalKobo = price.subtotalKobo - price.discountKobo + price.tipKobo
	const choice = random.pick(
		shop.bankAccount ? (['cash', 'transfer', 'pos'] as const) : (['cash', 'pos'] as const),
	)
	const isPaid = status === 'COMPLETED'
	const first = appointment.services[0]
	if (!first) throw new Error(`a visit without a service: ${id}`)
	const person = demoPeople[appointment.person]
	const promoId = price.promo ? promoCodeId(shop, price.promo.code) : null
	const checkoutId = `${id}-checkout`
	rows.checkouts.push({
		id: checkoutId,
		shopId: shop.shopId,
		clientId: clientId(shop, appointment.person),
		draftId: `${id}-draft`,
		subtotalKobo: price.subtotalKobo,
		discountKobo: price.discountKobo,
		tipKobo: price.tipKobo,
		totalKobo,
		paymentChoice: choice,
		paymentMethod: storedPaymentMethod(choice),
		status: 'COMPLETED',
		firstName: person?.firstName ?? '',
		lastName: person?.lastName ?? '',
		...demoContact(appointment.person),
		createdAt,
	})
	if (promoId) {
		rows.promoUses.push({
			checkoutId,
			promoCodeId: promoId,
			amountKobo: price.subtotalKobo,
			usedAt: createdAt,
		})
	}
	rows.appointments.push({
		id,
		referenceNumber: seededReference(rows.appointments.length + 1),
		shopId: shop.shopId,
		clientId: clientId(shop, appointment.person),
		checkoutId,
		serviceId: first.id,
		staffMemberId: appointment.staffMember.id,
		segmentCount: appointment.services.length,
		scheduledDate: appointment.date,
		scheduledTime: timeText(appointment.startMinute),
		startsAt,
		endsAt,
		durationMinutes: appointment.durationMinutes,
		totalKobo,
		tipKobo: price.tipKobo,
		discountKobo: price.discountKobo,
		promoCodeId: promoId,
		paymentMethod: storedPaymentMethod(choice),
		paymentStatus: isPaid ? 'completed' : 'pending',
		status,
		refundableUntilAt: startsAt - shop.values.freeCancellationMinutes * MINUTE_MS,
		notes:
			appointment.services.length > 1
				? `Additional services: ${appointment.services
						.slice(1)
						.map((service) => service.name)
						.join(', ')}`
				: null,
		createdAt,
		cancelledAt: status === 'CANCELLED' ? createdAt + 6 * HOUR_MS : null,
		completedAt: isPaid ? endsAt : null,
		paidKobo: 0,
		paidAtShopKobo: isPaid ? totalKobo : 0,
	})
	addSegmentRows(rows, shop, id, appointment)
}

/** Each priced service, and its calendar time unless released. */
function addSegmentRows(
	rows: Rows,
	shop: DemoShop,
	appointmentId: string,
	appointment: DemoAppointment,
): void {
	const staffMemberId = appointment.staffMember.id
	let startMinute = appointment.startMinute
	appointment.services.forEach((service, position) => {
		const serviceId = service.id
		rows.appointmentServices.push({
			appointmentId,
			position,
			serviceId,
			staffMemberId,
			name: service.name,
			priceKobo: service.priceKobo,
			durationMinutes: service.durationMinutes,
		})
		const isLast = position === appointment.services.length - 1
		const endMinute = isLast
			? appointment.startMinute + appointment.durationMinutes
			: startMinute + service.durationMinutes
		const at = (minute: number) => appointment.startsAt + (minute - appointment.startMinute) * MINUTE_MS
		if (appointment.status !== 'CANCELLED' && appointment.status !== 'NO_SHOW') {
			rows.calendarEntries.push({
				id: `${appointmentId}-${position}`,
				shopId: shop.shopId,
				staffMemberId,
				serviceId,
				position,
				appointmentId,
				date: appointment.date,
				startMinute,
				endMinute,
				startsAt: at(startMinute),
				endsAt: at(endMinute),
				blockedUntilAt: at(endMinute + service.bufferMinutes),
				writtenAt: appointment.createdAt,
			})
		}
		startMinute = endMinute
	})
	for (const addOn of appointment.addOns) {
		rows.appointmentAddOns.push({
			appointmentId,
			addOnId: addOn.id,
			name: addOn.name,
			priceKobo: addOn.priceKobo,
			durationMinutes: addOn.durationMinutes,
		})
	}
}

function takeUsableCode(
	unused: DemoPromoCode[],
	appointment: DemoAppointment,
	todayStartsAt: Instant,
): DemoPromoCode | null {
	// The demo client's cashback must not depend on codes.
	if (appointment.status !== 'COMPLETED' || appointment.person === demoClient.person) return null
	const i = unused.findIndex(
		(promo) =>
			(promo.expiresOnDay === undefined ||
				appointment.createdAt < todayStartsAt + promo.expiresOnDay * DAY_MS) &&
			computeSubtotal(appointment) >= (promo.minimumNaira ?? 0) * KOBO_PER_NAIRA,
	)
	return i < 0 ? null : (unused.splice(i, 1)[0] ?? null)
}

function priceAppointment(
	appointment: DemoAppointment,
	promo: DemoPromoCode | null,
	random: PseudoRandom,
): AppointmentPrice {
	const subtotalKobo = computeSubtotal(appointment)
	const discountKobo = promo ? computeDiscount(promo, subtotalKobo) : 0
	const tipKobo = random.chance(0.2) ? percentOf(subtotalKobo - discountKobo, 10) : 0
	return { subtotalKobo, discountKobo, tipKobo, promo }
}

function computeDiscount(promo: DemoPromoCode, subtotalKobo: number): number {
	return promo.discountType === 'percent'
		? percentOf(subtotalKobo, promo.discountValue)
		: Math.min(subtotalKobo, promo.discountValue * KOBO_PER_NAIRA)
}

function computeSubtotal(appointment: PlannedAppointment): number {
	return [...appointment.services, ...appointment.addOns].reduce((sum, part) => sum + part.priceKobo, 0)
}

/** Reviews of completed visits, by their place among the shop's visits. */
function addReviewRows(
	rows: BookingRows,
	shop: DemoShop,
	appointments: readonly DemoAppointment[],
	todayStartsAt: Instant,
): void {
	const random = pseudoRandom(`${shop.shopId} reviews`)
	const unused = {
		praise: [...praise[shop.categoryIds[0] ?? 'hair-beauty']],
		mixed: [...mixed],
		complaint: [...complaint],
	}
	const reviewers = new Set<number>()
	appointments.forEach((appointment, i) => {
		if (appointment.status !== 'COMPLETED' || !random.chance(shop.history.reviewShare)) return
		// Each person reviews a shop once.
		if (reviewers.has(appointment.person)) return
		reviewers.add(appointment.person)
		const rating = random.chance(shop.history.fiveShare) ? 5 : random.pick([4, 4, 4, 4, 4, 3, 3, 2])
		const words = rating >= 4 ? unused.praise : rating === 3 ? unused.mixed : unused.complaint
		// Most people only tap the stars; no text appears twice in one shop.
		const comment = random.chance(0.5) ? (words.splice(random.below(words.length), 1)[0] ?? '') : ''
		const patience = Math.min(2 * DAY_MS, todayStartsAt - appointment.endsAt)
		rows.reviews.push({
			appointmentId: `${shop.shopId}-visit-${String(i + 1).padStart(3, '0')}`,
			shopId: shop.shopId,
			clientId: clientId(shop, appointment.person),
			rating,
			comment,
			createdAt: appointment.endsAt + Math.floor(random.next() * patience),
		})
	})
}

import { timeText } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA, percentOf } from '#app/kernel/money.ts'
import { type AppointmentStatus, storedPaymentMethod } from '#app/kernel/vocabulary/booking.ts'
import { DEFAULT_ZONE, instantOf } from '#app/kernel/zone.server.ts'
import type { AvailabilityRows } from './availability-tables.ts'
import type { BookingRows } from './booking-tables.ts'
import { demoClient } from './demo-accounts.ts'
import type { DemoPromoCode } from './demo-extras.ts'
import { promoCodeId } from './demo-promo-rows.server.ts'
import type { DemoSeed, DemoShop } from './demo-shop.ts'
import { demoPeople } from './people.ts'
import { type PlannedAppointment, planAppointments } from './plan-appointments.ts'
import { planEarlierAppointments } from './plan-earlier-appointments.ts'
import { type PseudoRandom, pseudoRandom, seededReference } from './pseudo-random.ts'
import { complaint, mixed, praise } from './review-comments.ts'

/** What booking seeds, and the times in the calendar that appointments keep. */
type Rows = BookingRows & Pick<AvailabilityRows, 'calendarEntries'>

/** The visits of each shop, past and upcoming, each as if it had been booked, with reviews of what was completed. */
export function addAppointmentRows(rows: Rows, seed: DemoSeed): void {
	for (const shop of seed.shops) addAppointmentsOfShop(rows, shop, seed)
}

function addAppointmentsOfShop(rows: Rows, shop: DemoShop, { today, todayStartsAt }: DemoSeed): void {
	const random = pseudoRandom(`${shop.shopId} visits`)
	const plan = planAppointments(shop, today)
	const appointments = [
		...plan.past.map((appointment) =>
			bookedAppointment(appointment, pastStatus(random), todayStartsAt, random),
		),
		...plan.upcoming.map((appointment) =>
			bookedAppointment(appointment, random.chance(0.3) ? 'CONFIRMED' : 'SCHEDULED', todayStartsAt, random),
		),
	]
	giveDemoClientAppointments(shop, appointments)
	const reviewedUntil = appointments.length
	for (const appointment of planEarlierAppointments(shop, today)) {
		const completed = bookedAppointment(appointment, 'COMPLETED', todayStartsAt, random)
		appointments.push({ ...completed, person: demoClient.person })
	}
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

type BookedAppointment = PlannedAppointment & {
	status: AppointmentStatus
	person: number
	startsAt: Instant
	endsAt: Instant
	createdAt: Instant
}

type AppointmentPrice = {
	subtotalKobo: number
	discountKobo: number
	tipKobo: number
	promo: DemoPromoCode | null
}

/** Completed visits of the demo client at the shops whose programs it joined, on any day that the data are made. */
const appointmentsOfDemoClient: Readonly<Record<string, number>> = {
	'ade-hair-studio': 3,
	'nailed-by-zina': 4,
	'garden-city-nails': 1,
	'kings-and-kuts': 2,
}

/** That many of a shop's completed visits are the demo client's, the newest of as many days; the rest are others'. */
function giveDemoClientAppointments(shop: DemoShop, appointments: readonly BookedAppointment[]): void {
	const wanted = appointmentsOfDemoClient[shop.shopId]
	if (wanted === undefined) return
	const days = new Set<string>()
	for (const appointment of appointments.toSorted((a, b) => b.startsAt - a.startsAt)) {
		if (appointment.status !== 'COMPLETED') continue
		const isGiven = days.size < wanted && !days.has(appointment.date)
		if (isGiven) days.add(appointment.date)
		else if (appointment.person !== demoClient.person) continue
		appointment.person = isGiven ? demoClient.person : demoClient.person + 1
	}
	if (days.size < wanted) throw new Error(`${shop.shopId} has too few completed visits`)
}

function pastStatus(random: PseudoRandom): AppointmentStatus {
	const draw = random.next()
	if (draw < 0.06) return 'CANCELLED'
	return draw < 0.09 ? 'NO_SHOW' : 'COMPLETED'
}

function bookedAppointment(
	appointment: PlannedAppointment,
	status: AppointmentStatus,
	todayStartsAt: Instant,
	random: PseudoRandom,
): BookedAppointment {
	const startsAt = instantOf(DEFAULT_ZONE, appointment.date, appointment.startMinute)
	if (startsAt === null) throw new Error(`no such time: ${appointment.date} ${appointment.startMinute}`)
	// Booked before today, so that the rows do not depend on the time of day at which they are made.
	const latest = Math.min(startsAt - DAY_MS, todayStartsAt - HOUR_MS)
	return {
		...appointment,
		status,
		person: random.below(demoPeople.length),
		startsAt,
		endsAt: startsAt + appointment.durationMinutes * MINUTE_MS,
		createdAt: latest - random.below(5 * 24 * 60) * MINUTE_MS,
	}
}

function addClientRows(rows: Rows, shop: DemoShop, appointments: readonly BookedAppointment[]): void {
	demoPeople.forEach((person, i) => {
		const bookings = appointments
			.filter((appointment) => appointment.person === i)
			.map((appointment) => appointment.createdAt)
		if (bookings.length === 0) return
		rows.clients.push({
			id: clientId(shop, i),
			shopId: shop.shopId,
			userId: i === demoClient.person ? demoClient.userId : null,
			...person,
			...contactOf(i),
			createdAt: Math.min(...bookings),
		})
	})
}

function addRowsOfAppointment(
	rows: Rows,
	shop: DemoShop,
	id: string,
	appointment: BookedAppointment,
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
		...contactOf(appointment.person),
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
		paidAtShopKobo: isPaid ? totalKobo : 0,
	})
	addSegmentRows(rows, shop, id, appointment)
}

/** Each service of the visit, priced, and its time in the calendar unless the visit gave it back. */
function addSegmentRows(
	rows: Rows,
	shop: DemoShop,
	appointmentId: string,
	appointment: BookedAppointment,
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

function addReviewRows(
	rows: Rows,
	shop: DemoShop,
	appointments: readonly BookedAppointment[],
	todayStartsAt: Instant,
): void {
	const random = pseudoRandom(`${shop.shopId} reviews`)
	const unsaid = {
		praise: [...praise[shop.categoryIds[0] ?? 'hair-beauty']],
		mixed: [...mixed],
		complaint: [...complaint],
	}
	appointments.forEach((appointment, i) => {
		if (appointment.status !== 'COMPLETED' || !random.chance(shop.history.reviewShare)) return
		const rating = random.chance(shop.history.fiveShare) ? 5 : random.pick([4, 4, 4, 4, 4, 3, 3, 2])
		const words = rating >= 4 ? unsaid.praise : rating === 3 ? unsaid.mixed : unsaid.complaint
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

function takeUsableCode(
	unused: DemoPromoCode[],
	appointment: BookedAppointment,
	todayStartsAt: Instant,
): DemoPromoCode | null {
	// What the demo client has earned does not hang on codes.
	if (appointment.status !== 'COMPLETED' || appointment.person === demoClient.person) return null
	const i = unused.findIndex(
		(promo) =>
			(promo.expiresOnDay === undefined ||
				appointment.createdAt < todayStartsAt + promo.expiresOnDay * DAY_MS) &&
			subtotalOf(appointment) >= (promo.minimumNaira ?? 0) * KOBO_PER_NAIRA,
	)
	return i < 0 ? null : (unused.splice(i, 1)[0] ?? null)
}

function priceAppointment(
	appointment: BookedAppointment,
	promo: DemoPromoCode | null,
	random: PseudoRandom,
): AppointmentPrice {
	const subtotalKobo = subtotalOf(appointment)
	const discountKobo = promo ? discountOf(promo, subtotalKobo) : 0
	const tipKobo = random.chance(0.2) ? percentOf(subtotalKobo - discountKobo, 10) : 0
	return { subtotalKobo, discountKobo, tipKobo, promo }
}

function discountOf(promo: DemoPromoCode, subtotalKobo: number): number {
	return promo.discountType === 'percent'
		? percentOf(subtotalKobo, promo.discountValue)
		: Math.min(subtotalKobo, promo.discountValue * KOBO_PER_NAIRA)
}

function subtotalOf(appointment: PlannedAppointment): number {
	return [...appointment.services, ...appointment.addOns].reduce((sum, part) => sum + part.priceKobo, 0)
}

function clientId(shop: DemoShop, person: number): string {
	return `${shop.shopId}-client-${asciiName(person).replace('.', '-')}`
}

function contactOf(person: number): { email: string; phone: string } {
	return { email: `${asciiName(person)}@example.com`, phone: `+2347000000${200 + person}` }
}

/** 'ngozi.ekwueme': names as an address can carry them. */
function asciiName(person: number): string {
	const { firstName, lastName } = demoPeople[person] ?? { firstName: 'guest', lastName: String(person) }
	return `${firstName}.${lastName}`
		.normalize('NFD')
		.replace(/[Ɓɓ]/g, 'b')
		.replace(/[Ɗɗ]/g, 'd')
		.replace(/[Ƙƙ]/g, 'k')
		.replace(/[^a-zA-Z.]/g, '')
		.toLowerCase()
}

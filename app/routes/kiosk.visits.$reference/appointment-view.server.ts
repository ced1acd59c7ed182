import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import { signHandedLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import {
	completionProblem,
	missProblem,
	NO_SHOW_AFTER_MS,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { cardAddress } from '#app/domain/booking/customer/customers-line.server.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import {
	actionsOfPerson,
	appointmentState,
	byShopWords,
	isClosed,
	lateWords,
	nameWithVisitor,
	suggestedActions,
} from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import { findTakenTime } from '#app/domain/booking/desk/shop-day-view.server.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { type AccessKey, seesCustomers } from '#app/domain/shops/access-key.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { whatsAppLink, whatsAppMessage } from '#app/kernel/links.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

type Read = {
	appointment: ShownAppointment
	day: ShopDayView
	offers: OfferedService[]
	key: Pick<AccessKey, 'role' | 'shop'>
}

type Contact = { phone: string | null; email: string | null }

/** An appointment in full, and what the shop may do now. */
export function appointmentView({ appointment, day, offers, key }: Read, now: Instant) {
	const zone = key.shop.timeZone
	const { referenceNumber, startsAt, endsAt, customer, services, addOns, dueKobo } = appointment
	const isOpen = !isClosed(appointment)
	return {
		referenceNumber,
		/** With the free times of its day. */
		editPage:
			`/kiosk/visits/${referenceNumber}/edit?visit=${appointment.appointmentId}&date=${civilAt(zone, startsAt).date}` as
				| string
				| null,
		name: nameWithVisitor({ ...appointment, ...appointment.bookingNotes }),
		when: `${momentLabelAt(zone, startsAt)} – ${clockLabelAt(zone, endsAt)} · ${durationLabel(appointment.durationMinutes)}`,
		state: appointmentState(appointment, now),
		isOpen,
		isOwn: appointment.isOfSignedIn,
		card:
			appointment.hasCard && seesCustomers(key)
				? { to: cardAddress(referenceNumber), hasNote: appointment.hasShopNote && !appointment.isOfSignedIn }
				: null,
		isOfPerson: false as boolean,
		contact: { phone: customer.phone, email: customer.email } as Contact | null,
		services: services.map(({ name, staffName }) => `${name} with ${staffName}`),
		addOns: addOns.map(({ name, priceKobo }) => `${name}, ${formatNaira(priceKobo)}`),
		note: appointment.note,
		bookingNotes: shownNotes(appointment.bookingNotes, 'desk'),
		problem: appointment.problem && {
			title: appointmentProblemWords[appointment.problem.kind],
			words: appointment.problem.words,
			toldLabel: momentLabelAt(zone, appointment.problem.reportedAt),
			isOpen: appointment.problem.resolvedAt === null,
			answer: appointment.problem.answer,
		},
		tags: [
			...[lateWords(appointment)].flatMap((words) => words ?? []),
			...byShopWords(appointment),
			...(appointment.isNew && isOpen ? ['New'] : []),
		],
		money: [
			{ name: 'Total', amount: formatNaira(appointment.totalKobo) },
			...amount('Tip included', appointment.tipKobo),
			...amount(
				appointment.discountReason ? `Discount: ${appointment.discountReason}` : 'Discount',
				appointment.discountKobo,
			),
			...amount('Paid with cashback', appointment.cashbackKobo),
			...amount('Paid online', appointment.paidKobo),
			...amount('Paid to the shop', appointment.paidAtShopKobo),
			...(isOpen ? amount('Still to pay', dueKobo) : []),
		],
		happened: [
			happened('Booked', appointment.createdAt, zone),
			happened('Arrived', appointment.arrivedAt, zone),
			happened('Transfer marked as paid', appointment.transferPaidAt, zone),
			happened('Completed', appointment.completedAt, zone),
			happened('Marked as no-show', appointment.missedAt, zone),
			happened('Cancelled', appointment.cancelledAt, zone),
		].flatMap((line) => line ?? []),
		reason: appointment.cancellationReason,
		due: dueKobo > 0 ? formatNaira(dueKobo) : null,
		isDue: dueKobo > 0,
		actions: {
			arrive: isOpen && appointment.arrivedAt === null,
			confirm: isOpen && appointment.status === 'SCHEDULED',
			complete: isOpen && completionProblem(appointment, now) === null,
			miss: isOpen && missProblem(appointment, now) === null,
			undo: suggestedActions(appointment, now).includes('undo'),
			transfer:
				isOpen &&
				appointment.paymentMethod === 'TRANSFER' &&
				appointment.transferPaidAt === null &&
				dueKobo > 0,
		},
		waits: isOpen ? waitingWords(appointment, zone, now) : null,
		colleagues: isOpen ? listColleagues(appointment, day, { offers, zone }) : [],
	}
}

function amount(name: string, kobo: Kobo) {
	return kobo > 0 ? [{ name, amount: formatNaira(kobo) }] : []
}

function happened(word: string, at: Instant | null, zone: string) {
	return at === null ? null : `${word} ${momentLabelAt(zone, at)}`
}

/** From when it can be completed or marked as a no-show. */
function waitingWords(appointment: ShownAppointment, zone: string, now: Instant): string | null {
	if (now < appointment.startsAt)
		return `You can complete it from ${clockLabelAt(zone, appointment.startsAt)}, or mark a no-show from ${clockLabelAt(zone, appointment.startsAt + NO_SHOW_AFTER_MS)}.`
	return missProblem(appointment, now) === 'too_early_to_miss'
		? `You can mark a no-show from ${clockLabelAt(zone, appointment.startsAt + NO_SHOW_AFTER_MS)}.`
		: null
}

/** Other staff who do all of its services. `word` (free or busy) is null unless the appointment's day was read. */
function listColleagues(
	appointment: ShownAppointment,
	day: ShopDayView,
	{ offers, zone }: Pick<Read, 'offers'> & { zone: string },
) {
	const ids = appointment.services.map(({ serviceId }) => serviceId)
	const doesAll = (staffMemberId: string) =>
		ids.every((id) =>
			offers.some(({ serviceId, staffIds }) => serviceId === id && staffIds.includes(staffMemberId)),
		)
	const { date, minute } = civilAt(zone, appointment.startsAt)
	const isRead = date === day.shop?.date && day.next === null
	const wordFor = ({ staffMemberId, hours }: ShopDayView['staff'][number]) => {
		if (!isRead) return null
		if (
			hours === null ||
			minute < hours.startMinute ||
			minute + appointment.durationMinutes > hours.endMinute
		)
			return 'Off at this time'
		const isBusy = findTakenTime(staffMemberId, day, appointment.referenceNumber).some(
			({ startsAt, endsAt }) => startsAt < appointment.endsAt && endsAt > appointment.startsAt,
		)
		return isBusy ? 'Busy at this time' : 'Free at this time'
	}
	return day.staff
		.filter(
			({ staffMemberId }) =>
				!appointment.services.every((service) => service.staffMemberId === staffMemberId),
		)
		.filter(({ staffMemberId }) => doesAll(staffMemberId))
		.map((person) => ({ id: person.staffMemberId, name: person.name, word: wordFor(person) }))
}

export type KioskAppointmentView = ReturnType<typeof appointmentView>

/**
 * For a person's own device: who comes, when, for what, and the customer's note. No contact, money, report or action
 * of the desk.
 */
export function personView(
	view: KioskAppointmentView,
	appointment: ShownAppointment,
	now: Instant,
): KioskAppointmentView {
	const { timeZone: zone, startsAt, arrivedAt, completedAt, addOns, dueKobo } = appointment
	const isEarly = completionProblem(appointment, now) === 'visit_not_begun'
	return {
		...view,
		isOfPerson: true,
		editPage: null,
		card: null,
		contact: null,
		money: [],
		due: null,
		isDue: dueKobo > 0,
		problem: null,
		colleagues: [],
		note: null,
		reason: null,
		addOns: addOns.map(({ name }) => name),
		happened: [
			...(arrivedAt === null ? [] : [`Arrived ${momentLabelAt(zone, arrivedAt)}`]),
			...(completedAt === null ? [] : [`Completed ${momentLabelAt(zone, completedAt)}`]),
		],
		actions: {
			...view.actions,
			confirm: false,
			miss: false,
			transfer: false,
			undo: view.actions.undo && actionsOfPerson(['undo'], appointment).length > 0,
		},
		waits:
			isEarly && !isClosed(appointment) ? `You can complete it from ${clockLabelAt(zone, startsAt)}.` : null,
	}
}

type Input = { cookieKeys: readonly string[]; origin: string; shopName: string; now: Instant }

/**
 * The link and WhatsApp text for the customer of an appointment that the desk booked. Null if the customer has a link
 * or an account, or the appointment has begun (decision 144).
 */
export async function handedLink(
	appointment: ShownAppointment,
	{ cookieKeys, origin, shopName, now }: Input,
): Promise<{ href: string; whatsApp: string } | null> {
	const { isWalkIn, isOfAccount, paidKobo, cashbackKobo, startsAt, timeZone, customer, services } =
		appointment
	const isPaid = paidKobo > 0 || cashbackKobo > 0
	if (!isWalkIn || isOfAccount || isPaid || startsAt <= now || isClosed(appointment)) return null
	const href = origin + confirmationPath(await signHandedLink(cookieKeys, appointment.appointmentId))
	const what = services.map(({ name }) => name).join(', ')
	const text = `Hello ${customer.firstName}, ${shopName} booked ${what} for you on ${momentLabelAt(timeZone, startsAt, now)}. See it or cancel it: ${href}`
	return { href, whatsApp: customer.phone ? whatsAppMessage(customer.phone, text) : whatsAppLink(text) }
}

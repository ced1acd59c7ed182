import {
	completionProblem,
	missProblem,
	NO_SHOW_AFTER_MS,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { cardAddress } from '#app/domain/booking/customer/customers-line.server.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import {
	appointmentState,
	byShopWords,
	isClosed,
	lateWords,
	nameWithVisitor,
	suggestedActions,
} from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { ShopDayView } from '#app/domain/booking/desk/shop-day-repository.server.ts'
import { takenTimeOf } from '#app/domain/booking/desk/shop-day-view.server.ts'
import { appointmentProblemWords } from '#app/domain/booking/review/report-words.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { type AccessKey, seesCustomers } from '#app/domain/shops/access-key.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

type Read = {
	appointment: ShownAppointment
	day: ShopDayView
	offers: OfferedService[]
	key: Pick<AccessKey, 'role' | 'shop'>
}

type Contact = { phone: string | null; email: string | null }

/** What the page of one visit draws: everything of it, and what the shop may do now. */
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
		colleagues: isOpen ? colleaguesOf(appointment, day, { offers, zone }) : [],
	}
}

function amount(name: string, kobo: Kobo) {
	return kobo > 0 ? [{ name, amount: formatNaira(kobo) }] : []
}

function happened(word: string, at: Instant | null, zone: string) {
	return at === null ? null : `${word} ${momentLabelAt(zone, at)}`
}

/** When the actions that are not possible yet become possible. */
function waitingWords(appointment: ShownAppointment, zone: string, now: Instant): string | null {
	if (now < appointment.startsAt)
		return `You can complete it from ${clockLabelAt(zone, appointment.startsAt)}, or mark a no-show from ${clockLabelAt(zone, appointment.startsAt + NO_SHOW_AFTER_MS)}.`
	return missProblem(appointment, now) === 'too_early_to_miss'
		? `You can mark a no-show from ${clockLabelAt(zone, appointment.startsAt + NO_SHOW_AFTER_MS)}.`
		: null
}

/** Who else does all of these services; who is free then is said where the whole day of the visit was read. */
function colleaguesOf(
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
		const isBusy = takenTimeOf(staffMemberId, day, appointment.referenceNumber).some(
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

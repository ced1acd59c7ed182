import { completionProblem, missProblem, NO_SHOW_AFTER_MS } from '#app/domain/booking/close-visit.ts'
import { lateWords, nameWithVisitor } from '#app/domain/booking/shop-day-view.server.ts'
import type { ShopDayView, ShownVisit } from '#app/domain/booking/shop-visit-repository.server.ts'
import { isClosed, likelyDeeds, visitState } from '#app/domain/booking/shop-visit-words.ts'
import { takenTimeOf } from '#app/domain/booking/taken-time.server.ts'
import { visitProblemWords } from '#app/domain/booking/visit-problem.ts'
import type { OfferedService } from '#app/domain/discovery/shop-offer-repository.server.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, type Kobo } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

type Read = { visit: ShownVisit; day: ShopDayView; offers: OfferedService[]; zone: string }

/** What the page of one visit draws: everything of it, and what the shop may do now. */
export function visitView({ visit, day, offers, zone }: Read, now: Instant) {
	const { reference, startsAt, endsAt, customer, services, addOns, dueKobo } = visit
	const isOpen = !isClosed(visit)
	return {
		reference,
		name: nameWithVisitor(visit),
		when: `${momentLabelAt(zone, startsAt)} – ${clockLabelAt(zone, endsAt)} · ${durationLabel(visit.durationMinutes)}`,
		state: visitState(visit, now),
		isOpen,
		isOwn: visit.isOfSignedIn,
		contact: { phone: customer.phone, email: customer.email },
		services: services.map(({ name, staffName }) => `${name} with ${staffName}`),
		addOns: addOns.map(({ name, priceKobo }) => `${name}, ${formatNaira(priceKobo)}`),
		note: visit.note,
		customerNote: visit.customerNote,
		problem: visit.problem && {
			title: visitProblemWords[visit.problem.kind],
			words: visit.problem.words,
			toldLabel: momentLabelAt(zone, visit.problem.reportedAt),
			isOpen: visit.problem.resolvedAt === null,
			answer: visit.problem.answer,
		},
		tags: [
			...[lateWords(visit)].flatMap((words) => words ?? []),
			...(visit.isWalkIn ? ['Walk-in'] : []),
			...(visit.isNew && isOpen ? ['New'] : []),
		],
		money: [
			{ name: 'Total', amount: formatNaira(visit.totalKobo) },
			...amount('Tip included', visit.tipKobo),
			...amount('Discount', visit.discountKobo),
			...amount('Paid with cashback', visit.cashbackKobo),
			...amount('Paid online', visit.paidKobo),
			...amount('Paid to the shop', visit.paidAtShopKobo),
			...(isOpen ? amount('Still to pay', dueKobo) : []),
		],
		happened: [
			happened('Booked', visit.createdAt, zone),
			happened('Arrived', visit.arrivedAt, zone),
			happened('Transfer marked as paid', visit.transferPaidAt, zone),
			happened('Completed', visit.completedAt, zone),
			happened('Marked as no-show', visit.missedAt, zone),
			happened('Cancelled', visit.cancelledAt, zone),
		].flatMap((line) => line ?? []),
		reason: visit.cancellationReason,
		due: dueKobo > 0 ? formatNaira(dueKobo) : null,
		deeds: {
			arrive: isOpen && visit.arrivedAt === null,
			confirm: isOpen && visit.status === 'SCHEDULED',
			complete: isOpen && completionProblem(visit, now) === null,
			miss: isOpen && missProblem(visit, now) === null,
			undo: likelyDeeds(visit, now).includes('undo'),
			transfer: isOpen && visit.paymentMethod === 'TRANSFER' && visit.transferPaidAt === null && dueKobo > 0,
		},
		waits: isOpen ? waitingWords(visit, zone, now) : null,
		colleagues: isOpen ? colleaguesOf(visit, day, { offers, zone }) : [],
	}
}

function amount(name: string, kobo: Kobo) {
	return kobo > 0 ? [{ name, amount: formatNaira(kobo) }] : []
}

function happened(word: string, at: Instant | null, zone: string) {
	return at === null ? null : `${word} ${momentLabelAt(zone, at)}`
}

/** From when on what is not possible yet. */
function waitingWords(visit: ShownVisit, zone: string, now: Instant): string | null {
	if (now < visit.startsAt)
		return `You can complete it from ${clockLabelAt(zone, visit.startsAt)}, or mark a no-show from ${clockLabelAt(zone, visit.startsAt + NO_SHOW_AFTER_MS)}.`
	return missProblem(visit, now) === 'too_early_to_miss'
		? `You can mark a no-show from ${clockLabelAt(zone, visit.startsAt + NO_SHOW_AFTER_MS)}.`
		: null
}

/** Who else does all of these services; who is free then is said where the whole day of the visit was read. */
function colleaguesOf(visit: ShownVisit, day: ShopDayView, { offers, zone }: Pick<Read, 'offers' | 'zone'>) {
	const ids = visit.services.map(({ serviceId }) => serviceId)
	const doesAll = (staffMemberId: string) =>
		ids.every((id) =>
			offers.some(({ serviceId, staffIds }) => serviceId === id && staffIds.includes(staffMemberId)),
		)
	const { date, minute } = civilAt(zone, visit.startsAt)
	const isRead = date === day.shop?.date && day.next === null
	const wordFor = ({ staffMemberId, hours }: ShopDayView['staff'][number]) => {
		if (!isRead) return null
		if (hours === null || minute < hours.startMinute || minute + visit.durationMinutes > hours.endMinute)
			return 'Off then'
		const isBusy = takenTimeOf(staffMemberId, day, visit.reference).some(
			({ startsAt, endsAt }) => startsAt < visit.endsAt && endsAt > visit.startsAt,
		)
		return isBusy ? 'Busy then' : 'Free then'
	}
	return day.staff
		.filter(
			({ staffMemberId }) => !visit.services.every((service) => service.staffMemberId === staffMemberId),
		)
		.filter(({ staffMemberId }) => doesAll(staffMemberId))
		.map((person) => ({ id: person.staffMemberId, name: person.name, word: wordFor(person) }))
}

export type VisitView = ReturnType<typeof visitView>

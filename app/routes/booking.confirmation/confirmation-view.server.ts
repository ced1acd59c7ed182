import { stripQuery } from '#app/domain/availability/week-view.server.ts'
import { mayTellLate } from '#app/domain/booking/appointment/appointment-policy.ts'
import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import type { ShownProblem } from '#app/domain/booking/appointment/appointment-problem-repository.server.ts'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import { haveLinksEnded } from '#app/domain/booking/appointment/booking-link.server.ts'
import {
	isAhead,
	isFreeToCancel,
	isOpen,
	type MoneyOnCancelling,
	mayMove,
	moneyOnCancelling,
	moneyPaid,
	movableUntil,
	savingsOnCancelling,
} from '#app/domain/booking/appointment/cancellation-policy.ts'
import { directionsLink } from '#app/domain/discovery/distance.ts'
import { fullAddress } from '#app/domain/discovery/shop-words.ts'
import { googleCalendarLink } from '#app/domain/messaging/calendar-file.server.ts'
import { moneyTimeline, refundState } from '#app/domain/payments/money-timeline.ts'
import { findPaymentHold, type Payment, paidAheadKobo } from '#app/domain/payments/payment.ts'
import { appointmentReceipt } from '#app/domain/payments/receipt.server.ts'
import { calendarAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { shownNotes } from '#app/kernel/booking-notes.ts'
import {
	appointmentCalendarPath,
	changePath,
	confirmationPath,
	problemPath,
	reschedulePath,
	reviewPath,
} from '#app/kernel/booking-paths.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { momentLabelAt, nearMomentLabelAt, nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { discountLabel } from '#app/kernel/labels.ts'
import { whatsAppLink } from '#app/kernel/links.ts'
import { formatMoney } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { AppointmentStatus } from '#app/kernel/vocabulary/booking.ts'
import { civilAt, zonePlace } from '#app/kernel/zone.server.ts'

const titles: Record<AppointmentStatus, string> = {
	SCHEDULED: 'Booking Confirmed!',
	CONFIRMED: 'Booking Confirmed!',
	COMPLETED: 'Visit completed',
	CANCELLED: 'Booking cancelled',
	NO_SHOW: 'Visit missed',
}

/**
 * A booking and its online payment, and nothing else about the customer. Only the customer's own browser
 * gets the visitor's name and the notes (L10).
 */
export function confirmationView(
	appointment: Appointment,
	payment: Payment | null,
	{
		token,
		isOwnBrowser,
		isSignedIn = false,
		problem = null,
		now,
	}: {
		token: string
		/** This browser booked, or is signed in to the booking's account. */
		isOwnBrowser: boolean
		isSignedIn?: boolean
		/** The latest report of the customer. */
		problem?: ShownProblem | null
		now: Instant
	},
) {
	const { shop } = appointment
	const paid = { ...appointment, paidKobo: paidAheadKobo(appointment.paidKobo, payment) }
	const money = moneyOnCancelling(paid, appointment.cancelledAt ?? now, findPaymentHold(payment))
	const formatMoment = (at: Instant) => nearMomentWordsAt(shop.timeZone, at, now)
	const localDate = (at: Instant) => civilAt(shop.timeZone, at).date
	const whenLabel = nearMomentLabelAt(shop.timeZone, appointment.startsAt, now)
	const isAppointmentAhead = isAhead(appointment, now)
	const isAppointmentPast = isOpen(appointment.status) && !isAppointmentAhead
	const strip = stripQuery(localDate(now), localDate(appointment.startsAt))
	const isMovable = mayMove(appointment, shop.rescheduleCutoffMinutes, now)
	const mayMailReceipt = appointment.hasEmail && appointmentReceipt(appointment, payment) !== null
	const toPayKobo = appointment.totalKobo - appointment.cashbackKobo
	const [what] = appointment.services
	return {
		title: isAppointmentPast ? 'Past visit' : titles[appointment.status],
		handed: undefined as { mayCancel: boolean } | undefined,
		isAhead: isAppointmentAhead,
		// Left out rather than false, here and below: each key costs the page bytes (P1).
		...(isAppointmentAhead && appointment.isMailWithheld && { isMailWithheld: true }),
		...(isAppointmentPast && { isPast: true }),
		donePath: isSignedIn ? '/appointments' : '/discover',
		referenceNumber: appointment.referenceNumber,
		whenLabel,
		place: zonePlace(shop.timeZone),
		bookedFor: isOwnBrowser ? appointment.bookingNotes.visitorName : null,
		...(appointment.isByShop && { isByShop: true }),
		bookingNotes: isOwnBrowser ? shownNotes(appointment.bookingNotes, 'customer') : [],
		calendarFile: appointmentCalendarPath(token),
		googleCalendar: googleCalendarLink(calendarAppointment(appointment)),
		...(mayTellLate(appointment, now) && { late: { toldMinutes: appointment.lateMinutes } }),
		...(isSignedIn && !appointment.isOfAccount && appointment.hasEmail && { mayClaim: true }),
		...(problem && { problem: { ...problem, words: appointmentProblemWords[problem.kind] } }),
		...(appointment.status !== 'CANCELLED' &&
			appointment.startsAt <= now &&
			!haveLinksEnded(appointment.startsAt, now) &&
			!problem?.isOpen && { problemPage: problemPath(token) }),
		...(appointment.mayReview && {
			review: { page: reviewPath(token), label: appointment.isReviewed ? 'Change Review' : 'Review' },
		}),
		isMailed: appointment.hasEmail,
		services: appointment.services,
		addOns: appointment.addOns,
		durationLabel: durationLabel(appointment.durationMinutes),
		discountKobo: appointment.discountKobo,
		...(appointment.discountKobo > 0 && { discountLabel: discountLabel(appointment) }),
		hasReward: appointment.rewardLabel !== null,
		tipKobo: appointment.tipKobo,
		totalKobo: appointment.totalKobo,
		/** Cashback's part of the total, and the rest to pay (D36). */
		cashbackKobo: appointment.cashbackKobo,
		repaidKobo: appointment.repaidKobo,
		toPayKobo,
		paymentChoice: appointment.paymentChoice,
		isPaid: appointment.paymentStatus === 'completed',
		moneyTag: moneyTag(appointment, money, payment),
		/** What cancelling concerns: paid in advance, or marked as paid by the shop. */
		paidKobo: moneyPaid(paid),
		/** Due at the shop after a part was paid online. */
		...(appointment.paidKobo > 0 &&
			toPayKobo > appointment.paidKobo && { dueAtShopKobo: toPayKobo - appointment.paidKobo }),
		...(payment && { timeline: timelineView(appointment, payment, now) }),
		...(payment?.refund && { refund: refundView(payment, payment.refund) }),
		refundableUntilLabel: formatMoment(appointment.refundableUntilAt),
		isFreeToCancel: isFreeToCancel(appointment.refundableUntilAt, now),
		/** What cancelling does, or did, to the money. */
		money,
		/** What cancelling does, or did, to a reward and cashback (D37). */
		savings: savingsOnCancelling(appointment, appointment.cancelledAt ?? now),
		...(appointment.cancelledAt !== null && {
			cancellationReason: appointment.cancellationReason,
			cancelledLabel: formatMoment(appointment.cancelledAt),
		}),
		page: confirmationPath(token),
		...(mayMailReceipt && { receiptForm: `/receipt?visit=${token}` }),
		changePage: isMovable ? changePath(token, appointment.startsAt) : null,
		movePage: isMovable ? reschedulePath(token, strip) : null,
		movableUntilLabel: formatMoment(movableUntil(appointment.startsAt, shop.rescheduleCutoffMinutes)),
		shop: shopView(appointment),
		// Without the signed link: its holder can cancel.
		shareLink: whatsAppLink(
			`${what?.name ?? 'My visit'} at ${shop.name}, ${momentLabelAt(shop.timeZone, appointment.startsAt)}. ${fullAddress(shop)}`,
		),
	}
}

function timelineView({ shop, cancelledAt }: Appointment, payment: Payment, now: Instant) {
	return moneyTimeline(payment, cancelledAt).map(({ label, amount, at, state }) => ({
		label,
		state,
		amount: amount && formatMoney(amount.kobo, amount.currency),
		whenLabel: at === null ? null : nearMomentLabelAt(shop.timeZone, at, now),
	}))
}

function refundView(payment: Payment, { status, amountKobo }: NonNullable<Payment['refund']>) {
	return {
		state: refundState(status),
		amount: formatMoney(amountKobo, payment.received?.currency ?? payment.currency),
	}
}

/** The shop; with its bank account if a transfer is due. */
function shopView({ shop, paymentChoice, totalKobo, cashbackKobo }: Appointment) {
	return {
		id: shop.id,
		name: shop.name,
		address: fullAddress(shop),
		landmark: shop.landmark,
		phone: shop.phone && { href: `tel:${shop.phone}`, label: phoneLabel(shop.phone) },
		directions: directionsLink(shop),
		bankAccount: paymentChoice === 'transfer' && totalKobo > cashbackKobo ? shop.bankAccount : null,
	}
}

/** The state of the money in a word; never 'paid' for a cancelled appointment (L32). */
function moneyTag({ status, paymentStatus }: Appointment, money: MoneyOnCancelling, payment: Payment | null) {
	if (status !== 'CANCELLED') return paymentStatus === 'completed' ? 'PAID' : null
	const isSent = payment?.refund && refundState(payment.refund.status) === 'sent'
	return isSent && money !== 'kept' ? 'REFUNDED' : 'CANCELLED'
}

export type ConfirmationView = ReturnType<typeof confirmationView>

/**
 * What a handed link shows: what, when and where, because the shop knows the link too. It can cancel while the customer
 * has nothing at stake. No review, report, receipt, move or claim (decision 144).
 */
export function handedView(view: ConfirmationView, { isOfAccount }: Appointment): ConfirmationView {
	const { late, problem, problemPage, review, receiptForm, mayClaim, isMailWithheld, ...shown } = view
	return {
		...shown,
		handed: {
			mayCancel:
				!isOfAccount &&
				view.money === 'nothing_paid' &&
				view.savings === 'none' &&
				view.timeline === undefined,
		},
		isMailed: false,
		bookedFor: null,
		bookingNotes: [],
		changePage: null,
		movePage: null,
	}
}

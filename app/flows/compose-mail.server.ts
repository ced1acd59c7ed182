import * as z from 'zod'
import type { AppointmentRepository, BookedVisit } from '#app/domain/booking/appointment-repository.server.ts'
import { signBookingLink } from '#app/domain/booking/booking-link.server.ts'
import { isAhead, moneyOnCancelling, movableUntil } from '#app/domain/booking/cancellation-policy.ts'
import type { CheckoutRepository } from '#app/domain/booking/checkout-repository.server.ts'
import type { AccountRepository } from '#app/domain/identity/account-repository.server.ts'
import { findMailedToken } from '#app/domain/identity/mailed-token.server.ts'
import { accountExistsMail } from '#app/domain/messaging/account-exists-mail.ts'
import { bookedMail } from '#app/domain/messaging/booked-mail.server.ts'
import { cancelledMail } from '#app/domain/messaging/cancelled-mail.server.ts'
import type { Mail, MailSender } from '#app/domain/messaging/mail.ts'
import type { MailedPayment } from '#app/domain/messaging/mailed-payment.server.ts'
import type { MailedVisit } from '#app/domain/messaging/mailed-visit.server.ts'
import { movedMail } from '#app/domain/messaging/moved-mail.server.ts'
import { otherTimeOfferedMail } from '#app/domain/messaging/other-time-offered-mail.server.ts'
import type { ClaimedMessage } from '#app/domain/messaging/outbox-repository.server.ts'
import { paymentUnfinishedMail } from '#app/domain/messaging/payment-unfinished-mail.server.ts'
import { refundStartedMail } from '#app/domain/messaging/refund-started-mail.server.ts'
import { refundedMail } from '#app/domain/messaging/refunded-mail.server.ts'
import { resetPasswordMail } from '#app/domain/messaging/reset-password-mail.server.ts'
import { verifyEmailMail } from '#app/domain/messaging/verify-email-mail.server.ts'
import { returnPage } from '#app/domain/payments/online-payments.server.ts'
import type { Payment } from '#app/domain/payments/payment.ts'
import { signPaymentLink } from '#app/domain/payments/payment-link.server.ts'
import type { PaymentRepository } from '#app/domain/payments/payment-repository.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'

export type ComposeMailDeps = {
	appointments: Pick<AppointmentRepository, 'bookedVisit'>
	checkouts: Pick<CheckoutRepository, 'frozenVisit'>
	payments: Pick<PaymentRepository, 'payment' | 'paymentsOfDraft'>
	accounts: Pick<AccountRepository, 'mailOfToken'>
	sender: MailSender
	/** The first signs links, all of them are known. */
	cookieKeys: readonly string[]
}

/** Why a message is not sent any more. */
export type ObsoleteMessage =
	| 'visit_not_found'
	| 'visit_not_ahead'
	| 'visit_not_cancelled'
	| 'payment_not_found'
	| 'payment_went_on'
	| 'link_not_valid'
	| 'too_old'

/** Later it is no news: for messages that no visit and no link dates. */
const NEWS_MS = 3 * DAY_MS

const ofVisit = z.object({ appointmentId: z.string() })
const ofPayment = z.object({ paymentReference: z.string() })
const ofLink = z.object({ tokenId: z.string() })

/**
 * The mail of a queued message, made of what is true when it is sent and not of what was true when it was queued (R42): a
 * visit that was cancelled meanwhile is not confirmed any more, one that was moved is told with its present time, and a
 * link that a newer one has ended is not sent. Throws for a message that this release does not know: it waits.
 */
export async function composeMail(
	deps: ComposeMailDeps,
	message: ClaimedMessage,
	now: Instant,
): Promise<Outcome<Mail, ObsoleteMessage>> {
	const payload: unknown = JSON.parse(message.payload)
	switch (message.kind) {
		case 'booked':
		case 'moved': {
			const visit = await deps.appointments.bookedVisit(ofVisit.parse(payload).appointmentId)
			if (!visit) return refused('visit_not_found')
			if (!isAhead(visit, now)) return refused('visit_not_ahead')
			const mailed = await mailedVisit(deps, visit)
			return accepted((message.kind === 'booked' ? bookedMail : movedMail)(deps.sender, mailed, now))
		}
		case 'cancelled': {
			const visit = await deps.appointments.bookedVisit(ofVisit.parse(payload).appointmentId)
			if (!visit) return refused('visit_not_found')
			if (visit.status !== 'CANCELLED') return refused('visit_not_cancelled')
			if (now - message.createdAt > NEWS_MS) return refused('too_old')
			const money = moneyOnCancelling(visit, visit.cancelledAt ?? now)
			return accepted(cancelledMail(deps.sender, await mailedVisit(deps, visit), money))
		}
		case 'payment_unfinished':
		case 'other_time_offered':
		case 'refund_started':
		case 'refunded':
			return composePaymentMail(deps, message.kind, ofPayment.parse(payload).paymentReference, message, now)
		case 'verify_email':
		case 'reset_password': {
			const token = await deps.accounts.mailOfToken(ofLink.parse(payload).tokenId)
			const secret = token?.isOpen && token.expiresAt > now ? findMailedToken(deps.cookieKeys, token) : null
			if (!token || secret === null) return refused('link_not_valid')
			const link = { token: secret, expiresAt: token.expiresAt }
			return accepted(
				(message.kind === 'verify_email' ? verifyEmailMail : resetPasswordMail)(deps.sender, link),
			)
		}
		case 'account_exists':
			return now - message.createdAt > NEWS_MS ? refused('too_old') : accepted(accountExistsMail(deps.sender))
		default:
			throw new Error('a kind of message that this release does not know')
	}
}

/** Told only while it is so: not when the payment has come, the offer is over, or the money has arrived (R36). */
async function composePaymentMail(
	deps: ComposeMailDeps,
	kind: 'payment_unfinished' | 'other_time_offered' | 'refund_started' | 'refunded',
	reference: string,
	{ createdAt }: ClaimedMessage,
	now: Instant,
): Promise<Outcome<Mail, ObsoleteMessage>> {
	const [queuedFor, visit] = await Promise.all([
		deps.payments.payment(reference),
		deps.checkouts.frozenVisit(reference),
	])
	if (!queuedFor || !visit) return refused('payment_not_found')
	if (now - createdAt > NEWS_MS) return refused('too_old')
	const payment = kind === 'payment_unfinished' ? await openTry(deps, queuedFor, now) : queuedFor
	if (!payment) return refused('payment_went_on')
	const { received, refund } = payment
	const token = await signPaymentLink(deps.cookieKeys, payment.reference)
	const mailed: MailedPayment = {
		reference: payment.reference,
		amountKobo: refund?.amountKobo ?? received?.amountKobo ?? payment.amountKobo,
		currency: received?.currency ?? payment.currency,
		startsAt: visit.startsAt,
		services: visit.services,
		shop: visit.shop,
		page: kind === 'other_time_offered' ? `/booking/complete-booking?payment=${token}` : returnPage(token),
	}
	switch (kind) {
		case 'payment_unfinished':
			return visit.bookedAppointmentId === null
				? accepted(paymentUnfinishedMail(deps.sender, mailed, payment.expiresAt))
				: refused('payment_went_on')
		case 'other_time_offered': {
			const until = received?.outcome === 'offered' ? received.offerExpiresAt : null
			return until !== null && until > now
				? accepted(otherTimeOfferedMail(deps.sender, mailed, until))
				: refused('payment_went_on')
		}
		case 'refund_started':
			return refund && refund.status !== 'processed'
				? accepted(refundStartedMail(deps.sender, mailed, refund.reason))
				: refused('payment_went_on')
		case 'refunded':
			return refund?.status === 'processed'
				? accepted(refundedMail(deps.sender, mailed))
				: refused('payment_went_on')
	}
}

/** The try that somebody who has not paid this checkout can go on with: their newest; null when that is another visit's. */
async function openTry(deps: ComposeMailDeps, { draftId, checkoutId }: Payment, now: Instant) {
	const [newest] = await deps.payments.paymentsOfDraft(draftId)
	if (newest?.checkoutId !== checkoutId) return null
	const isOpen = newest.status === 'created' || newest.status === 'open'
	return isOpen && newest.expiresAt > now ? newest : null
}

async function mailedVisit({ cookieKeys }: ComposeMailDeps, visit: BookedVisit): Promise<MailedVisit> {
	return {
		...visit,
		movableUntilAt: movableUntil(visit.startsAt, visit.shop.rescheduleCutoffMinutes),
		page: `/booking/confirmation?visit=${await signBookingLink(cookieKeys, visit.appointmentId)}`,
	}
}

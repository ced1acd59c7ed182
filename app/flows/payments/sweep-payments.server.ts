import { isSilentTooLong } from '#app/domain/payments/check-times.ts'
import { alertLine } from '#app/domain/payments/payment.ts'
import { isRefundNotDue } from '#app/domain/payments/refund-repository.server.ts'
import { refundStatements } from '#app/flows/refunds/refund-payment.server.ts'
import { type HasTime, type Instant, MINUTE_MS, untilDone } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type SettlePaymentDeps, settlePayment } from './settle-payment.server.ts'
import type { DecidedPayment } from './settlement.ts'

const BATCH_SIZE = 40
const CONCURRENCY = 4

/** A Worker may make 1,000 requests in a run, and each payment takes three. */
export const MAX_CHECKS_IN_A_RUN = 200

/** When an unsettled payment is asked about again. */
const RETRY_DELAY_MS = 2 * MINUTE_MS

/**
 * Every minute: settles due payments, the young ones first, while there is time (F6, W13), also without a webhook or a
 * returning customer (R22). Alerts the operator to payments without an answer for a day (F1). Gives how many were asked
 * about.
 */
export async function settleDuePayments(
	deps: SettlePaymentDeps,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	if (!deps.onlinePayments) return 0
	const verified = new Set<string>()
	const silent: string[] = []
	const failures: unknown[] = []
	const ask = async (paymentReference: string) => {
		if (!hasTime()) return
		verified.add(paymentReference)
		const settlement = await settleDuePayment(deps, paymentReference, now)
		if (settlement.kind === 'waiting' && isSilentTooLong(settlement.payment.unansweredSince, now))
			silent.push(paymentReference)
	}
	while (hasTime() && verified.size < MAX_CHECKS_IN_A_RUN) {
		const due = await deps.payments.attempts.dueAttempts(now, BATCH_SIZE)
		// A payment whose answer could not be recorded waits for the next run.
		const fresh = due.filter((paymentReference) => !verified.has(paymentReference))
		if (fresh.length === 0) break
		await mapConcurrently(fresh, CONCURRENCY, ask).catch((error) => failures.push(error))
	}
	const [first] = silent
	if (first !== undefined)
		deps.log(alertLine(first, `no answer about it for a day${othersToo(silent)}: is the key right?`))
	if (failures.length > 0) throw failures[0]
	return verified.size
}

async function settleDuePayment(deps: SettlePaymentDeps, paymentReference: string, now: Instant) {
	try {
		return await settlePayment(deps, { paymentReference, isSweep: true, now })
	} catch (error) {
		// Without this, a few failing payments would take every run.
		await deps.writeBatch([deps.payments.attempts.recordSilence(paymentReference, now + RETRY_DELAY_MS, now)])
		throw error
	}
}

function othersToo({ length }: readonly string[]): string {
	return length === 1 ? '' : `, nor about ${length - 1} more`
}

type ExpiredOfferDeps = Pick<
	Repositories,
	'payments' | 'booking' | 'loyalty' | 'messaging' | 'shops' | 'writeBatch'
>

/** Every minute: refunds the payments whose offer of other times has ended. */
export async function refundExpiredOffers(deps: ExpiredOfferDeps, now: Instant): Promise<number> {
	const offers = await deps.payments.attempts.expiredOffers(now, BATCH_SIZE)
	await mapConcurrently(offers, CONCURRENCY, async (payment) => {
		if (payment.received === null) return
		try {
			await deps.writeBatch(expiryStatements(deps, { ...payment, received: payment.received }, now))
		} catch (error) {
			// The offer was accepted at the last moment, or another sweeper refunded it.
			if (!isRefundNotDue(error)) throw error
		}
	})
	return offers.length
}

function expiryStatements(deps: ExpiredOfferDeps, payment: DecidedPayment, now: Instant) {
	const { paymentReference } = payment
	return [
		...refundStatements(deps, payment, 'time_lost', now),
		...deps.messaging.outbox.insertPaymentMessage({ kind: 'refund_started', paymentReference, now }),
	]
}

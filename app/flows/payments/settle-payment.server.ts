import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { nextCheckAfterSilence, nextCheckAt } from '#app/domain/payments/check-times.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { ATTEMPT_HOURS, alertLine, noProvider, type Payment } from '#app/domain/payments/payment.ts'
import { plausiblePaidAt, verifyPaymentMatch } from '#app/domain/payments/payment-match.ts'
import type { VerifyOutcome } from '#app/domain/payments/payment-provider.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { type PurchaseKind, providerLabel } from '#app/kernel/vocabulary/payments.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { refundCharge } from './claim-payment.server.ts'
import {
	type DecidedPayment,
	isDecided,
	type KnownSettlement,
	type Purchase,
	type PurchaseDeps,
	type Settlement,
} from './settlement.ts'

export type SettlePaymentDeps = PurchaseDeps & {
	/** Null where paying online is not set up. */
	onlinePayments: Pick<OnlinePayments, 'providers' | 'mode'> | null
	purchases: readonly Purchase[]
	/** Gets a line for the operator, without personal data. */
	log: (line: string) => void
}

export type FoundPayment = { payment: Payment; checkout: CheckoutSnapshot }

/**
 * Asks the provider about a payment and writes what follows, once, however many ask at a time (K22, K23, K25). One
 * write claims the payment reference; the others get its decision.
 */
export async function settlePayment(
	deps: SettlePaymentDeps,
	{ paymentReference, isSweep = false, now }: { paymentReference: string; isSweep?: boolean; now: Instant },
): Promise<Settlement> {
	const found = await findPayment(deps, paymentReference)
	return found ? settleFound(deps, found, { isSweep, now }) : { kind: 'unknown_payment' }
}

/** A payment and its checkout, in one trip; null for an unknown reference. */
export async function findPayment(
	{ payments: { attempts }, booking: { checkouts } }: Pick<SettlePaymentDeps, 'payments' | 'booking'>,
	paymentReference: string,
): Promise<FoundPayment | null> {
	const [payment, checkout] = await Promise.all([
		attempts.payment(paymentReference),
		checkouts.checkoutOfPayment(paymentReference),
	])
	return payment && checkout && { payment, checkout }
}

async function settleFound(
	deps: SettlePaymentDeps,
	{ payment, checkout }: FoundPayment,
	{ isSweep = false, now }: { isSweep?: boolean; now: Instant },
): Promise<KnownSettlement> {
	if (isDecided(payment)) return { kind: 'decided', payment }
	const { paymentReference } = payment
	const label = providerLabel(payment.provider)
	const answer = await verify(deps, payment)
	const without = (found: NoMoneyYet) => recordNoMoneyYet(deps, payment, found, { isSweep, now })
	if (answer.outcome === 'unknown') {
		// Without an answer the attempt stays open: the sweeper asks again (W12).
		if (answer.why === 'success_of_nothing')
			deps.log(alertLine(paymentReference, `${label} calls it a success of 0: look at it on its dashboard`))
		return without({ seen: null, certainty: 'none' })
	}
	if (answer.outcome === 'not_found')
		// 'Not found' contradicts the provider's own page: the key may be of another account (K4).
		return without({ seen: 'unfinished', certainty: payment.authorizationUrl === null ? 'final' : 'none' })

	const match = verifyPaymentMatch(answer.payment, payment)
	const paidAt = plausiblePaidAt(answer.payment, payment, now)
	const charge = { deps, payment, checkout, verified: { ...answer.payment, paidAt }, now }
	switch (match) {
		case 'paid':
			return findPurchase(deps, payment.purchaseKind).settle(charge)
		case 'amount_mismatch':
		case 'currency_mismatch':
			return refundCharge(charge, match)
		case 'wrong_mode':
		case 'wrong_reference':
			deps.log(`payment ${paymentReference}: ${label} answered with another one (${match})`)
			return without({ seen: null, certainty: 'none' })
		case 'failed':
		case 'reversed':
			return without({ seen: 'failed', certainty: 'final' })
		case 'unfinished':
			return without({
				seen: 'unfinished',
				certainty: answer.payment.status === 'abandoned' ? 'final' : 'passing',
			})
	}
}

function findPurchase({ purchases }: SettlePaymentDeps, kind: PurchaseKind): Purchase {
	const purchase = purchases.find((one) => one.kind === kind)
	if (!purchase) throw new Error(`no purchase of kind ${kind}`)
	return purchase
}

/** A payment of the other mode needs a key that this release lacks. */
async function verify({ onlinePayments, log }: SettlePaymentDeps, payment: Payment): Promise<VerifyOutcome> {
	const { paymentReference, mode } = payment
	if (!onlinePayments || onlinePayments.mode !== mode) return { outcome: 'unknown', why: 'other_mode' }
	const provider = onlinePayments.providers.get(payment.provider)
	if (provider) return provider.verify(paymentReference)
	log(alertLine(paymentReference, noProvider(payment.provider)))
	return { outcome: 'unknown', why: 'no_provider' }
}

/**
 * `none`: nothing reliable. `passing`: the payment is under way. `final`: the provider expects nothing more by itself.
 */
type NoMoneyYet =
	| { seen: 'unfinished' | 'failed' | null; certainty: 'none' }
	| { seen: 'unfinished' | 'failed'; certainty: 'passing' | 'final' }

/** A sweep also sets when it asks next. Only a final answer after 72 hours ends the attempt (F1). */
async function recordNoMoneyYet(
	{ payments: { attempts }, writeBatch }: SettlePaymentDeps,
	payment: Payment,
	found: NoMoneyYet,
	{ isSweep, now }: { isSweep: boolean; now: Instant },
): Promise<KnownSettlement> {
	const { paymentReference } = payment
	if (found.certainty === 'none') {
		const nextAt = nextCheckAfterSilence(payment, now)
		if (isSweep) await writeBatch([attempts.recordSilence(paymentReference, nextAt, now)])
	} else if (isSweep || found.seen !== payment.gatewayStatus) {
		const isOver = isSweep && found.certainty === 'final' && now - payment.createdAt > ATTEMPT_HOURS * HOUR_MS
		const isUnderWay = found.certainty === 'passing'
		const nextAt = isOver ? null : nextCheckAt({ ...payment, isUnderWay }, now)
		await writeBatch([attempts.recordAnswer(paymentReference, found.seen, nextAt)])
	}
	const unansweredSince = found.certainty === 'none' ? (payment.unansweredSince ?? now) : null
	return { kind: 'waiting', payment: { ...payment, unansweredSince }, seen: found.seen }
}

export class NotAnsweredError extends Error {
	override name = 'NotAnsweredError'
}

/**
 * The settled payment of a webhook event, settled now if events came out of order. Null for an unknown payment, or
 * before its money has arrived. Throws `NotAnsweredError` when the provider does not answer.
 */
export async function requireSettledPayment(
	deps: SettlePaymentDeps,
	{ paymentReference, now }: { paymentReference: string; now: Instant },
): Promise<DecidedPayment | null> {
	const settlement = await settlePayment(deps, { paymentReference, now })
	if (settlement.kind === 'decided') return settlement.payment
	if (settlement.kind === 'waiting' && settlement.seen === null) throw new NotAnsweredError()
	return null
}

/** A payment whose payer came back, for its page. */
export type PaymentReturn = {
	settlement: KnownSettlement
	payment: Payment
	checkout: CheckoutSnapshot
	/** Whether the signed-in customer started it. */
	isOwn: boolean
}

/** Settles a payment for its returning payer, and reads the page's data in the same trip (P7). */
export async function returnFromPayment(
	deps: SettlePaymentDeps & Pick<Repositories, 'booking'>,
	{ paymentReference, actor, now }: { paymentReference: string; actor: Actor | null; now: Instant },
): Promise<PaymentReturn | null> {
	const [found, isOwn] = await Promise.all([
		findPayment(deps, paymentReference),
		actor !== null && deps.booking.appointmentViews.isOwnPayment(actor, paymentReference),
	])
	if (!found) return null
	const settlement = await settleFound(deps, found, { now })
	return { settlement, payment: settlement.payment, checkout: found.checkout, isOwn }
}

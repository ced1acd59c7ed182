import type { CheckoutSnapshot } from '#app/domain/booking/checkout/paid-checkout-repository.server.ts'
import { alertLine, noProvider } from '#app/domain/payments/alert-line.ts'
import { nextCheckAfterSilence, nextCheckAt } from '#app/domain/payments/check-times.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { ATTEMPT_HOURS, type Payment } from '#app/domain/payments/payment.ts'
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
	/** Null where paying online is not set up: then nothing can be asked. */
	onlinePayments: Pick<OnlinePayments, 'providers' | 'mode'> | null
	purchases: readonly Purchase[]
	/** Gets a line for the operator: references and codes, nothing about a person. */
	log: (line: string) => void
}

export type FoundPayment = { payment: Payment; checkout: CheckoutSnapshot }

/**
 * Asks the provider about a payment and writes what follows, once, however many ask at a time: the return page, the
 * webhook, 'Check payment', the sweeper (K22, K23, K25). One write claims the payment reference; every other request is
 * told what that write decided.
 */
export async function settlePayment(
	deps: SettlePaymentDeps,
	{ paymentReference, isSweep = false, now }: { paymentReference: string; isSweep?: boolean; now: Instant },
): Promise<Settlement> {
	const found = await findPayment(deps, paymentReference)
	return found ? settleFound(deps, found, { isSweep, now }) : { kind: 'unknown_payment' }
}

/** A payment and what it is for, in one trip; null for a reference that is not ours. */
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

/** Settles a payment that was just read by `findPayment`. */
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
		// No answer ends nothing: the sweeper asks again (W12).
		if (answer.why === 'success_of_nothing')
			deps.log(alertLine(paymentReference, `${label} calls it a success of 0: look at it on its dashboard`))
		return without({ seen: null, certainty: 'none' })
	}
	if (answer.outcome === 'not_found')
		// Where the provider gave a page, 'not found' contradicts its own word: the key may be of another account (K4).
		return without({ seen: 'unfinished', certainty: payment.authorizationUrl === null ? 'final' : 'none' })

	const match = verifyPaymentMatch(answer.payment, payment)
	const paidAt = plausiblePaidAt(answer.payment, payment, now)
	const charge = { deps, payment, checkout, verified: { ...answer.payment, paidAt }, now }
	switch (match) {
		case 'paid':
			return purchaseOf(deps, payment.purchaseKind).settle(charge)
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

function purchaseOf({ purchases }: SettlePaymentDeps, kind: PurchaseKind): Purchase {
	const purchase = purchases.find((one) => one.kind === kind)
	if (!purchase) throw new Error(`no purchase of kind ${kind}`)
	return purchase
}

/**
 * Asks the provider that the attempt names. A payment of the other mode belongs to a key that this release does not
 * have, so nothing is asked.
 */
async function verify({ onlinePayments, log }: SettlePaymentDeps, payment: Payment): Promise<VerifyOutcome> {
	const { paymentReference, mode } = payment
	if (!onlinePayments || onlinePayments.mode !== mode) return { outcome: 'unknown', why: 'other_mode' }
	const provider = onlinePayments.providers.get(payment.provider)
	if (provider) return provider.verify(paymentReference)
	log(alertLine(paymentReference, noProvider(payment.provider)))
	return { outcome: 'unknown', why: 'no_provider' }
}

/**
 * `none`: nothing that can be relied on. `passing`: the payment is under way. `final`: the
 * provider expects nothing more of it by itself.
 */
type NoMoneyYet =
	| { seen: 'unfinished' | 'failed' | null; certainty: 'none' }
	| { seen: 'unfinished' | 'failed'; certainty: 'passing' | 'final' }

/**
 * Records the provider's word when it has changed. A sweep also sets when it asks again; a final answer after 72 hours
 * ends the attempt, and nothing else does (F1).
 */
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

/** The provider or the database gave no answer: the work is to be repeated. */
export class NotAnsweredError extends Error {
	override name = 'NotAnsweredError'
}

/**
 * The settled payment of a webhook event. Events come in any order, so a payment that is not settled yet is settled
 * first. Null when the payment is not ours, or its money has not arrived. Throws `NotAnsweredError` when that is not
 * known.
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

/** A payment whose payer came back, and what the page shows. */
export type PaymentReturn = {
	settlement: KnownSettlement
	payment: Payment
	checkout: CheckoutSnapshot
	/** Whether the signed-in customer started it. */
	isOwn: boolean
}

/**
 * Settles a payment for the payer who comes back from the provider, and reads in the same trip what the page needs
 * (P7). Null for a reference that is not ours: then nothing is written.
 */
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

import {
	type DifferenceKind,
	findPaymentDifference,
	pairedRefunds,
	type RefundThere,
} from '#app/domain/payments/payment-difference.ts'
import {
	ListNotReadError,
	type PaymentProvider,
	pagesOf,
} from '#app/domain/payments/payment-provider.server.ts'
import { isPaymentReference } from '#app/domain/payments/payment-reference.server.ts'
import type { ListedPayment } from '#app/domain/payments/provider-transfer.ts'
import { moveRefund } from '#app/flows/refunds/move-refund.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type CheckoutCopy, readCheckoutCopy } from './checkout-copy.server.ts'
import { rebuildLostCheckout } from './rebuild-lost-checkout.server.ts'
import {
	type FoundPayment,
	findPayment,
	type SettlePaymentDeps,
	settlePayment,
} from './settle-payment.server.ts'
import type { Settlement } from './settlement.ts'

export type ReconcileDeps = SettlePaymentDeps &
	Pick<Repositories, 'payments' | 'messaging' | 'shops'> & {
		provider: PaymentProvider
		/** The keys that signed the checkout copies. */
		linkKeys: readonly string[]
	}

export type Difference = {
	kind: DifferenceKind
	/** Null for the ledger, where `detail` says the place. */
	paymentReference: string | null
	/** 'possible': --apply would do it. 'person': no program can. */
	repair: 'done' | 'possible' | 'person'
	detail: string | null
}

export type Reconciliation = {
	/** Our payments in the provider's list, and others of the same account. */
	listed: number
	ofOthers: number
	differences: Difference[]
}

/** The provider is asked about each of a page. */
const KNOWN_PER_PAGE = 100

const repairable: readonly DifferenceKind[] = [
	'paid_not_settled',
	'closed_although_paid',
	'paid_for_past_start',
	'lost_checkout',
	'lost_past_checkout',
	'refund_status_differs',
]
const ofPastStarts: readonly DifferenceKind[] = ['paid_for_past_start', 'lost_past_checkout']

/**
 * Compares a provider's lists with the database and names every difference. With `isApplied` it makes the safe repairs:
 * settles, rebuilds lost checkouts (W7), moves refunds on. A payment for a past start is left to the operator unless
 * `includesPast`. Safe to run twice (K22). Throws a ListNotReadError for an incomplete list, since a missing row would
 * pass for a missing payment.
 */
export async function reconcilePayments(
	deps: ReconcileDeps,
	input: { from: Instant; to: Instant; isApplied: boolean; includesPast: boolean; now: Instant },
): Promise<Reconciliation> {
	const { from, to, isApplied, includesPast, now } = input
	const refunds = await refundsThere(deps, from, now)
	const seen = new Set<string>()
	const differences: Difference[] = []
	let ofOthers = 0
	for await (const page of pagesOf((number) => deps.provider.lists.payments({ from, to, page: number }))) {
		// New payments push others to the next page, where they are seen again.
		const fresh = page.filter(({ payment }) => !seen.has(payment.paymentReference))
		const ours = fresh.filter(({ payment }) => isPaymentReference(payment.paymentReference))
		ofOthers += fresh.length - ours.length
		for (const { payment } of fresh) seen.add(payment.paymentReference)
		const found = await Promise.all(ours.map(({ payment }) => findPayment(deps, payment.paymentReference)))
		for (const [i, listed] of ours.entries()) {
			const here = found[i] ?? null
			const refundsOfIt = refunds.get(listed.payment.id) ?? []
			const copy = here
				? null
				: await readCheckoutCopy(deps.linkKeys, listed.payment.paymentReference, listed.checkoutCopy)
			const kind = here
				? findPaymentDifference(listed.payment, here.payment, {
						refunds: refundsOfIt,
						isPast: here.checkout.startsAt <= now,
					})
				: differenceOfUnknown(listed, copy, { refunds: refundsOfIt, now })
			if (!kind) continue
			const isRepairable = repairable.includes(kind) && (includesPast || !ofPastStarts.includes(kind))
			const { paymentReference } = listed.payment
			differences.push(
				isRepairable && isApplied
					? {
							kind,
							paymentReference,
							...(await repair(deps, { listed, here, copy, refunds: refundsOfIt, now })),
						}
					: { kind, paymentReference, repair: isRepairable ? 'possible' : 'person', detail: null },
			)
		}
	}
	differences.push(...(await knownHereAlone(deps, seen, { from, to })))
	for (const { invariant, subject } of await deps.payments.ledger.imbalances())
		differences.push({
			kind: 'ledger_unsound',
			paymentReference: null,
			repair: 'person',
			detail: `${invariant}: ${subject}`,
		})
	return { listed: seen.size - ofOthers, ofOthers, differences }
}

/** Live refunds by their payment's number there, oldest first. */
async function refundsThere({ provider: { lists } }: ReconcileDeps, from: Instant, to: Instant) {
	const refunds = new Map<string, RefundThere[]>()
	for await (const page of pagesOf((number) => lists.refunds({ from, to, page: number })))
		for (const refund of page)
			if (refund.status !== 'failed')
				refunds.set(refund.paymentId, [refund, ...(refunds.get(refund.paymentId) ?? [])])
	return refunds
}

function differenceOfUnknown(
	{ payment }: ListedPayment,
	copy: CheckoutCopy | null,
	{ refunds, now }: { refunds: readonly RefundThere[]; now: Instant },
): DifferenceKind | null {
	// A refunded or unpaid payment leaves nothing to do.
	if (payment.status !== 'success' || refunds.length > 0) return null
	if (!copy) return 'unknown_here'
	return copy.starts <= now ? 'lost_past_checkout' : 'lost_checkout'
}

async function repair(
	deps: ReconcileDeps,
	input: {
		listed: ListedPayment
		here: FoundPayment | null
		copy: CheckoutCopy | null
		refunds: readonly RefundThere[]
		now: Instant
	},
): Promise<Pick<Difference, 'repair' | 'detail'>> {
	const { listed, here, copy, refunds, now } = input
	const { paymentReference } = listed.payment
	const moved = here
		? pairedRefunds(here.payment, refunds).flatMap(({ part, here: known, there }) =>
				known && there && known.status !== there.status ? [{ part, known, there }] : [],
			)
		: []
	if (here && moved.length > 0) {
		const { currency } = here.payment.received ?? here.payment
		for (const { part, known, there } of moved)
			await moveRefund(deps, {
				paymentReference,
				part,
				amountKobo: known.amountKobo,
				currency,
				status: there.status,
				providerRefundId: there.refundId,
				provider: here.payment.provider,
				now,
			})
		const after = await deps.payments.attempts.payment(paymentReference)
		const pairs = after ? pairedRefunds(after, refunds) : []
		const isMoved = pairs.every(({ here: known, there }) => !there || known?.status === there.status)
		const states = pairs.flatMap(({ here: known }) => known?.status ?? [])
		return { repair: isMoved ? 'done' : 'person', detail: `refund: ${states.join(', ')}` }
	}
	if (
		!here &&
		copy &&
		!(await rebuildLostCheckout(deps, { ...listed, provider: deps.provider.name }, copy, now))
	)
		return { repair: 'person', detail: 'its shop, service, person or code is not in this database' }
	const settlement = await settlePayment(deps, { paymentReference, now })
	return { repair: settlement.kind === 'decided' ? 'done' : 'person', detail: describeSettlement(settlement) }
}

function describeSettlement(settlement: Settlement): string {
	if (settlement.kind === 'decided') return settlement.payment.received.outcome
	return settlement.kind === 'waiting' ? `waiting: ${settlement.seen ?? 'no answer'}` : 'unknown'
}

/** Asks the provider about money here that its list did not name. */
async function knownHereAlone(
	{ payments: { attempts }, provider }: ReconcileDeps,
	seen: ReadonlySet<string>,
	{ from, to }: { from: Instant; to: Instant },
): Promise<Difference[]> {
	const differences: Difference[] = []
	for (let after = ''; ; ) {
		const page = await attempts.receivedBetween({
			provider: provider.name,
			from,
			to,
			after,
			limit: KNOWN_PER_PAGE,
		})
		for (const paymentReference of page) {
			if (seen.has(paymentReference)) continue
			const answer = await provider.verify(paymentReference)
			if (answer.outcome === 'unknown') throw new ListNotReadError(answer.why)
			const status = answer.outcome === 'found' ? answer.payment.status : 'not found'
			if (status !== 'success' && status !== 'reversed')
				differences.push({ kind: 'not_paid_there', paymentReference, repair: 'person', detail: status })
		}
		const last = page.at(-1)
		if (last === undefined || page.length < KNOWN_PER_PAGE) return differences
		after = last
	}
}

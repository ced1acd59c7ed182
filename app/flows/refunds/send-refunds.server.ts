import { isRefundOverdue, nextRefundAttemptAt } from '#app/domain/payments/check-times.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { alertLine, noProvider } from '#app/domain/payments/payment.ts'
import type {
	PaymentProvider,
	PaymentProviders,
	RefundOutcome,
} from '#app/domain/payments/payment-provider.server.ts'
import { type DueRefund, refundName } from '#app/domain/payments/refund-repository.server.ts'
import { type HasTime, type Instant, untilDone } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import { providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { type MoveRefundDeps, moveRefund } from './move-refund.server.ts'

export type SendRefundsDeps = MoveRefundDeps & {
	/** Null where paying online is not set up: refunds then wait. */
	onlinePayments: Pick<OnlinePayments, 'providers' | 'mode'> | null
}

const BATCH_SIZE = 20
const CONCURRENCY = 4

/** A Worker may make 1,000 requests in a run, and a refund takes six at most. */
const MAX_REFUNDS_IN_A_RUN = 100

/** Sends a refund right after its decision. Never throws: the sweeper repeats failures. */
export async function sendRefund(
	deps: SendRefundsDeps,
	{ paymentReference, now }: { paymentReference: string; now: Instant },
): Promise<void> {
	const { onlinePayments } = deps
	if (!onlinePayments) return
	try {
		const [due] = await deps.payments.refunds.dueRefunds(onlinePayments.mode, now, 1, paymentReference)
		if (due) await processRefund(deps, onlinePayments.providers, due, now)
	} catch (error) {
		deps.log(
			`payment ${paymentReference}: its refund waits (${error instanceof Error ? error.name : 'no answer'})`,
		)
	}
}

/**
 * Every minute: sends due refunds, then asks about sent ones, while there is time (W13). Only payments in the key's
 * mode (S4). Gives how many were worked on.
 */
export async function processRefunds(
	deps: SendRefundsDeps,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const { onlinePayments } = deps
	if (!onlinePayments) return 0
	const begun = new Set<string>()
	const failures: unknown[] = []
	while (hasTime() && begun.size < MAX_REFUNDS_IN_A_RUN) {
		const due = await deps.payments.refunds.dueRefunds(onlinePayments.mode, now, BATCH_SIZE)
		const fresh = due.filter((refund) => !begun.has(refundName(refund)))
		if (fresh.length === 0) break
		await mapConcurrently(fresh, CONCURRENCY, async (refund) => {
			if (!hasTime()) return
			begun.add(refundName(refund))
			await processRefund(deps, onlinePayments.providers, refund, now)
		}).catch((error) => failures.push(error))
	}
	if (failures.length > 0) throw failures[0]
	return begun.size
}

async function processRefund(
	deps: SendRefundsDeps,
	providers: PaymentProviders,
	refund: DueRefund,
	now: Instant,
): Promise<void> {
	const nextAttemptAt = nextRefundAttemptAt(refund.attemptCount, now)
	const { claimed } = await deps.writeBatch({
		claimed: deps.payments.refunds.claimRefund(refund, nextAttemptAt),
	})
	if (claimed !== 1) return
	const provider = providers.get(refund.provider)
	if (!provider) return deps.log(alertLine(refund.paymentReference, noProvider(refund.provider)))
	if (refund.providerRefundId !== null)
		return checkRefund(deps, provider, refund, refund.providerRefundId, now)
	// An earlier answer may be lost, so its refund is looked for first (F10).
	const isNew = refund.status === 'requested' && refund.attemptCount === 0
	const isMissing = isNew || (await findRefund(deps, provider, refund, now)) === 'none'
	if (isMissing && refund.status === 'requested') await send(deps, provider, refund, now)
}

async function send(
	deps: SendRefundsDeps,
	provider: PaymentProvider,
	refund: DueRefund,
	now: Instant,
): Promise<void> {
	const { paymentReference, isWhole, amountKobo } = refund
	const answer = await provider.refund({
		paymentReference,
		// A whole refund names no amount: the provider then refuses a second one (decision 134).
		...(isWhole ? {} : { amountKobo }),
		customerNote: 'Your payment for a visit is being refunded.',
		merchantNote: `${refund.reason}, payment ${refundName(refund)}`,
	})
	if (answer.outcome === 'unknown') {
		deps.log(
			`payment ${paymentReference}: its refund was perhaps not taken (${answer.why}) and is looked for later`,
		)
		return alertWhenOverdue(
			deps,
			refund,
			now,
			`${providerLabel(provider.name)} has not taken the refund for a day`,
		)
	}
	await moveRefund(deps, { ...refund, ...refundStatus(answer), now })
	if (answer.outcome !== 'refused') return
	// The refund found there tells its state.
	if (answer.why === 'already_refunded') await findRefund(deps, provider, refund, now)
	else
		deps.log(
			alertLine(paymentReference, `${providerLabel(provider.name)} refuses the refund: ${answer.message}`),
		)
}

function refundStatus(answer: Exclude<RefundOutcome, { outcome: 'unknown' }>) {
	if (answer.outcome === 'accepted') return { status: answer.status, providerRefundId: answer.refundId }
	const status = answer.why === 'already_refunded' ? ('pending' as const) : ('failed' as const)
	return { status, providerRefundId: null }
}

async function checkRefund(
	deps: SendRefundsDeps,
	provider: PaymentProvider,
	refund: DueRefund,
	providerRefundId: string,
	now: Instant,
): Promise<void> {
	const answer = await provider.readRefund(providerRefundId)
	if (answer.outcome === 'found')
		return moveRefund(deps, { ...refund, status: answer.status, providerRefundId, now })
	deps.log(`payment ${refund.paymentReference}: where its refund is was not told (${answer.outcome})`)
	alertWhenOverdue(deps, refund, now, nothingKnown(provider))
}

function nothingKnown({ name }: PaymentProvider): string {
	return `nothing is known of the refund for a day: look for it on the dashboard of ${providerLabel(name)}`
}

async function findRefund(
	deps: SendRefundsDeps,
	provider: PaymentProvider,
	refund: DueRefund,
	now: Instant,
): Promise<'found' | 'none' | 'unknown'> {
	const { paymentReference } = refund
	const answer = await provider.findRefund(refund)
	if (answer.outcome === 'found') {
		await moveRefund(deps, { ...refund, status: answer.status, providerRefundId: answer.refundId, now })
		return 'found'
	}
	const why = answer.outcome === 'unknown' ? answer.why : 'none'
	deps.log(`payment ${paymentReference}: its refund was looked for and not found (${why})`)
	if (answer.outcome === 'unknown' || refund.status !== 'requested')
		alertWhenOverdue(deps, refund, now, nothingKnown(provider))
	return answer.outcome
}

function alertWhenOverdue(deps: SendRefundsDeps, refund: DueRefund, now: Instant, what: string): void {
	if (isRefundOverdue(refund, now)) deps.log(alertLine(refund.paymentReference, what))
}

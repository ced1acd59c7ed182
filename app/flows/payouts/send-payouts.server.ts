import { noProvider } from '#app/domain/payments/payment.ts'
import type { PaymentProvider, PaymentProviders } from '#app/domain/payments/payment-provider.server.ts'
import type { PaymentAsRead } from '#app/domain/payouts/open-payment-repository.server.ts'
import { alertOfPayout } from '#app/domain/payouts/payout.ts'
import type { StoredPayout } from '#app/domain/payouts/payout-repository.server.ts'
import { isPayoutOverdue, nextPayoutAttemptAt } from '#app/domain/payouts/payout-time.server.ts'
import { type HasTime, type Instant, untilDone } from '#app/kernel/instant.ts'
import { type PaymentMode, providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { applyAnswer, askProvider } from './ask-provider.server.ts'
import { cancelPayout, decideAgain } from './cancel-payout.server.ts'
import { isolateFailure } from './isolate-failure.server.ts'
import { type MovePayoutDeps, movePayout } from './move-payout.server.ts'

export type SendPayoutsDeps = MovePayoutDeps & {
	providers: PaymentProviders
	mode: PaymentMode
	/** False: none is sent, but sent ones are still asked about. */
	isByTransfer: boolean
}

/** A Worker may make 1,000 requests in a run, and a payout takes four at most. */
const MAX_PAYOUTS_IN_A_RUN = 50

/** A provider's lists may lag behind a transfer. */
const ASKED_BEFORE_AGAIN = 3

/** Given up early, a payout could be paid twice: it counts as failed after about a day. */
const TRIED_BEFORE_GIVEN_UP = 12

/**
 * Every minute: requests the written payouts, oldest first, and asks where the others are (D57). Each is decided again
 * before its request (D71). After a lost answer its reference is requested again, which the provider takes once. Money
 * for possible refunds stays in the balance: the first payout that does not fit, and later ones, wait. A failed one
 * stops no other. Gives how many were worked on.
 */
export async function sendPayouts(
	deps: SendPayoutsDeps,
	now: Instant,
	hasTime: HasTime = untilDone,
): Promise<number> {
	const due = await deps.payouts.payouts.duePayouts(deps.mode, now, MAX_PAYOUTS_IN_A_RUN)
	let isFull = !deps.isByTransfer
	let worked = 0
	for (const payout of due) {
		if (!hasTime()) break
		const done = await isolateFailure(deps.log, `payout ${payout.reference}`, () => work(payout))
		if (done === 'does_not_fit') isFull = true
		else if (done !== null && done !== 'not_worked_on') worked++
	}
	return worked

	async function work(payout: StoredPayout) {
		const done = payout.isAsked ? await ask(deps, payout, now) : await sendFirst(payout)
		if (done === 'not_worked_on') return done
		const label = providerLabel(payout.provider)
		if (done !== 'ended' && payout.status !== 'success' && isPayoutOverdue(payout, now))
			deps.log(
				alertOfPayout(
					payout.reference,
					done === 'does_not_fit'
						? `the payout has waited a day for enough money at ${label}: add some to its balance`
						: `the payout has no end for a day: look for it on the dashboard of ${label}`,
				),
			)
		return done
	}

	async function sendFirst(payout: StoredPayout) {
		const payments = await decideAgain(deps, payout, now)
		if (payments && !isFull) return send(deps, payout, { payments, now })
		if (!payments) await cancelOutdated(deps, payout, now)
		return 'not_worked_on'
	}
}

async function send(
	deps: SendPayoutsDeps,
	payout: StoredPayout,
	{ payments, now }: { payments: readonly PaymentAsRead[]; now: Instant },
) {
	const { payouts, writeBatch, log } = deps
	const provider = deps.providers.get(payout.provider)
	if (!provider) {
		log(alertOfPayout(payout.reference, noProvider(payout.provider)))
		return 'waits'
	}
	const label = providerLabel(provider.name)
	const balance = await provider.balance()
	if (balance.outcome === 'unknown') {
		log(`payout ${payout.reference}: waits, since the balance was not told (${balance.why})`)
		return 'waits'
	}
	const nextAttemptAt = nextPayoutAttemptAt(payout.attemptCount, now)
	const { claimed } = await writeBatch({
		claimed: payouts.payouts.claimPayout(payout, nextAttemptAt, {
			balanceKobo: balance.balanceKobo,
			payments,
		}),
	})
	if (claimed !== 1) {
		log(
			`payout ${payout.reference}: waits, since the balance is kept for customers or it has changed meanwhile`,
		)
		return 'does_not_fit'
	}
	const recipientCode = payout.account.recipientCode ?? (await makeRecipient(deps, provider, payout, now))
	if (recipientCode === null) return 'waits'
	const answer = await provider.transfer({
		reference: payout.reference,
		amountKobo: payout.amountKobo,
		recipientCode,
		reason: 'Bookings paid online',
	})
	if (answer.outcome === 'taken') {
		// The fee may be missing here: the provider tells it when asked.
		const isCostKnown = answer.status !== 'success' || answer.feeKobo !== null
		if (isCostKnown) return applyAnswer(deps, payout, answer, { nextAttemptAt, now })
		return askProvider(deps, payout, { nextAttemptAt, now })
	}
	if (answer.outcome === 'unknown') {
		log(`payout ${payout.reference}: was perhaps taken (${answer.why}) and is looked for later`)
		return 'waits'
	}
	// An earlier request may have made the transfer.
	const found = await askProvider(deps, payout, { nextAttemptAt, now })
	if (found !== 'not_there') return found
	if (answer.why === 'duplicate_reference' || isPerhapsMade(payout)) {
		log(`payout ${payout.reference}: was refused (${answer.why}) and is looked for later`)
		return 'waits'
	}
	log(alertOfPayout(payout.reference, `${label} refuses the payout: ${answer.message}`))
	return end(deps, payout, now)
}

/** The next run decides about its shop again. */
async function cancelOutdated(deps: SendPayoutsDeps, { reference, shopId }: StoredPayout, now: Instant) {
	const cancelled = await cancelPayout(deps, { reference, now })
	if (cancelled.ok) await deps.writeBatch([deps.payouts.paidShops.markLookedAt(shopId, 0)])
}

/** Asks where a requested payout is; requests it again if it is missing. */
async function ask(deps: SendPayoutsDeps, payout: StoredPayout, now: Instant) {
	const nextAttemptAt = nextPayoutAttemptAt(payout.attemptCount, now)
	const { claimed } = await deps.writeBatch({
		claimed: deps.payouts.payouts.claimPayout(payout, nextAttemptAt, null),
	})
	if (claimed !== 1) return 'waits'
	const answer = await askProvider(deps, payout, { nextAttemptAt, now })
	if (answer !== 'not_there' || payout.status !== 'written') return answer
	if (payout.attemptCount < ASKED_BEFORE_AGAIN) return 'waits'
	const payments = await decideAgain(deps, payout, now)
	if (payments) return send(deps, { ...payout, attemptCount: payout.attemptCount + 1 }, { payments, now })
	return isPerhapsMade(payout) ? 'waits' : end(deps, payout, now)
}

/** An earlier request may still make the transfer. */
function isPerhapsMade({ isAsked, attemptCount }: StoredPayout): boolean {
	return isAsked && attemptCount < TRIED_BEFORE_GIVEN_UP
}

async function makeRecipient(
	deps: SendPayoutsDeps,
	provider: PaymentProvider,
	payout: StoredPayout,
	now: Instant,
): Promise<string | null> {
	const { account } = payout
	const made = await provider.createRecipient(account)
	if (made.outcome === 'made') {
		await deps.writeBatch([deps.payouts.payouts.keepRecipient(account.accountId, made.recipientCode)])
		return made.recipientCode
	}
	if (made.outcome === 'refused') {
		const label = providerLabel(provider.name)
		deps.log(alertOfPayout(payout.reference, `${label} refuses the shop’s account: ${made.message}`))
		await end(deps, payout, now)
	} else deps.log(`payout ${payout.reference}: waits, since its account was not taken yet (${made.why})`)
	return null
}

/** This worker's own attempt has shown the failure. */
async function end(deps: SendPayoutsDeps, payout: StoredPayout, now: Instant): Promise<'ended'> {
	await movePayout(deps, payout, {
		status: 'failed',
		chargedFeeKobo: 0,
		outsideReference: null,
		nextAttemptAt: null,
		attemptCount: payout.attemptCount + 1,
		now,
	})
	return 'ended'
}

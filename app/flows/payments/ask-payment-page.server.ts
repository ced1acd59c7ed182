import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { StartOutcome } from '#app/domain/payments/payment-provider.server.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import type { PaymentRefusal } from '#app/domain/payments/payment-refusal.ts'
import { paymentLinkPath } from '#app/kernel/booking-paths.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type PurchaseKind, providerLabel } from '#app/kernel/vocabulary/payments.ts'
import { type Statement, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type AskPaymentPageDeps = Pick<Repositories, 'payments' | 'writeBatch'> & {
	log: (line: string) => void
	/** Injected, so that tests do not wait. */
	pause: (milliseconds: number) => Promise<void>
}

export type PageRefusal = Extract<
	PaymentRefusal,
	'payment_not_started' | 'payment_no_url' | 'invalid_amount' | 'payment_below_minimum'
>

export type OpenedPage = { next: 'pay'; url: string }

/** The payment page, an earlier payment, or the appointment. */
export type PaymentStart =
	| OpenedPage
	| { next: 'payment'; paymentReference: string }
	| { next: 'booked'; appointmentId: string }

/** A second request within this time is a double submit of the first. */
export const DOUBLE_SUBMIT_MS = 15_000
const POLL_MS = 300
const POLLS = 12

/**
 * Requests the page of a newly inserted attempt, and stores its address. The process may end after either step (R33,
 * R34). Gives where the customer goes; refuses 'payment_not_started', 'payment_no_url', 'invalid_amount'.
 */
export async function askForPaymentPage(
	deps: AskPaymentPageDeps,
	input: {
		onlinePayments: OnlinePayments
		paymentReference: string
		amountKobo: Kobo
		email: string
		buys: PurchaseKind
		/** The purchase, in a line. */
		description: string
		checkoutCopy: string | null
	},
): Promise<Outcome<OpenedPage, PageRefusal>> {
	const { onlinePayments, paymentReference, ...payment } = input
	const { appOrigin, channels, provider, linkKeys } = onlinePayments
	const token = await signPaymentLink(linkKeys, paymentReference)
	const answer = await provider.start({
		...payment,
		paymentReference,
		callbackUrl: appOrigin + paymentLinkPath(token),
		cancelUrl: appOrigin + paymentLinkPath(token, '&cancelled=true'),
		channels,
	})
	if (answer.outcome === 'started') {
		await saveAnswer(
			deps,
			input,
			deps.payments.attempts.openAttempt(paymentReference, answer.authorizationUrl),
		)
		return accepted({ next: 'pay', url: answer.authorizationUrl })
	}
	deps.log(`payment ${paymentReference}: not started (${'why' in answer ? answer.why : answer.outcome})`)
	await saveAnswer(deps, input, deps.payments.attempts.giveUpAttempt(paymentReference, statusAfter(answer)))
	return refused(refusalOfStart(answer))
}

/** `not_started`: the provider refused. `replaced`: the answer was lost; the attempt may exist, so we keep asking. */
function statusAfter(answer: StartOutcome): 'not_started' | 'replaced' {
	return answer.outcome === 'refused' ? 'not_started' : 'replaced'
}

function refusalOfStart(answer: StartOutcome): PageRefusal {
	if (answer.outcome === 'no_url') return 'payment_no_url'
	const isAmount = answer.outcome === 'refused' && answer.why === 'invalid_amount'
	return isAmount ? 'invalid_amount' : 'payment_not_started'
}

/** May fail: the sweeper finds the money of a stored attempt. */
async function saveAnswer(
	deps: AskPaymentPageDeps,
	{ paymentReference, onlinePayments }: { paymentReference: string; onlinePayments: OnlinePayments },
	statement: Statement,
): Promise<void> {
	try {
		await writeIdempotent(deps.writeBatch, [statement])
	} catch (error) {
		deps.log(
			`payment ${paymentReference}: ${providerLabel(onlinePayments.provider.name)}'s answer was not kept (${error instanceof Error ? error.name : 'error'})`,
		)
	}
}

/** The page of this customer's other request, which asks the provider now. */
export async function waitForConcurrentAttempt(
	deps: AskPaymentPageDeps,
	{ draftId, checkoutId }: { draftId: string; checkoutId: string },
): Promise<Outcome<OpenedPage, PageRefusal>> {
	for (let poll = 0; poll < POLLS; poll++) {
		const payments = await deps.payments.attempts.paymentsOfDraft(draftId)
		const other = payments.find(
			(payment) =>
				payment.checkoutId === checkoutId && (payment.status === 'created' || payment.status === 'open'),
		)
		if (!other) break
		if (other.authorizationUrl) return accepted({ next: 'pay', url: other.authorizationUrl })
		await deps.pause(POLL_MS)
	}
	return refused('payment_not_started')
}

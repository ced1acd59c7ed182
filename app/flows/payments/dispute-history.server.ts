import type { DisputeEvidence } from '#app/domain/payments/dispute-evidence-repository.server.ts'
import type { StoredDispute } from '#app/domain/payments/dispute-repository.server.ts'
import { shopActWords } from '#app/domain/shops/shop-act-words.ts'
import { usageWords } from '#app/domain/subscriptions/subscription-words.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatMoney, formatNaira } from '#app/kernel/money.ts'
import type { RefundReason, RefundStatus } from '#app/kernel/vocabulary/payments.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'

export type HistoryLine = { at: Instant; what: string }

/** The acts that say something about the visit itself. */
const shownActs: readonly ShopActKind[] = [
	'visit_confirmed',
	'visit_arrived',
	'visit_completed',
	'visit_missed',
	'visit_undone',
	'visit_moved',
	'visit_handed_over',
	'visit_changed',
	'transfer_paid',
	'checked_in',
	'deposit_asked',
	'deposit_sent',
	'deposit_let_go',
]

/** Messages about the visit or plan; other kinds are left out. */
const messageWords: Readonly<Record<string, string>> = {
	booked: 'booking confirmation',
	deposit_asked: 'link to pay the deposit',
	visit_reminder: 'reminder of the visit',
	moved: 'new time of the visit',
	changed: 'changed visit',
	cancelled: 'cancellation',
	how_was_it: 'question how the visit was',
	problem_answered: 'answer to the problem',
	receipt: 'receipt',
	other_time_offered: 'offer of other times',
	refund_started: 'refund started',
	refunded: 'refund sent',
	plan_ordered: 'order of the plan',
	plan_started: 'plan started',
	plan_ending: 'plan is about to end',
	session_booked: 'place in a session booked',
	session_reminder: 'reminder of a session',
	session_called_off: 'session called off',
}

const reasonWords: Record<RefundReason, string> = {
	cancelled: 'the visit was cancelled',
	visit_changed: 'the visit became cheaper',
	second_payment: 'the visit was paid for already',
	time_lost: 'the time was no longer free',
	offer_declined: 'the customer wanted no other time',
	promo_used_up: 'the saving in its price was used up',
	plan_cancelled: 'the plan was cancelled',
	plan_not_on_offer: 'the plan was no longer on offer',
	amount_mismatch: 'the amount was not what was asked for',
	currency_mismatch: 'the currency was not naira',
	by_operator: 'the operator decided so',
	dispute_lost: 'the payer’s bank took it back',
}

const refundWords: Record<RefundStatus, string> = {
	requested: 'requested',
	pending: 'with Paystack',
	processing: 'on its way to the payer’s bank',
	processed: 'sent back',
	failed: 'failed',
	'needs-attention': 'waits at Paystack for an account',
}

/** A dispute's facts in order; of one instant, causes come first. `when` words an instant by the shop's clock. */
export function disputeHistory(
	evidence: DisputeEvidence,
	disputes: readonly StoredDispute[],
	when: (at: Instant) => string,
): HistoryLine[] {
	const { agreed, booker, amountKobo, currency, paidAt, appointment, plan } = evidence
	const line = (at: Instant | null, what: string): HistoryLine[] => (at === null ? [] : [{ at, what }])
	const customer = booker.isSignedIn ? 'the customer, signed in' : 'the customer'
	const isByShop = appointment?.isByShop === true
	return [
		...line(
			agreed.at,
			`${isByShop ? 'Agreed with the shop' : `Agreed at checkout by ${customer}`}: ${formatNaira(agreed.totalKobo)}`,
		),
		...line(paidAt, `Paid online: ${formatMoney(amountKobo, currency)}`),
		...(appointment ? appointmentLines(evidence, appointment, isByShop ? 'the shop' : customer, when) : []),
		...(plan
			? line(plan.createdAt, `${plan.isRenewal ? 'Plan renewed' : 'Plan started'}: ${plan.title}`)
			: []),
		...evidence.usage.flatMap(({ at, action, sessionStartsAt }) =>
			line(
				at,
				usageWords[action] + (sessionStartsAt === null ? '' : ` (session of ${when(sessionStartsAt)})`),
			),
		),
		...evidence.attended.flatMap(({ at, startsAt }) =>
			line(at, `Checked in at the session of ${when(startsAt)}`),
		),
		...evidence.messages.flatMap(({ at, kind }) => {
			const words = messageWords[kind]
			return words ? line(at, `Message to the customer sent: ${words}`) : []
		}),
		...evidence.problems.flatMap(({ reportedAt, words, resolvedAt, answer }) => [
			...line(reportedAt, `The customer reported a problem${words ? `: “${words}”` : ''}`),
			...line(resolvedAt, `The problem was answered${answer ? `: “${answer}”` : ''}`),
		]),
		...evidence.refunds.flatMap((refund) => {
			const name = `Refund of ${formatMoney(refund.amountKobo, currency)}`
			return [
				...line(refund.requestedAt, `${name} decided: ${reasonWords[refund.reason]}`),
				...(refund.status === 'requested'
					? []
					: line(refund.changedAt, `${name}: ${refundWords[refund.status]}`)),
			]
		}),
		...disputes.flatMap(({ openedAt, endedAt, outcome }) => [
			...line(openedAt, 'The payer disputed the payment at their bank'),
			...line(endedAt, `The dispute ended: ${outcome === 'lost' ? 'lost' : 'the payment stays'}`),
		]),
	].sort((one, other) => one.at - other.at)
}

type PaidAppointment = NonNullable<DisputeEvidence['appointment']>

function appointmentLines(
	{ acts }: DisputeEvidence,
	appointment: PaidAppointment,
	by: string,
	when: (at: Instant) => string,
): HistoryLine[] {
	const { arrivedAt, completedAt, missedAt, transferPaidAt, changedAt, cancelledAt } = appointment
	const shown = acts.filter(({ kind }) => shownActs.includes(kind))
	// An act also names its author, so the visit's own line is left out.
	const unlessActed = (kind: ShopActKind, at: Instant | null, what = shopActWords[kind]) =>
		at === null || shown.some((act) => act.kind === kind && act.at === at) ? [] : [{ at, what }]
	const paidAtShopAt = appointment.paidAtShopKobo > 0 ? (transferPaidAt ?? completedAt) : null
	return [
		{
			at: appointment.createdAt,
			// The first time of a moved visit is not stored.
			what: `Booked by ${by}${appointment.moveCount === 0 ? `, for ${when(appointment.startsAt)}` : ''}`,
		},
		...shown.map(({ kind, isOperators, at }) => ({
			at,
			what: `${shopActWords[kind]}, by ${isOperators ? 'the operator' : 'the shop'}`,
		})),
		...unlessActed('visit_changed', changedAt),
		...(appointment.lateToldAt === null
			? []
			: [{ at: appointment.lateToldAt, what: 'The customer said they run late' }]),
		...unlessActed('visit_arrived', arrivedAt),
		...unlessActed('visit_completed', completedAt),
		...unlessActed('visit_missed', missedAt),
		...unlessActed('transfer_paid', transferPaidAt),
		...(paidAtShopAt === null
			? []
			: [{ at: paidAtShopAt, what: `Paid at the shop: ${formatNaira(appointment.paidAtShopKobo)}` }]),
		...(cancelledAt === null
			? []
			: [
					{
						at: cancelledAt,
						what: `Visit cancelled by ${appointment.isCancelledByShop ? 'the shop' : 'the customer'}`,
					},
				]),
	]
}

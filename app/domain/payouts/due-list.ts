import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { OpenPayment, PaymentDue } from './payment-due.ts'
import { netAmount, type PayoutShare, sumShares } from './payout-share.ts'
import { heldReasonWords, payoutReasonWords, payoutStatusWords } from './payout-words.ts'

/** With the payment's name for people. */
export type NamedDue = PaymentDue & {
	payment: Pick<OpenPayment, 'plan'> & { name: string; paidAt: Instant }
}

/** States of money that no payout has taken. */
export type OpenDueState = Extract<PaymentDue['state'], 'due' | 'debt' | 'later' | 'held'>

const stateLabels: Record<OpenDueState, string> = {
	due: 'Due',
	debt: 'You owe',
	later: 'Later',
	held: 'On hold',
}

/** Debts and dues first, then later ones, then held ones. */
export function openDues<Due extends NamedDue>(dues: readonly Due[]): Due[] {
	const order: Record<PaymentDue['state'], number> = {
		debt: 0,
		due: 1,
		later: 2,
		held: 3,
		on_its_way: 4,
		settled: 5,
	}
	return dues.filter(isOpen).toSorted((a, b) => order[a.state] - order[b.state] || sortKey(a) - sortKey(b))
}

/** Dues from the newest on, later ones from the soonest on. */
function sortKey(due: NamedDue): Instant {
	const at = dueLineWords(due).at ?? due.payment.paidAt
	return due.state === 'later' ? at : -at
}

function isOpen({ state }: Pick<PaymentDue, 'state'>): boolean {
	return state in stateLabels
}

export type DueSum = { count: number; share: PayoutShare; netKobo: Kobo }

export function sumOfDues(dues: readonly NamedDue[], states: readonly OpenDueState[]): DueSum {
	const counted = dues.filter(({ state }) => states.some((one) => one === state))
	const share = sumShares(counted.map((due) => due.share))
	return { count: counted.length, share, netKobo: netAmount(share) }
}

/** A line in words for the shop. `at`: when it became or becomes due; null where that is not known. */
export function dueLineWords(due: NamedDue): { label: string; at: Instant | null; why: string } {
	switch (due.state) {
		case 'held':
			return { label: stateLabels.held, at: null, why: heldReasonWords[due.why] }
		case 'later':
			return { label: stateLabels.later, at: due.dueAt, why: laterWords(due) }
		case 'due':
		case 'debt':
			return { label: stateLabels[due.state], at: due.dueAt, why: payoutReasonWords(due.reason, due.share) }
		case 'on_its_way':
		case 'settled':
			return { label: payoutStatusWords.written.label, at: null, why: '' }
	}
}

function laterWords({ payment }: NamedDue): string {
	return payment.plan ? 'When the plan is used, at the latest' : 'When you complete the visit, at the latest'
}

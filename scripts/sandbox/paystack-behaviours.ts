/** `late` and `out-of-order` keep webhooks until released; `double` sends each five times at once. */
export const webhookBehaviours = ['send', 'late', 'double', 'lost', 'out-of-order'] as const

/** For 'verify'. `slow` answers at the next change; from `wrong-amount` on, the answer is well formed and wrong. */
export const verifyBehaviours = [
	'answer',
	'slow',
	'fail',
	'html',
	'unknown',
	'pending',
	'wrong-amount',
	'paid-less',
	'with-fee',
	'wrong-currency',
	'wrong-domain',
] as const

/** For 'initialize'. All but `fail` and `refuse` open the transaction; `slow` answers at the next change. */
export const initializeBehaviours = ['answer', 'fail', 'refuse', 'lose', 'evil', 'no-url', 'slow'] as const

/** For 'refund'. All but `fail` take it; `hold` leaves it pending until stepped. */
export const refundBehaviours = ['answer', 'fail', 'lose', 'needs-attention', 'hold'] as const

/**
 * For 'transfer'. `lose` and `fail-late` take it, and break the connection or answer 500; `slow` takes it and answers
 * at the next change.
 */
export const transferBehaviours = [
	'answer',
	'fail',
	'refuse',
	'no-balance',
	'lose',
	'fail-late',
	'slow',
] as const

/** The end of a transfer. `hold`, `received` and `otp` stay where they begin until moved. */
export const transferEnds = [
	'success',
	'at-once',
	'hold',
	'received',
	'otp',
	'failed',
	'failed-then-success',
	'reversed',
	'abandoned',
	'rejected',
	'blocked',
] as const

/**
 * For reads of a transfer; `fail` also for banks, accounts and the balance. From `pending` on, the answer is well
 * formed and wrong.
 */
export const transferVerifyBehaviours = [
	'answer',
	'slow',
	'fail',
	'html',
	'unknown',
	'pending',
	'wrong-amount',
	'wrong-currency',
	'wrong-reference',
	'odd-status',
] as const

/** Whether each payment is settled to the operator's bank at once. */
export const settlesBehaviours = ['no', 'yes'] as const

export type PaystackBehaviour = {
	webhooks: (typeof webhookBehaviours)[number]
	verify: (typeof verifyBehaviours)[number]
	initialize: (typeof initializeBehaviours)[number]
	refund: (typeof refundBehaviours)[number]
	transfer: (typeof transferBehaviours)[number]
	transferEnd: (typeof transferEnds)[number]
	transferVerify: (typeof transferVerifyBehaviours)[number]
	settles: (typeof settlesBehaviours)[number]
}

const wellBehaved: PaystackBehaviour = {
	webhooks: 'send',
	verify: 'answer',
	initialize: 'answer',
	refund: 'answer',
	transfer: 'answer',
	transferEnd: 'success',
	transferVerify: 'answer',
	settles: 'no',
}

export type PaystackSwitches = ReturnType<typeof createPaystackSwitches>

/** The current behaviours. A slow answer waits for `changed`. */
export function createPaystackSwitches() {
	let now = wellBehaved
	const waiting: (() => void)[] = []

	function set(change: Partial<PaystackBehaviour>) {
		now = { ...now, ...change }
		for (const release of waiting.splice(0)) release()
	}

	return {
		get now() {
			return now
		},
		set,
		reset: () => set(wellBehaved),
		changed: () => new Promise<void>((resolve) => waiting.push(resolve)),
	}
}

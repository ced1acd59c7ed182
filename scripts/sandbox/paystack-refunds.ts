import { setImmediate as aMoment } from 'node:timers/promises'
import { refundEventData } from './paystack-answers.ts'
import type { PaystackSwitches } from './paystack-behaviours.ts'
import { nextRefundStatus, type PaystackLedger } from './paystack-ledger.ts'
import type { PaystackWebhooks } from './paystack-webhooks.ts'
import type { SandboxRefund, SandboxRefundStatus } from './sandbox-payment.ts'

export type ProgressParts = {
	ledger: PaystackLedger
	webhooks: PaystackWebhooks
	switches: PaystackSwitches
	domain: 'test' | 'live'
}

export type RefundProgress = ReturnType<typeof createRefundProgress>

/** Moves refunds on, each move with its event. */
export function createRefundProgress({ ledger, webhooks, switches, domain }: ProgressParts) {
	function tell(refund: SandboxRefund) {
		const { status, transaction } = refund
		webhooks.emit(
			`refund.${status}`,
			transaction.reference,
			refundEventData(refund, domain),
			switches.now.webhooks,
		)
	}

	function step(refund: SandboxRefund, to = nextRefundStatus(refund)): SandboxRefundStatus {
		if (to === null) throw new Error(`a refund that is ${refund.status} goes nowhere by itself`)
		ledger.move(refund, to)
		tell(refund)
		return refund.status
	}

	/** After the answer to 'refund', so that the app has the refund's id before its events. */
	async function run(refund: SandboxRefund, behaviour: PaystackSwitches['now']['refund']) {
		const isGone = () => !ledger.refunds.includes(refund)
		await aMoment()
		if (isGone()) return
		tell(refund)
		if (behaviour === 'hold') return
		for (let expected = refund.status; ; expected = refund.status) {
			await aMoment()
			const next = nextRefundStatus(refund)
			// Another step may have moved the refund meanwhile: that step continues.
			if (isGone() || refund.status !== expected || next === null) return
			const isStuck = next !== 'processing' && behaviour === 'needs-attention'
			step(refund, isStuck ? 'needs-attention' : next)
		}
	}

	return {
		step,
		start(refund: SandboxRefund) {
			webhooks.track(run(refund, switches.now.refund))
		},
	}
}

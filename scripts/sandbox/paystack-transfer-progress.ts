import { setImmediate as aMoment } from 'node:timers/promises'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'
import type { PaystackBehaviour } from './paystack-behaviours.ts'
import type { ProgressParts } from './paystack-refunds.ts'
import { transferEventData } from './paystack-transfer-answers.ts'
import { nextStates, type SandboxTransfer } from './sandbox-transfer.ts'

export type TransferProgress = ReturnType<typeof createTransferProgress>

type End = PaystackBehaviour['transferEnd']

/** The state in which a transfer begins. */
export function firstStatusFor(end: End): TransferStatus {
	if (end === 'at-once') return 'success'
	if (end === 'otp' || end === 'abandoned') return 'otp'
	return end === 'received' || end === 'rejected' || end === 'blocked' ? 'received' : 'pending'
}

/** The later states that a transfer reaches by itself. */
export function laterStatusesFor(end: End): TransferStatus[] {
	if (end === 'at-once' || end === 'hold' || end === 'received' || end === 'otp') return []
	if (end === 'failed-then-success') return ['failed', 'success']
	return end === 'reversed' ? ['success', 'reversed'] : [end]
}

/** Only some states have events at Paystack. */
export function hasTransferEvent(status: TransferStatus): boolean {
	return status === 'success' || status === 'failed' || status === 'reversed'
}

/** Moves transfers on, with an event for each state that has one. */
export function createTransferProgress({ ledger, webhooks, switches, domain }: ProgressParts) {
	const { transferBook } = ledger

	function tell(transfer: SandboxTransfer) {
		const { status, reference } = transfer
		if (!hasTransferEvent(status)) return
		webhooks.emit(`transfer.${status}`, reference, transferEventData(transfer, domain), switches.now.webhooks)
	}

	/** To a named state, or the next one. */
	function step(transfer: SandboxTransfer, to = nextStates(transfer)[0]): TransferStatus {
		if (to === undefined) throw new Error(`a transfer that is ${transfer.status} goes nowhere`)
		transferBook.move(transfer, to)
		tell(transfer)
		return transfer.status
	}

	/** Runs after the answer to 'transfer', until another step moves the transfer. */
	async function run(transfer: SandboxTransfer, end: End) {
		const isMoved = (from: TransferStatus) =>
			transfer.status !== from || !transferBook.transfers.includes(transfer)
		const { status: first } = transfer
		await aMoment()
		if (isMoved(first)) return
		tell(transfer)
		for (const next of laterStatusesFor(end)) {
			const { status: expected } = transfer
			await aMoment()
			if (isMoved(expected)) return
			step(transfer, next)
		}
	}

	return {
		step,
		/** After the answer to 'transfer'. */
		start(transfer: SandboxTransfer) {
			webhooks.track(run(transfer, switches.now.transferEnd))
		},
	}
}

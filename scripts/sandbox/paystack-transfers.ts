import type { Clock } from '#app/kernel/instant.ts'
import type { TransferStatus } from '#app/kernel/vocabulary/payouts.ts'
import type { PaystackBalance } from './paystack-balance.ts'
import { nextStates, type SandboxRecipient, type SandboxTransfer, takenKobo } from './sandbox-transfer.ts'

/** Paystack's recipients and transfers, and their changes. Refusals are Paystack's messages. */
export function createTransferBook({
	now,
	nextId,
	balance,
	recipients,
	transfers,
	keep,
}: {
	now: Clock
	nextId: () => bigint
	balance: PaystackBalance
	recipients: SandboxRecipient[]
	transfers: SandboxTransfer[]
	keep: () => void
}) {
	const find = (reference: string) => transfers.find((one) => one.reference === reference)

	/** The balance's change for a transfer's new state. */
	function moveMoney(transfer: SandboxTransfer, before: number) {
		const { id: modelRow, reason } = transfer
		balance.book('Transfer', before - takenKobo(transfer), { reason, modelRow })
	}

	return {
		recipients: recipients as readonly SandboxRecipient[],
		/** Oldest first. */
		transfers: transfers as readonly SandboxTransfer[],
		find,

		/** Reuses the recipient of a known account. */
		recipientOf({
			bankCode,
			accountNumber,
			holderName,
		}: Pick<SandboxRecipient, 'bankCode' | 'accountNumber' | 'holderName'>): SandboxRecipient {
			const known = recipients.find((one) => one.bankCode === bankCode && one.accountNumber === accountNumber)
			if (known) return known
			const id = nextId()
			const recipientCode = `RCP_${id.toString(36)}`
			const recipient = { id, recipientCode, holderName, bankCode, accountNumber, createdAt: now() }
			recipients.push(recipient)
			keep()
			return recipient
		},

		/** In its first state. */
		start(request: {
			reference: string
			amountKobo: number
			recipientCode: string
			reason: string
			status: TransferStatus
		}): SandboxTransfer | string {
			const { recipientCode, ...same } = request
			const recipient = recipients.find((one) => one.recipientCode === recipientCode)
			if (!recipient) return 'Recipient specified is invalid'
			if (find(request.reference))
				return 'Please provide a unique reference. Reference already exists on a transfer'
			// A transfer that waits for an OTP needs the money too, although the balance still holds it.
			if (takenKobo({ ...request, status: 'pending' }) > balance.kobo) return NOT_ENOUGH
			const id = nextId()
			const transfer: SandboxTransfer = {
				...same,
				id,
				transferCode: `TRF_${id.toString(36)}`,
				recipient,
				createdAt: now(),
				changedAt: now(),
				transferredAt: request.status === 'success' ? now() : null,
			}
			transfers.push(transfer)
			moveMoney(transfer, 0)
			keep()
			return transfer
		},

		/** Without the money an approved transfer fails. Throws for a move that Paystack does not make. */
		move(transfer: SandboxTransfer, to: TransferStatus) {
			if (!nextStates(transfer).includes(to))
				throw new Error(`a transfer that is ${transfer.status} does not become ${to}`)
			const before = takenKobo(transfer)
			const needed = takenKobo({ ...transfer, status: to }) - before
			const isAffordable = needed <= 0 || needed <= balance.kobo
			transfer.status = isAffordable ? to : 'failed'
			transfer.changedAt = now()
			if (transfer.status === 'success') transfer.transferredAt ??= now()
			moveMoney(transfer, before)
			keep()
		},

		clear() {
			recipients.length = 0
			transfers.length = 0
		},
	}
}

export const NOT_ENOUGH = 'Your balance is not enough to fulfill this request'

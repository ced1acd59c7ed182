import type { Instant } from '#app/kernel/instant.ts'
import { bankByCode, type NigerianBank } from '#app/kernel/nigerian-banks.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import { INTEGRATION } from './paystack-answers.ts'
import type { SandboxBalanceEntry } from './paystack-balance.ts'
import type { PaystackBehaviour } from './paystack-behaviours.ts'
import { chargedFeeKobo, type SandboxRecipient, type SandboxTransfer } from './sandbox-transfer.ts'

export function bankData({ code, name }: NigerianBank, index: number) {
	return {
		id: index + 1,
		name,
		slug: name.toLowerCase().replace(/\W+/g, '-'),
		code,
		longcode: '',
		gateway: null,
		pay_with_bank: false,
		active: true,
		country: 'Nigeria',
		currency: 'NGN',
		type: 'nuban',
		is_deleted: false,
	}
}

export function recipientData(recipient: SandboxRecipient, domain: PaymentMode) {
	const { id, recipientCode, holderName, bankCode, accountNumber } = recipient
	return {
		active: true,
		currency: 'NGN',
		description: null,
		domain,
		email: null,
		id,
		integration: INTEGRATION,
		metadata: null,
		name: holderName,
		recipient_code: recipientCode,
		type: 'nuban',
		is_deleted: false,
		details: {
			authorization_code: null,
			account_number: accountNumber,
			account_name: holderName,
			bank_code: bankCode,
			bank_name: bankByCode(bankCode)?.name ?? null,
		},
		createdAt: iso(recipient.createdAt),
		updatedAt: iso(recipient.createdAt),
	}
}

/** As 'transfer' answers: a bare recipient number, no fee. */
export function startedTransferData(transfer: SandboxTransfer, domain: PaymentMode) {
	return { ...common(transfer, domain), recipient: transfer.recipient.id }
}

/** A transfer as 'verify' and the list show it. */
export function transferData(transfer: SandboxTransfer, domain: PaymentMode) {
	return {
		...common(transfer, domain),
		recipient: recipientData(transfer.recipient, domain),
		session: { provider: transfer.transferredAt === null ? null : 'nip', id: null },
		fee_charged: chargedFeeKobo(transfer),
		fees_breakdown: null,
		gateway_response: null,
	}
}

/** As `transfer.*` events show it: other names of times, no fee. */
export function transferEventData(transfer: SandboxTransfer, domain: PaymentMode) {
	const { createdAt: created_at, updatedAt: updated_at, ...same } = common(transfer, domain)
	const recipient = recipientData(transfer.recipient, domain)
	return {
		...same,
		integration: { id: INTEGRATION, is_live: domain === 'live', business_name: 'Sandbox' },
		recipient,
		session: { provider: 'nip', id: transfer.id.toString() },
		created_at,
		updated_at,
	}
}

function common(transfer: SandboxTransfer, domain: PaymentMode) {
	const { id, reference, transferCode, amountKobo, reason, status } = transfer
	return {
		id,
		integration: INTEGRATION,
		domain,
		amount: amountKobo,
		currency: 'NGN',
		reference,
		source: 'balance',
		source_details: null,
		reason,
		status: status as string,
		failures: null,
		transfer_code: transferCode,
		titan_code: null,
		transferred_at: transfer.transferredAt === null ? null : iso(transfer.transferredAt),
		createdAt: iso(transfer.createdAt),
		updatedAt: iso(transfer.changedAt),
	}
}

/** Falsified by the behaviour. */
export function misreportedTransfer(
	data: ReturnType<typeof transferData>,
	behaviour: PaystackBehaviour['transferVerify'],
) {
	if (behaviour === 'pending') return { ...data, status: 'pending', transferred_at: null }
	if (behaviour === 'wrong-amount') return { ...data, amount: data.amount - 1 }
	if (behaviour === 'wrong-currency') return { ...data, currency: 'GHS' }
	if (behaviour === 'wrong-reference') return { ...data, reference: `${data.reference}-other` }
	if (behaviour === 'odd-status') return { ...data, status: 'on-its-way' }
	return data
}

export function balanceEntryData(entry: SandboxBalanceEntry, domain: PaymentMode) {
	return {
		integration: INTEGRATION,
		domain,
		balance: entry.balanceKobo,
		currency: 'NGN',
		difference: entry.differenceKobo,
		reason: entry.reason,
		model_responsible: entry.model,
		model_row: entry.modelRow,
		id: entry.id,
		createdAt: iso(entry.createdAt),
		updatedAt: iso(entry.createdAt),
	}
}

function iso(at: Instant): string {
	return new Date(at).toISOString()
}

import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentMode } from '#app/kernel/vocabulary/payments.ts'
import type { PaystackBehaviour } from './paystack-behaviours.ts'
import type { SandboxRefund, SandboxTransaction } from './sandbox-payment.ts'

export const INTEGRATION = 412829

/** JSON with each bigint as a bare number, as Paystack writes ids. */
export function jsonText(value: unknown): string {
	if (typeof value === 'bigint') return value.toString()
	if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
	if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
	const fields = Object.entries(value).filter(([, field]) => field !== undefined)
	return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${jsonText(field)}`).join(',')}}`
}

/** A transaction as 'verify' and `charge.success` show it. */
export function transactionData(transaction: SandboxTransaction, domain: PaymentMode) {
	const { id, reference, status, amountKobo, channel, gatewayResponse, metadata, email, card } = transaction
	return {
		id,
		domain,
		status,
		reference,
		receipt_number: null,
		amount: amountKobo,
		requested_amount: transaction.requestedKobo ?? amountKobo,
		currency: 'NGN',
		channel,
		fees: transaction.paidAt === null ? null : feeFor(amountKobo),
		paid_at: iso(transaction.paidAt),
		created_at: iso(transaction.createdAt),
		gateway_response: gatewayResponse,
		message: null,
		ip_address: '127.0.0.1',
		metadata,
		customer: customerData(email),
		authorization: card
			? {
					authorization_code: `AUTH_${card.number.slice(-8)}`,
					bin: card.number.slice(0, 6),
					last4: card.number.slice(-4),
					exp_month: '12',
					exp_year: '2030',
					channel,
					card_type: 'visa',
					bank: 'TEST BANK',
					country_code: 'NG',
					brand: 'visa',
					reusable: true,
					signature: `SIG_${card.number}`,
				}
			: {},
		plan: null,
	}
}

type TransactionData = Omit<ReturnType<typeof transactionData>, 'status' | 'domain'> & {
	status: string
	domain: string
}

/** Falsified by the behaviour. */
export function misreported(data: TransactionData, behaviour: PaystackBehaviour['verify']): TransactionData {
	const { amount, fees, domain } = data
	if (behaviour === 'pending') return { ...data, status: 'pending', paid_at: null }
	if (behaviour === 'wrong-amount') return { ...data, amount: amount - 1, requested_amount: amount - 1 }
	if (behaviour === 'paid-less') return { ...data, amount: amount - 1 }
	if (behaviour === 'with-fee') return { ...data, amount: amount + (fees ?? 0) }
	if (behaviour === 'wrong-currency') return { ...data, currency: 'USD' }
	if (behaviour === 'wrong-domain') return { ...data, domain: domain === 'live' ? 'test' : 'live' }
	return data
}

/** As the answer of 'refund'; later its `transaction` is the bare id. */
export function refundData(refund: SandboxRefund, domain: PaymentMode) {
	const { id, status, amountKobo, transaction, customerNote, merchantNote } = refund
	return {
		id,
		status,
		amount: amountKobo,
		currency: 'NGN',
		domain,
		integration: INTEGRATION,
		transaction: {
			id: transaction.id,
			domain,
			reference: transaction.reference,
			amount: transaction.amountKobo,
			currency: 'NGN',
			channel: transaction.channel,
			paid_at: iso(transaction.paidAt),
		},
		channel: null,
		customer_note: customerNote,
		merchant_note: merchantNote,
		deducted_amount: status === 'processed' ? amountKobo : 0,
		fully_deducted: status === 'processed',
		createdAt: iso(refund.createdAt),
		updatedAt: iso(refund.changedAt),
	}
}

/**
 * As `refund.*` events show it. Paystack varies: early events lack id and reference and have a text amount, later ones
 * have them and a number.
 */
export function refundEventData({ id, status, amountKobo, transaction }: SandboxRefund, domain: PaymentMode) {
	const isEarly = status === 'pending' || status === 'processing'
	return {
		status,
		...(isEarly ? {} : { id }),
		transaction_reference: transaction.reference,
		refund_reference: isEarly ? null : `TRF_${id}`,
		amount: isEarly ? String(amountKobo) : amountKobo,
		currency: 'NGN',
		processor: 'sandbox',
		customer: customerData(transaction.email),
		integration: INTEGRATION,
		domain,
	}
}

function customerData(email: string) {
	return { email, first_name: null, last_name: null, phone: null, metadata: null, risk_action: 'default' }
}

/** Paystack's price of a local payment in kobo: 1.5%, and ₦100 from ₦2,500 on, never above ₦2,000. */
export function feeFor(amountKobo: number): number {
	return Math.min(200_000, Math.ceil(amountKobo * 0.015) + (amountKobo >= 250_000 ? 10_000 : 0))
}

function iso(at: Instant | null): string | null {
	return at === null ? null : new Date(at).toISOString()
}

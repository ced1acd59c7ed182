import * as z from 'zod'
import type {
	ListedPayment,
	ListedRefund,
	ListOutcome,
	ProviderLists,
	ProviderPageInput,
} from '#app/domain/payments/provider-transfer.ts'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import { createPaystackCall, type PaystackAccess } from './paystack-call.server.ts'
import { readRefund, readVerifiedPayment } from './paystack-data.server.ts'
import { readBalanceChange, readListedTransfer } from './paystack-transfer-data.server.ts'

/** Small enough for the answer's limit: a row is some five kilobytes. */
const PER_PAGE = 25

/** Metadata comes in any shape, and as text. */
const extras = z.object({
	customer: z.object({ email: outsideLine() }).nullable().catch(null),
	metadata: z
		.preprocess(
			(value) => (typeof value === 'string' ? parsedOrNull(value) : value),
			z.object({ wakati: z.object({ checkout: outsideLine() }) }),
		)
		.nullable()
		.catch(null),
})

const idText = z.union([outsideLine(), z.int()]).transform(String)
const refundExtras = z.object({
	transaction: z.union([idText, z.object({ id: idText }).transform(({ id }) => id)]),
	amount: z.coerce.number().int(),
})

/** Lists, newest first, for the operator's program alone. Never throws. */
export function createPaystackLists(access: PaystackAccess): ProviderLists {
	const call = createPaystackCall(access)

	async function fetchPage<Row>(
		path: string,
		{ from, to, page }: ProviderPageInput,
		readRow: (row: unknown) => Row | null,
	): Promise<ListOutcome<Row>> {
		const query = new URLSearchParams({
			perPage: String(PER_PAGE),
			page: String(page),
			from: new Date(from).toISOString(),
			to: new Date(to).toISOString(),
		})
		const answer = await call('GET', `${path}?${query}`)
		if (answer.answer === 'unknown') return { outcome: 'unknown', why: answer.why }
		if (answer.answer === 'no') return { outcome: 'unknown', why: `status ${answer.status}` }
		if (!Array.isArray(answer.data)) return { outcome: 'unknown', why: 'not_understood' }
		const rows = answer.data.map(readRow)
		// An unread row would look like a payment that does not exist.
		if (rows.includes(null)) return { outcome: 'unknown', why: 'not_understood' }
		return { outcome: 'page', rows: rows.flatMap((row) => row ?? []), isLast: rows.length < PER_PAGE }
	}

	return {
		payments: (input) => fetchPage('/transaction', input, readListed),
		refunds: (input) => fetchPage('/refund', input, readListedRefund),
		transfers: (input) => fetchPage('/transfer', input, readListedTransfer),
		balanceLedger: (input) => fetchPage('/balance/ledger', input, readBalanceChange),
	}
}

function readListed(row: unknown): ListedPayment | null {
	const payment = readVerifiedPayment(row)
	const more = extras.safeParse(row)
	if (!payment || !more.success) return null
	return {
		payment,
		email: more.data.customer?.email ?? null,
		checkoutCopy: more.data.metadata?.wakati.checkout ?? null,
	}
}

function readListedRefund(row: unknown): ListedRefund | null {
	const refund = readRefund(row)
	const more = refundExtras.safeParse(row)
	if (!refund || !more.success) return null
	return { ...refund, paymentId: more.data.transaction, amountKobo: more.data.amount }
}

function parsedOrNull(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

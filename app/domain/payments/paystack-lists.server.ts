import * as z from 'zod'
import { outsideLine } from '#app/kernel/form-fields.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { createPaystackCall, type PaystackAccess } from './paystack-call.server.ts'
import { readRefund, readVerifiedPayment, type TakenRefundStatus } from './paystack-data.server.ts'
import {
	type BalanceChange,
	type ListedTransfer,
	readBalanceChange,
	readListedTransfer,
} from './paystack-transfer-data.server.ts'
import type { VerifiedPayment } from './verified-payment.ts'

/** A payment of Paystack's list, with what only the list is asked for. */
export type ListedPayment = {
	payment: VerifiedPayment
	email: string | null
	/** The signed copy of its checkout that its metadata holds (docs/decisions/021). */
	checkoutCopy: string | null
}

export type ListedRefund = {
	refundId: string
	/** Paystack's number of the payment. */
	paymentId: string
	amountKobo: Kobo
	status: TakenRefundStatus
}

/** 'unknown': Paystack did not answer, or not with a list; `why` is a short word. */
export type ListOutcome<Row> =
	| { outcome: 'page'; rows: Row[]; isLast: boolean }
	| { outcome: 'unknown'; why: string }

type Asked = { from: Instant; to: Instant; page: number }

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

export type PaystackLists = ReturnType<typeof createPaystackLists>

/** Paystack's lists, newest first, which only the operator's program reads. Never throws. */
export function createPaystackLists(access: PaystackAccess) {
	const call = createPaystackCall(access)

	async function pageOf<Row>(
		path: string,
		{ from, to, page }: Asked,
		readRow: (row: unknown) => Row | null,
	): Promise<ListOutcome<Row>> {
		const query = new URLSearchParams({
			perPage: String(PER_PAGE),
			page: String(page),
			from: new Date(from).toISOString(),
			to: new Date(to).toISOString(),
		})
		const said = await call('GET', `${path}?${query}`)
		if (said.answer === 'unknown') return { outcome: 'unknown', why: said.why }
		if (said.answer === 'no') return { outcome: 'unknown', why: `status ${said.status}` }
		if (!Array.isArray(said.data)) return { outcome: 'unknown', why: 'not_understood' }
		const rows = said.data.map(readRow)
		// A row that is left out would pass for a payment that is not there.
		if (rows.includes(null)) return { outcome: 'unknown', why: 'not_understood' }
		return { outcome: 'page', rows: rows.flatMap((row) => row ?? []), isLast: rows.length < PER_PAGE }
	}

	return {
		/** Payments that were started in that time. */
		payments: (asked: Asked): Promise<ListOutcome<ListedPayment>> =>
			pageOf('/transaction', asked, readListed),
		/** Refunds that were asked for in that time. */
		refunds: (asked: Asked): Promise<ListOutcome<ListedRefund>> => pageOf('/refund', asked, readListedRefund),
		/** Transfers that were started in that time. */
		transfers: (asked: Asked): Promise<ListOutcome<ListedTransfer>> =>
			pageOf('/transfer', asked, readListedTransfer),
		/** Every change of the balance in that time. */
		balanceLedger: (asked: Asked): Promise<ListOutcome<BalanceChange>> =>
			pageOf('/balance/ledger', asked, readBalanceChange),
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

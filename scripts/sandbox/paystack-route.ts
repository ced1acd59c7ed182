import type { Instant } from '#app/kernel/instant.ts'
import type { OutsideAnswer, OutsideRequest } from './outside-service.ts'
import { jsonText } from './paystack-answers.ts'
import type { PaystackSwitches } from './paystack-behaviours.ts'
import type { PaystackLedger } from './paystack-ledger.ts'
import type { RefundProgress } from './paystack-refunds.ts'
import type { TransferProgress } from './paystack-transfer-progress.ts'

export const paystackEndpoints = [
	'initialize',
	'verify',
	'list',
	'refund',
	'refundState',
	'refundList',
	'banks',
	'resolve',
	'recipient',
	'transfer',
	'transferVerify',
	'transferList',
	'balance',
	'balanceLedger',
] as const
export type PaystackEndpoint = (typeof paystackEndpoints)[number]

/** The state that API calls use. */
export type PaystackSandbox = {
	domain: 'test' | 'live'
	ledger: PaystackLedger
	progress: RefundProgress
	transferProgress: TransferProgress
	switches: PaystackSwitches
}

export type PaystackRoute = {
	endpoint: PaystackEndpoint
	method: string
	path: RegExp
	/** `argument`: the bracketed part of the path. */
	call(
		sandbox: PaystackSandbox,
		request: OutsideRequest,
		argument: string,
	): Promise<OutsideAnswer> | OutsideAnswer
}

/** Paystack's outer shape around data. */
export function success(message: string, data: unknown, status = 200): OutsideAnswer {
	return answerOf(status, { status: true, message, data })
}

export function refusal(status: number, message: string): OutsideAnswer {
	return answerOf(status, { status: false, message })
}

export function outOfOrder(): OutsideAnswer {
	return refusal(500, 'The sandbox was told to fail.')
}

export function gatewayPage(): OutsideAnswer {
	return { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }
}

const PER_PAGE = 50

/** Rows of a period, the newest first, by pages. */
export function pagedAnswer<Row extends { createdAt: Instant }>(
	rows: readonly Row[],
	query: URLSearchParams,
	data: (row: Row) => unknown,
): OutsideAnswer {
	const readNumber = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
	const readInstant = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise
	const [from, to] = [readInstant('from', 0), readInstant('to', Number.POSITIVE_INFINITY)]
	const [perPage, page] = [readNumber('perPage', PER_PAGE), readNumber('page', 1)]
	const found = rows.filter(({ createdAt }) => createdAt >= from && createdAt <= to).reverse()
	const skipped = (page - 1) * perPage
	const meta = { total: found.length, skipped, perPage, page, pageCount: Math.ceil(found.length / perPage) }
	return answerOf(200, {
		status: true,
		message: 'Retrieved',
		data: found.slice(skipped, skipped + perPage).map(data),
		meta,
	})
}

function answerOf(status: number, value: unknown): OutsideAnswer {
	return { status, contentType: 'application/json', body: jsonText(value) }
}

/** A JSON object; {} for any other body, whose fields are then missing. */
export function readObject(body: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(body)
		return typeof value === 'object' && value !== null ? { ...value } : {}
	} catch {
		return {}
	}
}

export function readText(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined
}

import type { Instant } from '#app/kernel/instant.ts'
import type { OutsideAnswer, OutsideRequest } from './outside-service.ts'
import { jsonText, misreported, refundData, transactionData } from './paystack-answers.ts'
import type { PaystackSwitches } from './paystack-behaviours.ts'
import { readInitializeRequest, readKobo } from './paystack-initialize-request.ts'
import type { PaystackLedger } from './paystack-ledger.ts'
import type { RefundProgress } from './paystack-refunds.ts'
import type { SandboxTransaction } from './sandbox-payment.ts'

export type PaystackEndpoint = 'initialize' | 'verify' | 'list' | 'refund' | 'refundState' | 'refundList'

type Sandbox = {
	domain: 'test' | 'live'
	ledger: PaystackLedger
	progress: RefundProgress
	switches: PaystackSwitches
}

type Call = (
	sandbox: Sandbox,
	request: OutsideRequest,
	argument: string,
) => Promise<OutsideAnswer> | OutsideAnswer

const routes: { endpoint: PaystackEndpoint; method: string; path: RegExp; call: Call }[] = [
	{ endpoint: 'initialize', method: 'POST', path: /^\/transaction\/initialize$/, call: initialize },
	{ endpoint: 'verify', method: 'GET', path: /^\/transaction\/verify\/([^/]+)$/, call: verify },
	{ endpoint: 'list', method: 'GET', path: /^\/transaction$/, call: list },
	{ endpoint: 'refund', method: 'POST', path: /^\/refund$/, call: refund },
	{ endpoint: 'refundState', method: 'GET', path: /^\/refund\/([^/]+)$/, call: fetchRefund },
	{ endpoint: 'refundList', method: 'GET', path: /^\/refund$/, call: listRefunds },
]

/** The calls of Paystack's API that the app makes, with the secret key as its only guard. */
export function createPaystackApi({ secretKey, ...sandbox }: Sandbox & { secretKey: string }) {
	const calls: Record<PaystackEndpoint, number> = {
		initialize: 0,
		verify: 0,
		list: 0,
		refund: 0,
		refundState: 0,
		refundList: 0,
	}
	let onAsked: { endpoint: PaystackEndpoint; tell: () => void }[] = []

	return {
		calls,
		/** Settles when this is called the next time. */
		asked: (endpoint: PaystackEndpoint) =>
			new Promise<void>((tell) => {
				onAsked.push({ endpoint, tell })
			}),
		/** Null for a path that is not of the API. */
		async answer(request: OutsideRequest): Promise<OutsideAnswer | null> {
			for (const { endpoint, method, path, call } of routes) {
				const match = method === request.method ? path.exec(request.path) : null
				if (!match) continue
				calls[endpoint] += 1
				for (const one of onAsked) if (one.endpoint === endpoint) one.tell()
				onAsked = onAsked.filter((one) => one.endpoint !== endpoint)
				if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'Invalid key')
				return call(sandbox, request, decodeURIComponent(match[1] ?? ''))
			}
			return null
		},
	}
}

async function initialize(
	{ ledger, switches }: Sandbox,
	{ body, origin }: OutsideRequest,
): Promise<OutsideAnswer> {
	const behaviour = switches.now.initialize
	if (behaviour === 'fail') return outOfOrder()
	if (behaviour === 'refuse') return refusal(400, 'The sandbox was told to refuse this.')
	const request = readInitializeRequest(readObject(body))
	if (typeof request === 'string') return refusal(400, request)
	const transaction = ledger.open(request, `${origin}/pay`)
	if (typeof transaction === 'string') return refusal(400, transaction)
	if (behaviour === 'lose') return 'cut'
	if (behaviour === 'slow') await switches.changed()
	const { accessCode, reference, authorizationUrl } = transaction
	const urls = {
		evil: `https://evil.example/${accessCode}`,
		'no-url': undefined,
	} as const
	return success('Authorization URL created', {
		authorization_url: behaviour in urls ? urls[behaviour as keyof typeof urls] : authorizationUrl,
		access_code: accessCode,
		reference,
	})
}

async function verify(
	{ domain, ledger, switches }: Sandbox,
	_: OutsideRequest,
	reference: string,
): Promise<OutsideAnswer> {
	while (switches.now.verify === 'slow') await switches.changed()
	const behaviour = switches.now.verify
	if (behaviour === 'fail') return outOfOrder()
	if (behaviour === 'html')
		return { status: 502, contentType: 'text/html', body: '<html><h1>502 Bad Gateway</h1></html>' }
	const transaction = behaviour === 'unknown' ? undefined : ledger.find(reference)
	if (!transaction) return refusal(400, 'Transaction reference not found.')
	return success('Verification successful', misreported(transactionData(transaction, domain), behaviour))
}

/** The transactions made in the requested time, the newest first, by pages. */
function list({ domain, ledger, switches }: Sandbox, { query }: OutsideRequest): OutsideAnswer {
	if (switches.now.verify === 'fail') return outOfOrder()
	return pageOf(ledger.transactions, query, (one) => transactionData(one, domain))
}

/** As `list`; also those of one transaction, by its id. */
function listRefunds({ domain, ledger, switches }: Sandbox, { query }: OutsideRequest): OutsideAnswer {
	if (switches.now.verify === 'fail') return outOfOrder()
	const wanted = query.get('transaction')
	const refunds = ledger.refunds.filter(
		({ transaction }) => wanted === null || transaction.id.toString() === wanted,
	)
	return pageOf(refunds, query, (one) => ({ ...refundData(one, domain), transaction: one.transaction.id }))
}

function refund({ domain, ledger, progress, switches }: Sandbox, { body }: OutsideRequest): OutsideAnswer {
	const behaviour = switches.now.refund
	if (behaviour === 'fail') return outOfOrder()
	const { amount, customer_note, merchant_note } = readObject(body)
	const transaction = transactionOf(ledger, body)
	if (!transaction) return refusal(400, 'Transaction not found')
	const amountKobo = amount === undefined || amount === null ? null : readKobo(amount)
	if (amountKobo === null && amount !== undefined && amount !== null)
		return refusal(400, 'Invalid Amount Sent')
	const taken = ledger.refund(transaction, {
		amountKobo,
		customerNote: textOf(customer_note) ?? `Refund for transaction ${transaction.reference}`,
		merchantNote: textOf(merchant_note) ?? `Refund for transaction ${transaction.reference}`,
	})
	if (typeof taken === 'string') return refusal(400, taken)
	progress.start(taken)
	if (behaviour === 'lose') return 'cut'
	return success('Refund has been queued for processing', refundData(taken, domain))
}

/** By reference or id; an id that came as a number is taken from the text, because JSON.parse would round it. */
function transactionOf(ledger: PaystackLedger, body: string): SandboxTransaction | undefined {
	const { transaction } = readObject(body)
	const bare = /"transaction"\s*:\s*(\d+)/.exec(body)?.[1]
	return ledger.findEither(typeof transaction === 'number' ? (bare ?? '') : String(transaction))
}

function fetchRefund({ domain, ledger }: Sandbox, _: OutsideRequest, id: string): OutsideAnswer {
	const found = ledger.refunds.find((one) => one.id.toString() === id)
	if (!found) return refusal(404, 'Refund not found')
	return success('Refund retrieved', { ...refundData(found, domain), transaction: found.transaction.id })
}

const PER_PAGE = 50

function pageOf<Row extends { createdAt: Instant }>(
	rows: readonly Row[],
	query: URLSearchParams,
	data: (row: Row) => unknown,
): OutsideAnswer {
	const numberOf = (name: string, otherwise: number) => Number(query.get(name) ?? otherwise)
	const instantOf = (name: string, otherwise: number) => Date.parse(query.get(name) ?? '') || otherwise
	const [from, to] = [instantOf('from', 0), instantOf('to', Number.POSITIVE_INFINITY)]
	const [perPage, page] = [numberOf('perPage', PER_PAGE), numberOf('page', 1)]
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

function success(message: string, data: unknown): OutsideAnswer {
	return answerOf(200, { status: true, message, data })
}

function refusal(status: number, message: string): OutsideAnswer {
	return answerOf(status, { status: false, message })
}

function outOfOrder(): OutsideAnswer {
	return refusal(500, 'The sandbox was told to fail.')
}

function answerOf(status: number, value: unknown): OutsideAnswer {
	return { status, contentType: 'application/json', body: jsonText(value) }
}

/** A body that is no JSON object has no fields, and is refused for what it lacks. */
function readObject(body: string): Record<string, unknown> {
	try {
		const value: unknown = JSON.parse(body)
		return typeof value === 'object' && value !== null ? { ...value } : {}
	} catch {
		return {}
	}
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value !== '' ? value : undefined
}

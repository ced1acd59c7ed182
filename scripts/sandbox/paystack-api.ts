import type { OutsideAnswer, OutsideRequest } from './outside-service.ts'
import { misreported, refundData, transactionData } from './paystack-answers.ts'
import { readInitializeRequest, readKobo } from './paystack-initialize-request.ts'
import type { PaystackLedger } from './paystack-ledger.ts'
import {
	gatewayPage,
	outOfOrder,
	type PaystackEndpoint,
	type PaystackRoute,
	type PaystackSandbox,
	pagedAnswer,
	paystackEndpoints,
	readObject,
	readText,
	refusal,
	success,
} from './paystack-route.ts'
import { transferRoutes } from './paystack-transfer-calls.ts'
import type { SandboxTransaction } from './sandbox-payment.ts'

const routes: PaystackRoute[] = [
	{ endpoint: 'initialize', method: 'POST', path: /^\/transaction\/initialize$/, call: initialize },
	{ endpoint: 'verify', method: 'GET', path: /^\/transaction\/verify\/([^/]+)$/, call: verify },
	{ endpoint: 'list', method: 'GET', path: /^\/transaction$/, call: list },
	{ endpoint: 'refund', method: 'POST', path: /^\/refund$/, call: refund },
	{ endpoint: 'refundState', method: 'GET', path: /^\/refund\/([^/]+)$/, call: fetchRefund },
	{ endpoint: 'refundList', method: 'GET', path: /^\/refund$/, call: listRefunds },
	...transferRoutes,
]

/** The calls of Paystack's API in use, guarded by the secret key alone. */
export function createPaystackApi({ secretKey, ...sandbox }: PaystackSandbox & { secretKey: string }) {
	const calls = Object.fromEntries(paystackEndpoints.map((endpoint) => [endpoint, 0])) as Record<
		PaystackEndpoint,
		number
	>
	let waiting: { endpoint: PaystackEndpoint; tell: () => void }[] = []

	return {
		calls,
		/** Settles at the next call. */
		requested: (endpoint: PaystackEndpoint) =>
			new Promise<void>((tell) => {
				waiting.push({ endpoint, tell })
			}),
		/** Null for a path that is not of the API. */
		async answer(request: OutsideRequest): Promise<OutsideAnswer | null> {
			for (const { endpoint, method, path, call } of routes) {
				const match = method === request.method ? path.exec(request.path) : null
				if (!match) continue
				calls[endpoint] += 1
				for (const one of waiting) if (one.endpoint === endpoint) one.tell()
				waiting = waiting.filter((one) => one.endpoint !== endpoint)
				if (request.headers.authorization !== `Bearer ${secretKey}`) return refusal(401, 'Invalid key')
				return call(sandbox, request, decodeURIComponent(match[1] ?? ''))
			}
			return null
		},
	}
}

async function initialize(
	{ ledger, switches }: PaystackSandbox,
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
	{ domain, ledger, switches }: PaystackSandbox,
	_: OutsideRequest,
	reference: string,
): Promise<OutsideAnswer> {
	while (switches.now.verify === 'slow') await switches.changed()
	const behaviour = switches.now.verify
	if (behaviour === 'fail') return outOfOrder()
	if (behaviour === 'html') return gatewayPage()
	const transaction = behaviour === 'unknown' ? undefined : ledger.find(reference)
	if (!transaction) return refusal(400, 'Transaction reference not found.')
	return success('Verification successful', misreported(transactionData(transaction, domain), behaviour))
}

/** Transactions of a period, the newest first, by pages. */
function list({ domain, ledger, switches }: PaystackSandbox, { query }: OutsideRequest): OutsideAnswer {
	if (switches.now.verify === 'fail') return outOfOrder()
	return pagedAnswer(ledger.transactions, query, (one) => transactionData(one, domain))
}

/** As `list`; also those of one transaction, by its id. */
function listRefunds(
	{ domain, ledger, switches }: PaystackSandbox,
	{ query }: OutsideRequest,
): OutsideAnswer {
	if (switches.now.verify === 'fail') return outOfOrder()
	const wanted = query.get('transaction')
	const refunds = ledger.refunds.filter(
		({ transaction }) => wanted === null || transaction.id.toString() === wanted,
	)
	return pagedAnswer(refunds, query, (one) => ({
		...refundData(one, domain),
		transaction: one.transaction.id,
	}))
}

function refund(
	{ domain, ledger, progress, switches }: PaystackSandbox,
	{ body }: OutsideRequest,
): OutsideAnswer {
	const behaviour = switches.now.refund
	if (behaviour === 'fail') return outOfOrder()
	const { amount, customer_note, merchant_note } = readObject(body)
	const transaction = findTransaction(ledger, body)
	if (!transaction) return refusal(400, 'Transaction not found')
	const amountKobo = amount === undefined || amount === null ? null : readKobo(amount)
	if (amountKobo === null && amount !== undefined && amount !== null)
		return refusal(400, 'Invalid Amount Sent')
	const taken = ledger.refund(transaction, {
		amountKobo,
		customerNote: readText(customer_note) ?? `Refund for transaction ${transaction.reference}`,
		merchantNote: readText(merchant_note) ?? `Refund for transaction ${transaction.reference}`,
	})
	if (typeof taken === 'string') return refusal(400, taken)
	progress.start(taken)
	if (behaviour === 'lose') return 'cut'
	return success('Refund has been queued for processing', refundData(taken, domain))
}

/** By reference or id; a numeric id is read from the text, because JSON.parse would round it. */
function findTransaction(ledger: PaystackLedger, body: string): SandboxTransaction | undefined {
	const { transaction } = readObject(body)
	const bare = /"transaction"\s*:\s*(\d+)/.exec(body)?.[1]
	return ledger.findEither(typeof transaction === 'number' ? (bare ?? '') : String(transaction))
}

function fetchRefund({ domain, ledger }: PaystackSandbox, _: OutsideRequest, id: string): OutsideAnswer {
	const found = ledger.refunds.find((one) => one.id.toString() === id)
	if (!found) return refusal(404, 'Refund not found')
	return success('Refund retrieved', { ...refundData(found, domain), transaction: found.transaction.id })
}

import { bankByCode, nigerianBanks } from '#app/kernel/nigerian-banks.ts'
import type { OutsideAnswer, OutsideRequest } from './outside-service.ts'
import { readKobo } from './paystack-initialize-request.ts'
import {
	gatewayPage,
	outOfOrder,
	type PaystackRoute,
	type PaystackSandbox,
	pagedAnswer,
	readObject,
	readText,
	refusal,
	success,
} from './paystack-route.ts'
import {
	balanceEntryData,
	bankData,
	misreportedTransfer,
	recipientData,
	startedTransferData,
	transferData,
} from './paystack-transfer-answers.ts'
import { firstStatusFor } from './paystack-transfer-progress.ts'
import { NOT_ENOUGH } from './paystack-transfers.ts'

/** The calls that pay shops out. */
export const transferRoutes: PaystackRoute[] = [
	{ endpoint: 'banks', method: 'GET', path: /^\/bank$/, call: orFail(listBanks) },
	{ endpoint: 'resolve', method: 'GET', path: /^\/bank\/resolve$/, call: orFail(resolve) },
	{ endpoint: 'recipient', method: 'POST', path: /^\/transferrecipient$/, call: orFail(nameRecipient) },
	{ endpoint: 'transfer', method: 'POST', path: /^\/transfer$/, call: transfer },
	{ endpoint: 'transferVerify', method: 'GET', path: /^\/transfer\/verify\/([^/]+)$/, call: verify },
	{ endpoint: 'transferList', method: 'GET', path: /^\/transfer$/, call: orFail(listTransfers) },
	{ endpoint: 'balance', method: 'GET', path: /^\/balance$/, call: orFail(balance) },
	{ endpoint: 'balanceLedger', method: 'GET', path: /^\/balance\/ledger$/, call: orFail(balanceLedger) },
]

/** Calls without a behaviour fail together with reads of a transfer. */
function orFail(call: (sandbox: PaystackSandbox, request: OutsideRequest) => OutsideAnswer) {
	return (sandbox: PaystackSandbox, request: OutsideRequest) =>
		sandbox.switches.now.transferVerify === 'fail' ? outOfOrder() : call(sandbox, request)
}

function listBanks(_: PaystackSandbox, { query }: OutsideRequest): OutsideAnswer {
	const isNaira = (query.get('currency') ?? 'NGN') === 'NGN'
	return success('Banks retrieved', isNaira ? nigerianBanks.map(bankData) : [])
}

function resolve(_: PaystackSandbox, { query }: OutsideRequest): OutsideAnswer {
	const accountNumber = query.get('account_number')
	const holderName = sandboxHolderName(query.get('bank_code'), accountNumber)
	return holderName === null
		? refusal(422, 'Could not resolve account name. Check parameters or try again.')
		: success('Account number resolved', { account_number: accountNumber, account_name: holderName })
}

function nameRecipient({ ledger, domain }: PaystackSandbox, { body }: OutsideRequest): OutsideAnswer {
	const { type, name, account_number, bank_code, currency = 'NGN' } = readObject(body)
	if (type !== 'nuban') return refusal(400, 'Invalid recipient type')
	if (currency !== 'NGN') return refusal(400, 'Currency not supported by merchant')
	const [holderName, accountNumber, bankCode] = [name, account_number, bank_code].map(readText)
	if (!holderName) return refusal(400, 'Recipient name is required')
	if (!accountNumber || !bankCode || sandboxHolderName(bankCode, accountNumber) === null)
		return refusal(400, 'Cannot resolve account')
	const recipient = ledger.transferBook.recipientOf({ holderName, accountNumber, bankCode })
	return success('Transfer recipient created successfully', recipientData(recipient, domain), 201)
}

async function transfer(
	{ ledger, domain, switches, transferProgress }: PaystackSandbox,
	{ body }: OutsideRequest,
): Promise<OutsideAnswer> {
	const { transfer: behaviour, transferEnd } = switches.now
	if (behaviour === 'fail') return outOfOrder()
	if (behaviour === 'refuse') return refusal(400, 'The sandbox was told to refuse this.')
	const request = readTransferRequest(readObject(body))
	if (typeof request === 'string') return refusal(400, request)
	if (behaviour === 'no-balance') return refusal(400, NOT_ENOUGH)
	const taken = ledger.transferBook.start({ ...request, status: firstStatusFor(transferEnd) })
	if (typeof taken === 'string') return refusal(400, taken)
	const answer = startedTransferData(taken, domain)
	transferProgress.start(taken)
	if (behaviour === 'lose') return 'cut'
	if (behaviour === 'fail-late') return outOfOrder()
	if (behaviour === 'slow') await switches.changed()
	const isOtp = taken.status === 'otp'
	return success(isOtp ? 'Transfer requires OTP to continue' : 'Transfer has been queued', answer)
}

function readTransferRequest(body: Record<string, unknown>) {
	const { source, amount, recipient, reference, reason, currency = 'NGN' } = body
	if (source !== 'balance') return 'Source is not valid'
	if (currency !== 'NGN') return 'Currency not supported by merchant'
	const amountKobo = readKobo(amount)
	if (amountKobo === null) return 'Invalid amount passed'
	const recipientCode = readText(recipient)
	if (recipientCode === undefined) return 'Recipient specified is invalid'
	if (typeof reference !== 'string' || !/^[a-z0-9_-]{16,50}$/.test(reference))
		return 'Transfer reference must be 16 to 50 of a-z, 0-9, - and _'
	return { amountKobo, recipientCode, reference, reason: readText(reason) ?? '' }
}

async function verify(
	{ ledger, domain, switches }: PaystackSandbox,
	_: OutsideRequest,
	reference: string,
): Promise<OutsideAnswer> {
	while (switches.now.transferVerify === 'slow') await switches.changed()
	const behaviour = switches.now.transferVerify
	if (behaviour === 'fail') return outOfOrder()
	if (behaviour === 'html') return gatewayPage()
	const found = behaviour === 'unknown' ? undefined : ledger.transferBook.find(reference)
	if (!found) return refusal(404, 'Transfer not found')
	return success('Transfer retrieved', misreportedTransfer(transferData(found, domain), behaviour))
}

function listTransfers({ ledger, domain }: PaystackSandbox, { query }: OutsideRequest): OutsideAnswer {
	return pagedAnswer(ledger.transferBook.transfers, query, (one) => transferData(one, domain))
}

function balance({ ledger }: PaystackSandbox): OutsideAnswer {
	return success('Balances retrieved', [{ currency: 'NGN', balance: ledger.balance.kobo }])
}

function balanceLedger({ ledger, domain }: PaystackSandbox, { query }: OutsideRequest): OutsideAnswer {
	return pagedAnswer(ledger.balance.entries, query, (one) => balanceEntryData(one, domain))
}

const firstNames = ['ADA', 'BOLA', 'CHIDI', 'DAYO', 'EFE', 'FUNKE', 'GOZIE', 'HALIMA', 'IFEOMA', 'JIDE']
const lastNames = ['OBI', 'ADEYEMI', 'OKAFOR', 'BELLO', 'EZE', 'BALOGUN', 'MUSA', 'NWOSU', 'ALABI', 'UMEH']

/** An account's holder, by its last two digits. Null for an unknown bank, not ten digits, or 0000 at the end. */
export function sandboxHolderName(bankCode: unknown, accountNumber: unknown): string | null {
	const isBank = typeof bankCode === 'string' && bankByCode(bankCode) !== undefined
	const [, first, last] = (typeof accountNumber === 'string' && /^\d{8}(\d)(\d)$/.exec(accountNumber)) || []
	if (!isBank || first === undefined || String(accountNumber).endsWith('0000')) return null
	return `${firstNames[Number(first)]} ${lastNames[Number(last)]}`
}

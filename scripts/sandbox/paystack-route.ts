import type { OutsideAnswer, OutsideRequest } from './outside-service.ts'
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

/** What API calls work on. */
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

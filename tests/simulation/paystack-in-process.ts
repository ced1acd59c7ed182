import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import type { OutsideAnswer } from '#scripts/sandbox/outside-service.ts'
import { feeFor, jsonText, refundEventData, transactionData } from '#scripts/sandbox/paystack-answers.ts'
import { createPaystackApi } from '#scripts/sandbox/paystack-api.ts'
import { createPaystackSwitches, type PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import { createPaystackLedger, isPaid, nextRefundStatus } from '#scripts/sandbox/paystack-ledger.ts'
import { type TestCardName, testCards } from '#scripts/sandbox/paystack-test-cards.ts'
import { transferEventData } from '#scripts/sandbox/paystack-transfer-answers.ts'
import { hasTransferEvent, laterStatusesFor } from '#scripts/sandbox/paystack-transfer-progress.ts'
import { signedHeaders } from '#scripts/sandbox/paystack-webhooks.ts'
import type { SandboxRefund, SandboxTransaction } from '#scripts/sandbox/sandbox-payment.ts'
import type { SandboxTransfer } from '#scripts/sandbox/sandbox-transfer.ts'
import type { Scheduler } from './scheduler.ts'

/** A webhook that Paystack sends, with the signature of its body. */
export type SignedEvent = {
	event: string
	reference: string
	body: string
	signature: string
	/** When its payment or transfer was begun. */
	openedAt: Instant
	/** The app has no reason to ask: it is about what was done on Paystack's own page. */
	isOnlyNews: boolean
}

/** What became of a payer's dispute, as Paystack decided it. `takenKobo`: what the payer's bank took. */
export type EndedDispute = { reference: string; takenKobo: number }

/** Money that went to the operator's bank, as Paystack's page of payouts calls it. */
export type Settlement = { reference: string; amountKobo: number }

export type PaystackInProcess = ReturnType<typeof createPaystackInProcess>

export const SIMULATED_KEY = 'sk_test_0000000000000000000000000000000000000000'
/** The note of a refund that was made on Paystack's own page. */
const GIVEN_BACK = 'by the operator'
/** Where transfers go, each as often as it stands here. */
const transferEnds: readonly PaystackBehaviour['transferEnd'][] = [
	...Array.from({ length: 20 }, () => 'success' as const),
	...Array.from({ length: 4 }, () => 'at-once' as const),
	'failed',
	'failed',
	'failed-then-success',
	'failed-then-success',
	'reversed',
	'reversed',
	'abandoned',
	'rejected',
	'blocked',
]
/** For how long Paystack's answer may lag behind its own news. */
const SLOW_MS = 90_000
/** In its bad hours Paystack may not find a transfer for so long that it has taken. */
const NOT_FOUND_MS = 3 * HOUR_MS
export const PAYSTACK_URL = 'https://paystack.example'

/**
 * The sandbox's Paystack without a server: its ledger and its API, in the time of a simulation. `onEvent` is told of
 * each webhook, whose way is the simulation's; refunds and transfers move on in its time.
 */
export function createPaystackInProcess(
	{ now, until }: Pick<Scheduler, 'now' | 'until'>,
	randomOf: (use: string) => PseudoRandom,
	onEvent: (event: SignedEvent) => void,
	onTransfer: (transfer: SandboxTransfer) => void = () => {},
) {
	const ledger = createPaystackLedger(now)
	const switches = createPaystackSwitches()
	const domain = 'test'
	const givenBack = new Set<string>()
	const disputes: EndedDispute[] = []
	const settlements: Settlement[] = []

	function tell(event: string, reference: string, data: unknown, isOnlyNews = false) {
		const body = jsonText({ event, data })
		const signature = signedHeaders(body, SIMULATED_KEY)['x-paystack-signature']
		const { createdAt: openedAt = now() } =
			ledger.find(reference) ?? ledger.transferBook.find(reference) ?? {}
		onEvent({ event, reference, body, signature, openedAt, isOnlyNews })
	}
	const tellRefund = (refund: SandboxRefund) =>
		tell(
			`refund.${refund.status}`,
			refund.transaction.reference,
			refundEventData(refund, domain),
			refund.merchantNote === GIVEN_BACK,
		)

	/** Minutes or days later, as banks take. */
	async function run(refund: SandboxRefund): Promise<void> {
		const random = randomOf(`refund ${refund.transaction.reference} ${refund.amountKobo}`)
		tellRefund(refund)
		for (let next = nextRefundStatus(refund); next !== null; next = nextRefundStatus(refund)) {
			await until(now() + 60_000 * (1 + random.below(random.chance(0.1) ? 3_000 : 60)))
			if (next !== nextRefundStatus(refund)) return
			ledger.move(refund, next)
			tellRefund(refund)
		}
	}
	const progress = {
		start: (refund: SandboxRefund) => void run(refund),
		step: (refund: SandboxRefund) => refund.status,
	}

	function tellTransfer(transfer: SandboxTransfer) {
		const { status, reference } = transfer
		if (hasTransferEvent(status)) tell(`transfer.${status}`, reference, transferEventData(transfer, domain))
	}

	/** Most arrive; some fail, come back, or are never approved. */
	const endOf = (reference: string) =>
		transferEnds[randomOf(`end of transfer ${reference}`).below(transferEnds.length)] ?? 'success'

	/** Minutes or hours later, as banks take. What comes back after its success, or goes after it failed, takes days. */
	async function runTransfer(transfer: SandboxTransfer): Promise<void> {
		const random = randomOf(`transfer ${transfer.reference}`)
		tellTransfer(transfer)
		for (const next of laterStatusesFor(endOf(transfer.reference))) {
			const expected = transfer.status
			const minutes = 1 + random.below(random.chance(0.1) ? 3_000 : 60)
			const days = expected === 'success' || expected === 'failed' ? 1 + random.below(5) : 0
			await until(now() + minutes * MINUTE_MS + days * DAY_MS)
			if (transfer.status !== expected) return
			ledger.transferBook.move(transfer, next)
			tellTransfer(transfer)
		}
	}
	const transferProgress = {
		start(transfer: SandboxTransfer) {
			onTransfer(transfer)
			void runTransfer(transfer)
		},
		step: (transfer: SandboxTransfer) => transfer.status,
	}
	const api = createPaystackApi({
		secretKey: SIMULATED_KEY,
		domain,
		ledger,
		progress,
		transferProgress,
		switches,
	})

	/** Some payers bear Paystack's fee on top, and some transfers come with less than was asked for. */
	const payerOf = (reference: string): 'plain' | 'with fee' | 'with less' => {
		const chance = randomOf(`payer of ${reference}`).below(20)
		return chance === 0 ? 'with fee' : chance === 1 ? 'with less' : 'plain'
	}

	/** Asked right after its news, Paystack does not know of some payments yet. */
	function behaviourOf(reference: string): Partial<PaystackBehaviour> {
		const { paidAt } = ledger.find(reference) ?? {}
		const isSlow = randomOf(`news of ${reference}`).chance(0.3)
		if (paidAt && isSlow && now() < paidAt + SLOW_MS) return { verify: 'pending' }
		return reference !== '' && payerOf(reference) === 'with fee' ? { verify: 'with-fee' } : {}
	}

	/** Asked about some transfers, Paystack does not find them yet. */
	function foundOf(path: string): Partial<PaystackBehaviour> {
		const [, reference = ''] = /^\/transfer\/verify\/([^/]+)$/.exec(path) ?? []
		const { createdAt } = ledger.transferBook.find(reference) ?? {}
		if (createdAt === undefined) return {}
		const random = randomOf(`finding of ${reference}`)
		const isLate = random.chance(0.4)
		return isLate && now() < createdAt + random.below(NOT_FOUND_MS) ? { transferVerify: 'unknown' } : {}
	}

	/** Where a transfer that is asked for goes. */
	function endIn(path: string, body: string): Partial<PaystackBehaviour> {
		const [, reference] = (path === '/transfer' && /"reference":"([^"]*)"/.exec(body)) || []
		return reference === undefined ? {} : { transferEnd: endOf(reference) }
	}

	return {
		transactions: ledger.transactions as readonly SandboxTransaction[],
		refunds: ledger.refunds as readonly SandboxRefund[],
		transfers: ledger.transferBook.transfers,
		/** Whether that transfer fails at first, and goes days later all the same. */
		isLate: (reference: string) => endOf(reference) === 'failed-then-success',
		/** What Paystack holds, and each change of it. */
		balance: ledger.balance,
		disputes: disputes as readonly EndedDispute[],
		/** What the payer's bank takes leaves the balance. */
		endDispute(dispute: EndedDispute): void {
			disputes.push(dispute)
			const { id: modelRow = null } = ledger.find(dispute.reference) ?? {}
			ledger.book('Dispute', -dispute.takenKobo, { modelRow })
		},
		/** Money that went to the operator's bank. */
		settlements: settlements as readonly Settlement[],
		/** Pays all that is there to the operator's bank. */
		settle(): Settlement | null {
			const { kobo: amountKobo } = ledger.balance
			if (amountKobo <= 0) return null
			const settlement = { reference: `S${settlements.length + 1}`, amountKobo }
			settlements.push(settlement)
			ledger.settle()
			return settlement
		},
		/** The operator adds money of their own. */
		topUp: (amountKobo: number) => ledger.book('Topup', amountKobo),
		find: ledger.find,
		/** Whether the payer of that payment bears Paystack's fee on top of it. */
		bearsFee: (reference: string) => payerOf(reference) === 'with fee',
		/** One call, answered as `behaviour` says. */
		async answer(
			url: string,
			init: RequestInit,
			behaviour: Partial<PaystackBehaviour>,
		): Promise<OutsideAnswer> {
			const { origin, pathname: path, searchParams: query } = new URL(url)
			const body = String(init.body ?? '')
			const headers = Object.fromEntries(new Headers(init.headers))
			const [, reference = ''] = /^\/transaction\/verify\/([^/]+)$/.exec(path) ?? []
			switches.set({ ...behaviourOf(reference), ...foundOf(path), ...endIn(path, body), ...behaviour })
			const answering = api.answer({
				method: init.method ?? 'GET',
				origin,
				path,
				query,
				headers,
				body,
				bytes: Buffer.from(body),
			})
			// The API reads its switches when it is called.
			switches.reset()
			return (await answering) ?? { status: 404, contentType: 'text/plain', body: 'Nothing is here.' }
		},
		/** The payer pays with that card; false where it is declined, or nothing is to be paid. */
		pay(reference: string, card: TestCardName = 'success'): boolean {
			const transaction = ledger.find(reference)
			if (!transaction || isPaid(transaction)) return false
			if (payerOf(reference) === 'with less') {
				transaction.requestedKobo ??= transaction.amountKobo
				transaction.amountKobo = transaction.requestedKobo - 1
			}
			const isGood = ledger.charge(transaction, 'card', testCards[card])
			// The fee that the payer bears comes on top of the amount.
			if (isGood && payerOf(reference) === 'with fee')
				ledger.book('Transaction', feeFor(transaction.amountKobo), { modelRow: transaction.id })
			if (isGood) tell('charge.success', reference, transactionData(transaction, domain))
			return isGood
		},
		/** The operator gives all that is left back, or a part, on Paystack's own page. */
		giveBack(reference: string, amountKobo: number | null = null): void {
			const transaction = ledger.find(reference)
			if (!transaction) return
			const notes = { customerNote: GIVEN_BACK, merchantNote: GIVEN_BACK }
			const taken = ledger.refund(transaction, { amountKobo, ...notes })
			if (typeof taken === 'string') return
			givenBack.add(reference)
			progress.start(taken)
		},
		/** Whether a refund was made there, and not by the app. */
		isGivenBack: ({ merchantNote }: SandboxRefund) => merchantNote === GIVEN_BACK,
		/** Payments that were refunded there. */
		givenBack: givenBack as ReadonlySet<string>,
	}
}

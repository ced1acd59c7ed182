import type { Instant } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import type { OutsideAnswer } from '#scripts/sandbox/outside-service.ts'
import { jsonText, refundEventData, transactionData } from '#scripts/sandbox/paystack-answers.ts'
import { createPaystackApi } from '#scripts/sandbox/paystack-api.ts'
import { createPaystackSwitches, type PaystackBehaviour } from '#scripts/sandbox/paystack-behaviours.ts'
import { createPaystackLedger, isPaid, nextRefundStatus } from '#scripts/sandbox/paystack-ledger.ts'
import { type TestCardName, testCards } from '#scripts/sandbox/paystack-test-cards.ts'
import { signedHeaders } from '#scripts/sandbox/paystack-webhooks.ts'
import type { SandboxRefund, SandboxTransaction } from '#scripts/sandbox/sandbox-payment.ts'
import type { Scheduler } from './scheduler.ts'

/** A webhook that Paystack sends, with the signature of its body. */
export type SignedEvent = {
	event: string
	reference: string
	body: string
	signature: string
	/** When its payment was begun. */
	openedAt: Instant
	/** The app has no reason to ask: it is about what was done on Paystack's own page. */
	isOnlyNews: boolean
}

/** What became of a payer's dispute, as Paystack decided it. `takenKobo`: what the payer's bank took back. */
export type EndedDispute = { reference: string; takenKobo: number }

export type PaystackInProcess = ReturnType<typeof createPaystackInProcess>

export const SIMULATED_KEY = 'sk_test_0000000000000000000000000000000000000000'
/** The note of a refund that was made on Paystack's own page. */
const GIVEN_BACK = 'by the operator'
/** For how long Paystack's answer may lag behind its own news. */
const SLOW_MS = 90_000
export const PAYSTACK_URL = 'https://paystack.example'

/**
 * The sandbox's Paystack without a server: its ledger and its API, in the time of a simulation. `onEvent` is told of
 * each webhook, whose way is the simulation's; refunds move on as `step` says.
 */
export function createPaystackInProcess(
	{ now, until }: Pick<Scheduler, 'now' | 'until'>,
	randomOf: (use: string) => PseudoRandom,
	onEvent: (event: SignedEvent) => void,
) {
	const ledger = createPaystackLedger(now)
	const switches = createPaystackSwitches()
	const domain = 'test'
	const givenBack = new Set<string>()

	function tell(event: string, reference: string, data: unknown, isOnlyNews = false) {
		const body = jsonText({ event, data })
		const signature = signedHeaders(body, SIMULATED_KEY)['x-paystack-signature']
		const openedAt = ledger.find(reference)?.createdAt ?? now()
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
	const api = createPaystackApi({ secretKey: SIMULATED_KEY, domain, ledger, progress, switches })

	/** Some payers bear Paystack's fee on top, and some transfers come with less than was asked for. */
	const payerOf = (reference: string): 'plain' | 'with fee' | 'with less' => {
		const chance = randomOf(`payer of ${reference}`).below(20)
		return chance === 0 ? 'with fee' : chance === 1 ? 'with less' : 'plain'
	}

	/** Asked right after its news, Paystack does not know of some payments yet. */
	function toldOf(reference: string): Partial<PaystackBehaviour> {
		const { paidAt } = ledger.find(reference) ?? {}
		const isSlow = randomOf(`news of ${reference}`).chance(0.3)
		if (paidAt && isSlow && now() < paidAt + SLOW_MS) return { verify: 'pending' }
		return reference !== '' && payerOf(reference) === 'with fee' ? { verify: 'with-fee' } : {}
	}

	return {
		transactions: ledger.transactions as readonly SandboxTransaction[],
		refunds: ledger.refunds as readonly SandboxRefund[],
		disputes: [] as EndedDispute[],
		find: ledger.find,
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
			switches.set({ ...toldOf(reference), ...behaviour })
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
			if (isGood) tell('charge.success', reference, transactionData(transaction, domain))
			return isGood
		},
		/** The operator gives all that is left back, on Paystack's own page. */
		giveBack(reference: string): void {
			const transaction = ledger.find(reference)
			if (!transaction) return
			const notes = { customerNote: GIVEN_BACK, merchantNote: GIVEN_BACK }
			const taken = ledger.refund(transaction, { amountKobo: null, ...notes })
			if (typeof taken === 'string') return
			givenBack.add(reference)
			progress.start(taken)
		},
		/** Payments that were given back there. */
		givenBack: givenBack as ReadonlySet<string>,
	}
}

import { createPaystackLists } from '#app/domain/payments/paystack/paystack-lists.server.ts'
import { createPaystackTransfers } from '#app/domain/payments/paystack/paystack-transfers.server.ts'
import type { TransferToStart } from '#app/domain/payments/provider-transfer.ts'
import { startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

export const secretKey = 'sk_test_of_these_tests'
export const NAIRA = 100
export const reference = 'po-0123456789abcdef'
export const account = { bankCode: '058', accountNumber: '0123456724' }
/** The sandbox's name for the account's holder. */
export const holderName = 'CHIDI EZE'

export type PayoutSandbox = Awaited<ReturnType<typeof openPayoutSandbox>>

/** A sandbox with ₦100,000 in its balance and one recipient, and the calls that pay it. */
export async function openPayoutSandbox() {
	const app = await startWebhookReceiver()
	const sandbox = await startSandbox({ paystack: { secretKey, webhookUrl: app.url, retryDelaysMs: [1, 2] } })
	const access = { baseUrl: sandbox.url, secretKey }
	const gateway = createPaystackTransfers(access)
	const lists = createPaystackLists(access)
	const made = await gateway.createRecipient({ ...account, holderName })
	const recipientCode = made.outcome === 'made' ? made.recipientCode : 'none'
	sandbox.paystack.topUp(100_000 * NAIRA)
	const post = (path: string, body: object) =>
		fetch(`${sandbox.url}${path}`, {
			method: 'POST',
			headers: { authorization: `Bearer ${secretKey}` },
			body: JSON.stringify(body),
		})

	return {
		app,
		url: sandbox.url,
		paystack: sandbox.paystack,
		gateway,
		lists,
		recipientCode,
		/** ₦20,000, if not said otherwise. */
		send: (change: Partial<TransferToStart> = {}) =>
			gateway.transfer({
				reference,
				amountKobo: 20_000 * NAIRA,
				recipientCode,
				reason: 'Wakati, 2 March',
				...change,
			}),
		async where(of = reference): Promise<string> {
			const found = await gateway.verifyTransfer(of)
			return found.outcome === 'found' ? found.status : found.outcome
		},
		events: () => app.received.map(({ event }) => event),
		/** The ledger of the balance in naira, the newest first. */
		async changes() {
			const page = await lists.balanceLedger({ from: 0, to: Date.now() + 60_000, page: 1 })
			return page.outcome === 'page'
				? page.rows.map(({ model, differenceKobo }) => [model, differenceKobo / NAIRA])
				: page
		},
		/** Opens a payment, and pays it. */
		async charge(amountKobo: number) {
			await post('/transaction/initialize', {
				email: 'ada@example.com',
				amount: amountKobo,
				reference: 'visit-1',
			})
			sandbox.paystack.pay('visit-1')
		},
		refund: (amount: number) => post('/refund', { transaction: 'visit-1', amount }),
		async close() {
			await sandbox.close()
			await app.close()
		},
	}
}

import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { createPaystackGateway } from '#app/domain/payments/paystack-gateway.server.ts'
import { settlePayment } from '#app/flows/settle-payment.server.ts'
import type { Settlement } from '#app/flows/settlement.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary.ts'
import { openDatabase } from '#db/client.server.ts'
import { isDatabaseError } from '#db/database-error.server.ts'
import { bookingDeps } from '#tests/integration/booking/customer.ts'

export const TEST_KEY = 'sk_test_0000000000000000000000000000000000000000'
export const LIVE_KEY = 'sk_live_0000000000000000000000000000000000000000'

export type DeskSettings = {
	/** Its beginning tells the mode. */
	secretKey?: string
	/** Default: card only. */
	channels?: readonly PaymentChannel[]
}

/** How often somebody who got no answer asks again: on a machine that is slower than the crowd some are told 'busy'. */
const MOST_TRIES = 30

export type DeskDeps = ReturnType<typeof deskDeps>

/** The flows' dependencies with the real gateway, over the sandbox that was started. */
export function deskDeps(
	databaseUrl: string,
	online: OnlinePayments,
	patience?: Parameters<typeof bookingDeps>[1],
) {
	return {
		...bookingDeps(databaseUrl, patience),
		guesses: createGuessRepository(openDatabase({ url: databaseUrl }).read),
		paystack: online as OnlinePayments | null,
	}
}

/** Paying online as a composition root sets it up, by the sandbox's address and key. */
export function onlinePayments(
	sandboxUrl: string,
	{ secretKey = TEST_KEY, channels = ['card'] }: DeskSettings = {},
): OnlinePayments {
	return {
		gateway: createPaystackGateway({ baseUrl: sandboxUrl, checkoutOrigin: sandboxUrl, secretKey }),
		mode: secretKey.startsWith('sk_live_') ? 'live' : 'test',
		channels,
		appOrigin: 'https://wakati.example',
		linkKeys: ['key-of-links'],
	}
}

/** What became of a payment, in a word or two: 'booked', 'offered', 'refund: …' or 'waiting: …'. */
export function wordOf(settlement: Settlement): string {
	if (settlement.kind === 'unknown_reference') return 'unknown'
	if (settlement.kind === 'waiting') return `waiting: ${settlement.seen ?? 'no answer'}`
	const { received, refund } = settlement.payment
	return received.outcome === 'refund' ? `refund: ${refund?.reason}` : received.outcome
}

/** Asks until there is an answer, as the page, Paystack and the sweeper do, but no more often than that. */
export async function settleAnswered(
	deps: DeskDeps,
	asked: { reference: string; now: Instant },
	mostTries = MOST_TRIES,
): Promise<Settlement> {
	for (let tries = 1; ; tries++) {
		try {
			const settlement = await settlePayment(deps, asked)
			const isAnswered = settlement.kind !== 'waiting' || settlement.seen !== null
			if (isAnswered || tries >= mostTries) return settlement
		} catch (error) {
			if (!isDatabaseError(error) || tries >= mostTries) throw error
		}
	}
}

import { setTimeout as delay } from 'node:timers/promises'
import { NO_TIP } from '#app/domain/booking/checkout/price-draft.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import type { PaymentProvider } from '#app/domain/payments/payment-provider.server.ts'
import { createPaystackProvider } from '#app/domain/payments/paystack/paystack-provider.server.ts'
import { readForBooking } from '#app/flows/booking/booking-problem.server.ts'
import { type BookAppointmentInput, bookAppointment } from '#app/flows/checkout/book-appointment.server.ts'
import { purchases } from '#app/flows/lists/purchases.server.ts'
import { settlePayment } from '#app/flows/payments/settle-payment.server.ts'
import type { Settlement } from '#app/flows/payments/settlement.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary/payments.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { type DatabaseSettings, openDatabase } from '#db/client.server.ts'
import { openRequestDatabase } from '#db/request-database.server.ts'
import { isolateReader } from '#db/stream-reader.server.ts'
import { writerElsewhere } from './writer-elsewhere.ts'

/*
 * What flows need to run in a test. Nothing here imports vitest, because the processes of a race import this file too.
 */

/** Far above what a loaded machine needs. What a slow database does is tested elsewhere. */
const longPatience: Patience = { readTimeoutMs: 30_000, writeTimeoutMs: 30_000 }
type Patience = Pick<DatabaseSettings, 'readTimeoutMs' | 'writeTimeoutMs'>

/** Repositories as the composition root wires them, over a real database. Nothing is paid online. */
export function bookingDeps(databaseUrl: string, patience = longPatience) {
	return {
		...createRepositories(openTestDatabase(databaseUrl, patience)),
		purchases,
		onlinePayments: null as OnlinePayments | null,
		log: (_line: string) => {},
		// Shorter than in the app, and long enough for the write that is waited for.
		pause: (milliseconds: number) => delay(milliseconds / 3),
	}
}
export type BookingDeps = ReturnType<typeof bookingDeps>

/** In a process of a race it reads and writes as a request does. */
function openTestDatabase(url: string, patience: Patience) {
	const writer = writerElsewhere(url)
	return writer === null
		? openDatabase({ url, ...patience })
		: openRequestDatabase({ reader: isolateReader({ url }), writer, ...patience })
}

/** The appointments of this browser, or of its signed-in customer. */
type OwnAppointments = { appointmentIds: readonly string[]; actor?: Actor | null }

/** What checkout posts of a customer who only pays in cash, beside the contact. */
export const cashChoices = {
	promoCode: '',
	rewardId: null,
	usesCashback: false,
	tip: NO_TIP,
	paymentChoice: 'cash',
	addOnIds: [],
} as const

/** Reads as a post of checkout does, and books. */
export async function readAndBook(
	deps: BookingDeps,
	{
		own,
		actor = null,
		...input
	}: Omit<BookAppointmentInput, 'read'> & { own?: OwnAppointments; actor?: Actor | null },
) {
	const { draftId, choices, contact, seen, now } = input
	const read = await readForBooking(deps, {
		draftId,
		startsAt: seen.startsAt,
		promoCode: choices.promoCode,
		actor,
		contact,
		own,
		now,
	})
	return bookAppointment(deps, { ...input, read })
}

export const TEST_KEY = 'sk_test_0000000000000000000000000000000000000000'
export const LIVE_KEY = 'sk_live_0000000000000000000000000000000000000000'

export type PaymentSettings = {
	/** Its prefix decides the mode. Default: the test key. */
	secretKey?: string
	/** Default: card only. */
	channels?: readonly PaymentChannel[]
}

/** How often a caller without an answer asks again. On a slow machine some callers of a crowd are told 'busy'. */
const MAX_ATTEMPTS = 30

/** The dependencies of flows that pay. `lines` is what the operator's log got. */
export function paymentDeps(databaseUrl: string, online: OnlinePayments, patience?: Patience) {
	const lines: string[] = []
	return {
		...bookingDeps(databaseUrl, patience),
		onlinePayments: online as OnlinePayments | null,
		lines,
		log: (line: string) => void lines.push(line),
	}
}
export type PaymentDeps = ReturnType<typeof paymentDeps>

export const paymentLinkKey = 'a-key-that-signs-links-in-tests-only'

/** Online payments as the composition root sets them up, with the real provider in front of the sandbox. */
export function onlinePayments(
	sandboxUrl: string,
	{ secretKey = TEST_KEY, channels = ['card'] }: PaymentSettings = {},
): OnlinePayments {
	const provider = createPaystackProvider({
		baseUrl: sandboxUrl,
		checkoutOrigin: sandboxUrl,
		secretKeys: [secretKey],
	})
	return {
		...onlyProvider(provider),
		payouts: { isByTransfer: true, hour: 19, minimumKobo: 1_000_00 },
		mode: secretKey.startsWith('sk_live_') ? 'live' : 'test',
		channels,
		minimumKobo: 100_00,
		appOrigin: 'https://wakati.example',
		linkKeys: [paymentLinkKey],
	}
}

/** For new payments and for the rows of all. */
export function onlyProvider(provider: PaymentProvider): Pick<OnlinePayments, 'provider' | 'providers'> {
	return { provider, providers: new Map([[provider.name, provider]]) }
}

/** Online payments whose provider does some things otherwise. */
export function withProvider(online: OnlinePayments, change: Partial<PaymentProvider>): OnlinePayments {
	return { ...online, ...onlyProvider({ ...online.provider, ...change }) }
}

/** Gives what became of a payment in a word or two: 'booked', 'offered', 'refund: …' or 'waiting: …'. */
export function wordOf(settlement: Settlement): string {
	if (settlement.kind === 'unknown_payment') return 'unknown'
	if (settlement.kind === 'waiting') return `waiting: ${settlement.seen ?? 'no answer'}`
	const { received, refund } = settlement.payment
	return received.outcome === 'refund' ? `refund: ${refund?.reason}` : received.outcome
}

/** Settles again until there is an answer, as the page, Paystack and the sweeper do, at most `mostTries` times. */
export async function settleAnswered(
	deps: PaymentDeps,
	asked: { paymentReference: string; now: Instant },
	mostTries = MAX_ATTEMPTS,
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

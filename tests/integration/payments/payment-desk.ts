import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type CheckoutForm, checkoutFormSchema } from '#app/domain/booking/checkout-form.server.ts'
import type { Customer as Account } from '#app/domain/booking/customer.ts'
import { amountDueNow, depositFor } from '#app/domain/booking/deposit.ts'
import { createGuessRepository } from '#app/domain/identity/guess-repository.server.ts'
import type { OnlinePayments } from '#app/domain/payments/online-payments.server.ts'
import { createPaystackGateway } from '#app/domain/payments/paystack-gateway.server.ts'
import { type CheckoutAnswer, postCheckout } from '#app/flows/post-checkout.server.ts'
import { readCheckout } from '#app/flows/read-checkout.server.ts'
import { settlePayment } from '#app/flows/settle-payment.server.ts'
import type { Settlement } from '#app/flows/settlement.ts'
import { settleDuePayments } from '#app/flows/sweep-payments.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChannel } from '#app/kernel/vocabulary.ts'
import { openDatabase } from '#db/client.server.ts'
import { isDatabaseError } from '#db/database-error.server.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { ten } from '#tests/integration/booking/booking-desk.ts'
import {
	bookingDeps,
	type Customer,
	newContact,
	newCustomer,
	type TestClock,
} from '#tests/integration/booking/customer.ts'
import {
	addSmallShop,
	mondayMorningAt,
	type SmallShop,
	type SmallShopPlan,
} from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const TEST_KEY = 'sk_test_0000000000000000000000000000000000000000'
export const LIVE_KEY = 'sk_live_0000000000000000000000000000000000000000'

type DeskSettings = {
	/** Its beginning tells the mode. */
	secretKey?: string
	/** Default: card only. */
	channels?: readonly PaymentChannel[]
}

/** What somebody comes for; default: a cut by anybody at ten, as a guest whom nobody knows. */
type Wish = {
	service?: string
	staff?: string
	startsAt?: Instant
	contact?: ReturnType<typeof newContact>
	account?: Account
}

/** What a guest types at checkout; what is left out stays as it was. */
type Typed = Partial<Record<'promoCode' | 'tip' | 'customTip' | 'email' | 'phone', string>> & {
	paymentChoice?: NonNullable<CheckoutForm['paymentChoice']>
	addOns?: string[]
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

/** The session of an account that a test has added. */
export function sessionOf({ userId }: Pick<Account, 'userId'>): string {
	return `session-of-${userId}`
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

/**
 * A guest at checkout who pays online, as the page's form does it: `press` is its button, and what is typed stays typed.
 */
export function newPayer(
	deps: () => DeskDeps,
	clock: TestClock,
	guest: Customer,
	startsAt: Instant,
	account: Account | null = null,
) {
	let typed: Typed & { firstName: string; lastName: string } = { ...guest.contact, paymentChoice: 'online' }
	const { draftId } = guest
	const actor = () => account && { sessionHash: sessionOf(account), at: clock.now }
	const post = (
		intent: CheckoutForm['intent'],
		seen: Partial<Record<`seen${'Total' | 'Due'}Kobo`, number>> = {},
	) =>
		postCheckout(deps(), {
			draftId,
			form: checkoutFormSchema.parse({
				...typed,
				intent,
				startsAt: String(startsAt),
				...(account ? { isSignedIn: '1' } : {}),
				...Object.fromEntries(Object.entries(seen).map(([field, kobo]) => [field, String(kobo)])),
			}),
			customer: Promise.resolve(account),
			actor: actor(),
			ownVisitIds: [],
			networkKey: null,
			now: clock.now,
		})
	const payer = {
		guest,
		draftId,
		/** What the page shows of the amounts. */
		async sees() {
			const visit = await readCheckout(deps(), { draftId, actor: actor(), now: clock.now })
			if (!visit) return { seenTotalKobo: 0, seenDueKobo: 0 }
			const { quote, shop, noShowCount } = visit
			return {
				seenTotalKobo: quote.totalKobo,
				seenDueKobo: amountDueNow(depositFor(shop, noShowCount), quote.totalKobo),
			}
		},
		async type(fields: Typed): Promise<CheckoutAnswer> {
			typed = { ...typed, ...fields }
			return post('update')
		},
		/** Confirms what the page shows, or `seen` when that is something else. */
		async press(
			fields: Typed = {},
			seen?: { seenTotalKobo: number; seenDueKobo?: number },
		): Promise<CheckoutAnswer> {
			if (Object.keys(fields).length > 0) await payer.type(fields)
			return post('book', seen ?? (await payer.sees()))
		},
		/** The same without JavaScript: what is typed now was not saved before. */
		tick(fields: Typed, seen: { seenTotalKobo: number; seenDueKobo?: number }): Promise<CheckoutAnswer> {
			typed = { ...typed, ...fields }
			return post('book', seen)
		},
		/** Goes to the payment page; its reference. Throws when it leads elsewhere. */
		async start(fields: Typed = {}): Promise<string> {
			const answer = await payer.press(fields)
			if (answer.kind !== 'payment' || answer.next !== 'pay')
				throw new Error(`no page: ${JSON.stringify(answer)}`)
			return payer.referenceOf(answer.url)
		},
		/** The newest try with that page. */
		async referenceOf(url: string): Promise<string> {
			const tries = await payer.tries()
			const found = tries.find(({ authorizationUrl }) => authorizationUrl === url)
			if (!found) throw new Error('a page that no try knows')
			return found.reference
		},
		tries: () => deps().payments.paymentsOfDraft(draftId),
	}
	return payer
}

export type Payer = ReturnType<typeof newPayer>

/** What the tests of a payment need: a database, audited at its end, a sandbox, the real gateway, and a clock. */
export function withPaymentDesk(name: string, settings: DeskSettings = {}) {
	const database = withTestDatabase()
	const clock: TestClock = { now: mondayMorningAt }
	let shopCount = 0
	let standIn: StandIn | undefined
	let deps: DeskDeps | undefined
	const present = <Value>(value: Value | undefined): Value => {
		if (!value) throw new Error('the desk is open only while tests run')
		return value
	}
	beforeAll(async () => {
		const secretKey = settings.secretKey ?? TEST_KEY
		standIn = await startStandIn({ paystack: { secretKey, now: () => clock.now } })
	})
	beforeEach(() => {
		present(standIn).paystack.behaveWell()
		deps = deskDeps(database().url, onlinePayments(present(standIn).url, settings))
		clock.now = mondayMorningAt
	})
	afterAll(() => standIn?.close())

	const desk = {
		database,
		clock,
		/** A test may replace it, or a part of it. */
		get deps() {
			return present(deps)
		},
		/** The same through something that stands between, with little patience. */
		depsThrough: (databaseUrl: string): DeskDeps =>
			deskDeps(databaseUrl, onlinePayments(present(standIn).url, settings), {
				readTimeoutMs: 400,
				writeTimeoutMs: 400,
			}),
		/** For another process. */
		get addresses() {
			const { url, paystack } = present(standIn)
			return { databaseUrl: database().url, sandboxUrl: url, secretKey: paystack.secretKey }
		},
		get paystack() {
			return present(standIn).paystack
		},
		newShop: (plan: SmallShopPlan = {}) => addSmallShop(database().client, `${name}${++shopCount}`, plan),
		rows: async (sql: string, ...args: (string | number)[]) =>
			(await database().client.execute({ sql, args })).rows.map((row) => ({ ...row })),
		change: (sql: string, ...args: (string | number | null)[]) => database().client.execute({ sql, args }),
		/** A guest at checkout, with a hold on ten o'clock unless told otherwise. */
		async atCheckout(shop: SmallShop, wish: Wish = {}): Promise<Payer> {
			const { service = 'cut', staff = 'any', startsAt = ten, contact = newContact(), account } = wish
			const guest = await newCustomer(desk.deps, clock, contact).begin(
				shop.idOf(service),
				staff === 'any' ? staff : shop.idOf(staff),
			)
			await guest.hold(startsAt)
			return newPayer(() => desk.deps, clock, guest, startsAt, account)
		},
		/** The same on Paystack's page. */
		async atPaystack(shop: SmallShop, wish: Wish = {}) {
			const payer = await desk.atCheckout(shop, wish)
			return { payer, reference: await payer.start() }
		},
		/** Somebody else's visit, paid at the shop. */
		async bookForCash(shop: SmallShop, startsAt = ten, staff = 'any') {
			const guest = await newCustomer(desk.deps, clock).begin(
				shop.idOf('cut'),
				staff === 'any' ? staff : shop.idOf(staff),
			)
			await guest.wish(startsAt)
			return guest.book()
		},
		settle: (reference: string) => settlePayment(desk.deps, { reference, now: clock.now }),
		settled: async (reference: string) => wordOf(await desk.settle(reference)),
		/** The return page, the webhook, the button and the sweeper in the same instant, however many. */
		settleAtOnce: (reference: string, callers: number): Promise<Settlement[]> =>
			Promise.all(
				Array.from({ length: callers }, () => settleAnswered(desk.deps, { reference, now: clock.now })),
			),
		sweep: () => settleDuePayments(desk.deps, clock.now),
		purgeHolds: () => desk.deps.writeBatch([desk.deps.holds.purgeExpiredAt(clock.now)]),
		/** All that payments and visits of a draft have left behind. */
		async traces(draftId: string) {
			const ofDraft = `checkout_id IN (SELECT id FROM checkouts WHERE draft_id = ?1)`
			const [row] = await desk.rows(
				`SELECT
					(SELECT count(*) FROM appointments WHERE ${ofDraft}) AS appointments,
					(SELECT count(*) FROM transactions WHERE ${ofDraft}) AS transactions,
					(SELECT count(*) FROM refunds WHERE payment_reference IN
						(SELECT reference FROM payment_attempts WHERE ${ofDraft})) AS refunds,
					(SELECT coalesce(group_concat(kind, ', '), '') FROM (SELECT kind FROM outbox WHERE kind <> 'payment_unfinished' AND (
						payload ->> 'paymentReference' IN (SELECT reference FROM payment_attempts WHERE ${ofDraft})
						OR payload ->> 'appointmentId' IN (SELECT id FROM appointments WHERE ${ofDraft})) ORDER BY kind)) AS messages`,
				draftId,
			)
			return {
				appointments: Number(row?.appointments),
				transactions: Number(row?.transactions),
				refunds: Number(row?.refunds),
				messages: String(row?.messages),
			}
		},
	}
	return desk
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import { processWebhooks, receiveWebhook } from '#app/flows/payments/process-webhooks.server.ts'
import { settlePayment } from '#app/flows/payments/settle-payment.server.ts'
import type { Settlement } from '#app/flows/payments/settlement.ts'
import { settleDuePayments } from '#app/flows/payments/sweep-payments.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { jsonText } from '#scripts/sandbox/paystack-answers.ts'
import { type Sandbox, startSandbox } from '#scripts/sandbox/start-sandbox.ts'
import { newContact, newGuest, type TestClock, ten } from './booking-desk.ts'
import {
	onlinePayments,
	type PaymentDeps,
	type PaymentSettings,
	paymentDeps,
	settleAnswered,
	TEST_KEY,
	wordOf,
} from './flow-deps.ts'
import { newPayer, type Payer } from './payer.ts'
import { addSmallShop, mondayMorningAt, type SmallShop, type SmallShopPlan } from './small-shop.ts'
import { sqlOf, withTestDatabase } from './with-test-database.ts'

/** A guest's choices. Default: a cut by any person at ten, as a new guest. */
type PaidChoice = {
	service?: string
	staff?: string
	startsAt?: Instant
	promoCode?: string
	contact?: ReturnType<typeof newContact>
	account?: Customer
	/** Sends the form of a guest all the same. */
	hidesAccount?: boolean
}

/** What the tests of a payment need: a database, audited at its end, a sandbox, the real gateway, and a clock. */
export function withPaymentDesk(name: string, settings: PaymentSettings = {}) {
	const database = withTestDatabase()
	const clock: TestClock = { now: mondayMorningAt }
	let shopCount = 0
	let sandbox: Sandbox | undefined
	let deps: PaymentDeps | undefined
	const present = <Value>(value: Value | undefined): Value => {
		if (!value) throw new Error('the desk is open only while tests run')
		return value
	}
	const newDeps = () => paymentDeps(database().url, onlinePayments(present(sandbox).url, settings))
	beforeAll(async () => {
		const secretKey = settings.secretKey ?? TEST_KEY
		sandbox = await startSandbox({ paystack: { secretKey, now: () => clock.now } })
	})
	beforeEach(() => {
		present(sandbox).paystack.behaveWell()
		deps = newDeps()
		clock.now = mondayMorningAt
	})
	afterAll(() => sandbox?.close())

	const desk = {
		...sqlOf(database),
		database,
		clock,
		/** A test may replace a part of them. */
		get deps(): PaymentDeps {
			return present(deps)
		},
		/** For a caller of its own, such as a second sweeper. */
		newDeps,
		/**
		 * Dependencies through a proxy in front of the database. `deadlineMs`: short where a trip has no answer; long
		 * where each has one, however busy the machine is.
		 */
		depsThrough: (databaseUrl: string, deadlineMs = 400): PaymentDeps =>
			paymentDeps(databaseUrl, onlinePayments(present(sandbox).url, settings), {
				readTimeoutMs: deadlineMs,
				writeTimeoutMs: deadlineMs,
			}),
		/** For another process. */
		get addresses() {
			const { url, paystack } = present(sandbox)
			return { databaseUrl: database().url, sandboxUrl: url, secretKey: paystack.secretKey }
		},
		get paystack() {
			return present(sandbox).paystack
		},
		get mail() {
			return present(sandbox).mail
		},
		/** Online payments as they are now: a test may replace them. */
		get online() {
			const { onlinePayments: online } = present(deps)
			if (!online) throw new Error('paying online is off')
			return online
		},
		newShop: (plan: SmallShopPlan = {}) => addSmallShop(database().client, `${name}${++shopCount}`, plan),
		/** A guest at checkout, with a hold on ten o'clock unless told otherwise. */
		async atCheckout(shop: SmallShop, choice: PaidChoice = {}): Promise<Payer> {
			const { service = 'cut', staff = 'any', startsAt = ten, contact = newContact() } = choice
			const guest = await newGuest(desk.deps, clock, contact).begin(
				shop.idOf(service),
				staff === 'any' ? staff : shop.idOf(staff),
			)
			await guest.hold(startsAt)
			return newPayer(() => desk.deps, clock, guest, startsAt, choice.account, choice.hidesAccount)
		},
		/** A guest who has checkout open twice. */
		async inTwoTabs(shop: SmallShop): Promise<[Payer, Payer]> {
			const payer = await desk.atCheckout(shop)
			return [payer, newPayer(() => desk.deps, clock, payer.guest, ten)]
		},
		/** A guest on Paystack's page. */
		async atPaystack(shop: SmallShop, choice: PaidChoice = {}) {
			const payer = await desk.atCheckout(shop, choice)
			const { promoCode = '' } = choice
			return { payer, paymentReference: await payer.start(promoCode ? { promoCode } : {}) }
		},
		/** Paid there; the app has not asked yet. */
		async atPaid(shop: SmallShop, choice: PaidChoice = {}) {
			const started = await desk.atPaystack(shop, choice)
			desk.paystack.pay(started.paymentReference)
			return started
		},
		/** On Paystack's page for a cut and nails after it. */
		async atPaystackForTwo(shop: SmallShop) {
			const guest = await newGuest(desk.deps, clock).begin(shop.idOf('cut'))
			await guest.addService(shop.idOf('nails'))
			await guest.chooseStaff('any', 1)
			await guest.hold(ten)
			const payer = newPayer(() => desk.deps, clock, guest, ten)
			return { payer, paymentReference: await payer.start() }
		},
		/** Another customer's visit, paid at the shop. */
		async bookForCash(shop: SmallShop, startsAt = ten, staff = 'any') {
			const guest = await newGuest(desk.deps, clock).begin(
				shop.idOf('cut'),
				staff === 'any' ? staff : shop.idOf(staff),
			)
			await guest.chooseTime(startsAt)
			return guest.book()
		},
		/** Takes a webhook that Paystack signed, and does not work its event yet. */
		receive: (
			body: string,
			through: Pick<PaymentDeps, 'payments' | 'writeBatch' | 'log'> = present(deps),
		): ReturnType<typeof receiveWebhook> =>
			receiveWebhook(
				{ ...through, provider: desk.online.provider },
				{
					body: new TextEncoder().encode(body),
					signature: desk.paystack.signed(body)['x-paystack-signature'] ?? null,
					now: clock.now,
				},
			),
		/** Takes a webhook and works its event, as the request's `waitUntil` does. Gives the status code. */
		async deliver(event: { event: string; data: unknown }): Promise<number> {
			const { status, taken } = await desk.receive(jsonText(event))
			await processWebhooks(desk.deps, taken, clock.now)
			return status
		},
		settle: (paymentReference: string) => settlePayment(desk.deps, { paymentReference, now: clock.now }),
		settled: async (paymentReference: string) => wordOf(await desk.settle(paymentReference)),
		/** The return page, the webhook, the button and the sweeper in the same instant, however many. */
		settleAtOnce: (paymentReference: string, callers: number): Promise<Settlement[]> =>
			Promise.all(
				Array.from({ length: callers }, () =>
					settleAnswered(desk.deps, { paymentReference, now: clock.now }),
				),
			),
		sweep: () => settleDuePayments(desk.deps, clock.now),
		purgeHolds: () => desk.deps.writeBatch([desk.deps.booking.holds.purgeExpiredAt(clock.now)]),
		setShop: (shop: SmallShop, change: string) =>
			database().change(`UPDATE shops SET ${change} WHERE id = ?`, shop.id),
		holdOf: async (payer: Payer) => (await payer.guest.readDraft())?.hold,
		checkoutsOf: (payer: Payer) =>
			database().rows('SELECT * FROM checkouts WHERE draft_id = ?', payer.draftId),
		appointmentsOf: (shop: SmallShop) =>
			database().rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', shop.id),
		paymentOf: async (paymentReference: string) =>
			(await database().rows('SELECT * FROM transactions WHERE payment_reference = ?', paymentReference))[0],
		usesOf: async (shop: SmallShop, code: string) =>
			(await database().rows('SELECT current_uses FROM promo_codes WHERE id = ?', shop.idOf(code)))[0]
				?.current_uses,
		/** By kind and owner: 'shop_due:…'. */
		balanceOf: async (account: string) =>
			(await database().rows('SELECT balance_kobo FROM ledger_accounts WHERE id = ?', `${account}:NGN`))[0]
				?.balance_kobo,
		/** All that payments and visits of a draft have left behind. */
		async traces(draftId: string) {
			const ofDraft = `checkout_id IN (SELECT id FROM checkouts WHERE draft_id = ?1)`
			const [row] = await database().rows(
				`SELECT
					(SELECT count(*) FROM appointments WHERE ${ofDraft}) AS appointments,
					(SELECT count(*) FROM transactions WHERE ${ofDraft}) AS transactions,
					(SELECT count(*) FROM refunds WHERE payment_reference IN
						(SELECT payment_reference FROM payment_attempts WHERE ${ofDraft})) AS refunds,
					(SELECT coalesce(group_concat(kind, ', '), '') FROM (SELECT kind FROM outbox WHERE kind NOT IN ('payment_unfinished', 'visit_reminder') AND (
						payload ->> 'paymentReference' IN (SELECT payment_reference FROM payment_attempts WHERE ${ofDraft})
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

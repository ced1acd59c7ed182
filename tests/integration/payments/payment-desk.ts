import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Customer as Account } from '#app/domain/booking/customer.ts'
import { settlePayment } from '#app/flows/settle-payment.server.ts'
import type { Settlement } from '#app/flows/settlement.ts'
import { settleDuePayments } from '#app/flows/sweep-payments.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type StandIn, startStandIn } from '#scripts/stand-in/start-stand-in.ts'
import { ten } from '#tests/integration/booking/booking-desk.ts'
import { newContact, newCustomer, type TestClock } from '#tests/integration/booking/customer.ts'
import {
	addSmallShop,
	mondayMorningAt,
	type SmallShop,
	type SmallShopPlan,
} from '#tests/integration/booking/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import {
	type DeskDeps,
	type DeskSettings,
	deskDeps,
	onlinePayments,
	settleAnswered,
	TEST_KEY,
	wordOf,
} from './desk-deps.ts'
import { newPayer, type Payer } from './payer.ts'

/** What somebody comes for; default: a cut by anybody at ten, as a guest whom nobody knows. */
type Wish = {
	service?: string
	staff?: string
	startsAt?: Instant
	contact?: ReturnType<typeof newContact>
	account?: Account
}

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
		/** Paid there; nobody here has asked yet. */
		async atPaid(shop: SmallShop, wish: Wish = {}) {
			const started = await desk.atPaystack(shop, wish)
			desk.paystack.pay(started.reference)
			return started
		},
		/** On Paystack's page for a cut and nails after it. */
		async atPaystackForTwo(shop: SmallShop) {
			const guest = await newCustomer(desk.deps, clock).begin(shop.idOf('cut'))
			await guest.addService(shop.idOf('nails'))
			await guest.chooseStaff('any', 1)
			await guest.hold(ten)
			const payer = newPayer(() => desk.deps, clock, guest, ten)
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
		setShop: (shop: SmallShop, change: string) =>
			desk.change(`UPDATE shops SET ${change} WHERE id = ?`, shop.id),
		holdOf: async (payer: Payer) => (await payer.guest.visit())?.hold,
		checkoutsOf: (payer: Payer) => desk.rows('SELECT * FROM checkouts WHERE draft_id = ?', payer.draftId),
		visitsOf: (shop: SmallShop) =>
			desk.rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', shop.id),
		paymentOf: async (reference: string) =>
			(await desk.rows('SELECT * FROM transactions WHERE payment_reference = ?', reference))[0],
		usesOf: async (shop: SmallShop, code: string) =>
			(await desk.rows('SELECT current_uses FROM promo_codes WHERE id = ?', shop.idOf(code)))[0]
				?.current_uses,
		/** By kind and owner: 'shop_due:…'. */
		balanceOf: async (account: string) =>
			(await desk.rows('SELECT balance_kobo FROM ledger_accounts WHERE id = ?', `${account}:NGN`))[0]
				?.balance_kobo,
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

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client/web'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { readCheckoutCopy } from '#app/flows/payments/checkout-copy.server.ts'
import { reconcilePayments } from '#app/flows/payments/reconcile-payments.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { audit } from '#db/invariants/audit.server.ts'
import { type DatabaseServer, startDatabaseServer } from '#scripts/local/database-server.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { paymentDeps, paymentLinkKey } from '#tests/support/flow-deps.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { mondayMorningAt } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('reconcile')

function reconcileWith(
	deps: ReturnType<typeof desk.newDeps>,
	asked: { isApplied: boolean; includesPast?: boolean },
) {
	return reconcilePayments(
		{ ...deps, provider: desk.online.provider, linkKeys: [paymentLinkKey] },
		{
			from: mondayMorningAt - DAY_MS,
			to: desk.clock.now + DAY_MS,
			includesPast: false,
			now: desk.clock.now,
			...asked,
		},
	)
}
const reconcile = (isApplied: boolean, includesPast = false) =>
	reconcileWith(desk.deps, { isApplied, includesPast })
const differencesOf = async (paymentReference: string, isApplied = false) =>
	(await reconcile(isApplied)).differences.filter((one) => one.paymentReference === paymentReference)

describe('a payment that differs', () => {
	test('is named, and settled when it was paid and nothing came of it', async () => {
		const shop = await desk.newShop()
		desk.paystack.setBehaviour({ webhooks: 'lost' })
		const { paymentReference } = await desk.atPaid(shop)
		const named = { kind: 'paid_not_settled', paymentReference }
		expect(await differencesOf(paymentReference)).toMatchObject([{ ...named, repair: 'possible' }])
		expect(await desk.paymentOf(paymentReference)).toBeUndefined()
		expect(await differencesOf(paymentReference, true)).toMatchObject([
			{ ...named, repair: 'done', detail: 'booked' },
		])
		expect(await differencesOf(paymentReference, true)).toEqual([])
		expect(await desk.appointmentsOf(shop)).toHaveLength(1)
	})

	test('is settled though its attempt was given up', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		await desk.change(
			"UPDATE payment_attempts SET status = 'closed' WHERE payment_reference = ?",
			paymentReference,
		)
		expect(await differencesOf(paymentReference, true)).toMatchObject([
			{ kind: 'closed_although_paid', repair: 'done', detail: 'booked' },
		])
	})

	test('is left to a person when its time is past, unless that is wanted', async () => {
		const shop = await desk.newShop()
		const { paymentReference } = await desk.atPaid(shop)
		desk.clock.now = ten + HOUR_MS
		expect(await differencesOf(paymentReference, true)).toMatchObject([
			{ kind: 'paid_for_past_start', repair: 'person' },
		])
		const { differences } = await reconcile(true, true)
		expect(differences).toContainEqual(
			expect.objectContaining({ paymentReference, repair: 'done', detail: 'offered' }),
		)
	})

	test('moves its refund on to where Paystack has it', async () => {
		const shop = await desk.newShop()
		desk.paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
		const { paymentReference } = await desk.atPaid(shop, { startsAt: ten + 2 * DAY_MS })
		await desk.settle(paymentReference)
		const [appointment] = await desk.appointmentsOf(shop)
		await cancelAppointment(desk.deps, {
			by: { kind: 'customer', appointmentId: String(appointment?.id) },
			now: desk.clock.now,
		})
		await refundOnDashboard(paymentReference)
		desk.paystack.stepRefund(paymentReference)
		desk.paystack.stepRefund(paymentReference)
		expect(await differencesOf(paymentReference, true)).toMatchObject([
			{ kind: 'refund_status_differs', repair: 'done', detail: 'refund: processed' },
		])
		expect(await differencesOf(paymentReference)).toEqual([])
	})

	test('that is refunded at Paystack alone is for a person, and is not booked', async () => {
		const shop = await desk.newShop()
		desk.paystack.setBehaviour({ webhooks: 'lost', refund: 'hold' })
		const { paymentReference } = await desk.atPaid(shop)
		await refundOnDashboard(paymentReference)
		expect(await differencesOf(paymentReference, true)).toMatchObject([
			{ kind: 'refund_unknown_here', repair: 'person' },
		])
		expect(await desk.appointmentsOf(shop)).toEqual([])
	})

	/** As done on Paystack's dashboard. */
	async function refundOnDashboard(transaction: string) {
		const { sandboxUrl, secretKey } = desk.addresses
		await fetch(`${sandboxUrl}/refund`, {
			method: 'POST',
			headers: { authorization: `Bearer ${secretKey}` },
			body: JSON.stringify({ transaction }),
		})
	}

	test('in the metadata at Paystack is a copy of what is paid for, and nobody', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference } = await desk.atPaystack(shop)
		const { metadata } = desk.paystack.find(paymentReference) ?? {}
		const { checkout } = (metadata as unknown as { wakati: { checkout: string } }).wakati
		const copy = await readCheckoutCopy([paymentLinkKey], paymentReference, checkout)
		expect(copy).toMatchObject({
			shop: shop.id,
			starts: ten,
			services: [[shop.idOf('cut'), null, 500_000, 60, 0]],
		})
		const text = Buffer.from(checkout.split('.')[1] ?? '', 'base64url').toString()
		const { contact } = payer.guest
		for (const detail of [contact.firstName, contact.lastName, contact.email, contact.phone])
			if (detail) expect(text).not.toContain(detail)
		expect(await readCheckoutCopy([paymentLinkKey], 'wk-OTHER', checkout)).toBeNull()
		expect(await readCheckoutCopy(['another key of somebody else'], paymentReference, checkout)).toBeNull()
	})
})

describe('the reconcile drill: a database that was restored from an old copy', () => {
	let folder: string
	let server: DatabaseServer
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), 'wakati-reconcile-'))
		server = await startDatabaseServer({ dataDir: join(folder, 'database') })
	})
	afterAll(async () => {
		await server.stop()
		rmSync(folder, { recursive: true, force: true })
	})

	test('rebuilds its paid bookings, once, and names what it cannot', async () => {
		const shop = await desk.newShop()
		const file = join(folder, 'copy.sql')
		const ops = (url: string, ...words: string[]) =>
			runOps(words, { env: { DATABASE_URL: url }, say: () => {}, note: () => {} })
		const started = await desk.atPaystack(shop, { startsAt: ten })
		expect(await ops(desk.database().url, 'db', 'dump', file)).toBe(0)

		// All of this is lost: one that was started before, two whole bookings, one that was never paid, one without a
		// copy.
		const later = ten + 2 * HOUR_MS
		desk.paystack.pay(started.paymentReference)
		const booked = await desk.atPaid(shop, { startsAt: ten + HOUR_MS })
		const withStaff = await desk.atPaid(shop, { startsAt: later, staff: 'Ada' })
		const unpaid = await desk.atPaystack(shop, { startsAt: later + HOUR_MS })
		const nameless = await desk.atPaid(shop, { startsAt: later + 2 * HOUR_MS })
		const paid = [started, booked, withStaff].map(({ paymentReference }) => paymentReference)
		for (const paymentReference of [...paid, nameless.paymentReference])
			expect(await desk.settled(paymentReference)).toBe('booked')
		const transaction = desk.paystack.find(nameless.paymentReference)
		if (transaction) transaction.metadata = ''

		expect(await ops(server.url, 'db', 'restore', file)).toBe(0)
		desk.clock.now += 5 * MINUTE_MS
		const restored = paymentDeps(server.url, desk.online)
		const mine = ({ paymentReference }: { paymentReference: string | null }) =>
			[...paid, unpaid.paymentReference, nameless.paymentReference].includes(paymentReference ?? '')
		const run = async (isApplied: boolean) =>
			(await reconcileWith(restored, { isApplied })).differences.filter(mine)

		const kinds = new Map((await run(false)).map((one) => [one.paymentReference, one]))
		expect(kinds.get(started.paymentReference)).toMatchObject({
			kind: 'paid_not_settled',
			repair: 'possible',
		})
		expect(kinds.get(booked.paymentReference)).toMatchObject({ kind: 'lost_checkout', repair: 'possible' })
		expect(kinds.get(nameless.paymentReference)).toMatchObject({ kind: 'unknown_here', repair: 'person' })
		expect(kinds.has(unpaid.paymentReference)).toBe(false)

		expect((await run(true)).filter(({ repair }) => repair === 'done')).toHaveLength(paid.length)
		// A second run, and the first one's customers at once, change nothing more.
		expect(await run(true)).toMatchObject([{ kind: 'unknown_here', repair: 'person' }])

		const client = createClient({ url: server.url })
		try {
			const { rows } = await client.execute({
				sql: `SELECT payment.payment_reference, payment.outcome, visit.starts_at, visit.status, checkout.email
					FROM transactions payment JOIN appointments visit ON visit.id = payment.appointment_id
					JOIN checkouts checkout ON checkout.id = visit.checkout_id
					WHERE payment.shop_id = ? ORDER BY visit.starts_at`,
				args: [shop.id],
			})
			expect(rows).toMatchObject([
				{ payment_reference: paid[0], outcome: 'booked', starts_at: ten },
				{
					payment_reference: paid[1],
					outcome: 'booked',
					starts_at: ten + HOUR_MS,
					email: booked.payer.guest.contact.email,
				},
				{ payment_reference: paid[2], outcome: 'booked', starts_at: later },
			])
			expect(await audit(client)).toEqual([])
		} finally {
			client.close()
		}
	})
})

describe('ops payments reconcile', () => {
	async function ops(env: Record<string, string>, ...words: string[]) {
		const said: string[] = []
		const noted: string[] = []
		const print = {
			say: (line: string) => void said.push(line),
			note: (line: string) => void noted.push(line),
		}
		const code = await runOps(['payments', 'reconcile', ...words], { env, ...print })
		return { code, said: said.join('\n'), problem: noted.join('\n') }
	}
	const installation = () => ({
		DATABASE_URL: desk.database().url,
		COOKIE_KEYS: paymentLinkKey,
		APP_ORIGIN: 'https://wakati.example',
		ENVIRONMENT: 'test',
		PAYSTACK_BASE_URL: desk.addresses.sandboxUrl,
		PAYSTACK_CHECKOUT_ORIGIN: desk.addresses.sandboxUrl,
		PAYSTACK_SECRET_KEY: desk.addresses.secretKey,
	})

	test.each([
		[['--from', 'yesterday'], /--from is "yesterday"/],
		[['--from', '2026-11-20', '--to', '2026-11-01'], /--from must be before --to/],
		[['--since', '2026-11-20'], /--since/],
	])('%j ends with 2', async (words, line) => {
		expect(await ops(installation(), ...words)).toMatchObject({
			code: 2,
			said: '',
			problem: expect.stringMatching(line),
		})
	})

	test('says what is missing, and when Paystack does not answer', async () => {
		expect(await ops({})).toMatchObject({ code: 1, problem: expect.stringContaining('COOKIE_KEYS') })
		const { PAYSTACK_SECRET_KEY: _, ...without } = installation()
		expect(await ops(without)).toMatchObject({
			code: 1,
			problem: expect.stringMatching(/^Set PAYSTACK_SECRET_KEY/),
		})
		desk.paystack.setBehaviour({ verify: 'fail' })
		expect(await ops(installation())).toMatchObject({
			code: 1,
			said: '',
			problem: expect.stringMatching(/Run it again/),
		})
	})

	test('compares the time that was asked for, and speaks to a program too', async () => {
		const day = (at: number) => new Date(at).toISOString().slice(0, 10)
		const { code, said } = await ops(
			installation(),
			'--from',
			day(mondayMorningAt - 9 * DAY_MS),
			'--to',
			day(mondayMorningAt - 8 * DAY_MS),
			'--json',
		)
		const payouts = { listed: 0, differences: [], balance: expect.anything() }
		const ledger = { listed: 0, ofOthersKobo: 0, onItsWayKobo: 0, differences: [] }
		expect([code, JSON.parse(said)]).toEqual([
			0,
			{ ok: true, listed: 0, ofOthers: 0, differences: [], payouts, ledger },
		])
	})
})

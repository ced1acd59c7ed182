import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopActWords } from '#app/domain/shops/shop-act-words.ts'
import { completeAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import { opsCommands } from '#scripts/ops/ops-commands.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { ten } from '#tests/support/booking-desk.ts'
import { newCode } from '#tests/support/check-in-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { addPhotoRows } from '#tests/support/photo-desk.ts'
import { bookAsFriend } from '#tests/support/referred-friend.ts'
import { addHolder, addOrder, addPlan, addPlanSession, noonInThreeDays } from '#tests/support/session-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('acts')
const { database } = desk
/** The visits of these tests begin at ten, and are over. */
const now = ten + 2 * HOUR_MS
let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-acts-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function ops(words: readonly string[]) {
	const said: string[] = []
	const exitCode = await runOps([...words, '--json'], {
		env: { DATABASE_URL: database().url, APP_ORIGIN: 'https://wakati.example' },
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now,
	})
	return { exitCode, ...JSON.parse(said.at(-1) ?? '{}') }
}
const actsOf = ({ id }: SmallShop) =>
	database().rows('SELECT kind, key_id FROM shop_acts WHERE shop_id = ? ORDER BY kind', id)

const bookedAt = ({ idOf }: SmallShop) =>
	bookAsFriend(database(), desk.deps, { serviceId: idOf('cut'), startsAt: ten, now: desk.clock.now })
const completed = async (reference: string) =>
	expect(
		await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now }),
	).toMatchObject({ ok: true })

async function withReward(shop: SmallShop): Promise<string> {
	const customer = await newLoyalCustomer(database(), desk.deps, desk.clock)
	const card = { visitsRequired: 5, milestones: [{ at: 1, kind: 'upgrade' as const }] }
	await customer.join(await addProgram(database(), { shopId: shop.id, card }))
	await completed(await customer.book(shop.idOf('cut'), ten))
	const [reward] = await customer.rewards()
	return String(reward?.code)
}

async function withHeldReferral(shop: SmallShop): Promise<string> {
	const referrer = await newLoyalCustomer(database(), desk.deps, desk.clock)
	const programId = await addProgram(database(), {
		shopId: shop.id,
		card: { visitsRequired: 5 },
		referral: { referrerKobo: 100_000, friendKobo: 50_000 },
	})
	await referrer.join(programId)
	const { reference, checkoutId, person } = await bookedAt(shop)
	const codeId = `${referrer.userId}:${programId}`
	const referral = { checkoutId, codeId, friend: person, isSameDevice: true, now: desk.clock.now }
	await desk.deps.writeBatch(desk.deps.loyalty.referralCodes.insertReferral(referral))
	await completed(reference)
	return reference
}

async function withReview(shop: SmallShop): Promise<string> {
	const { reference, appointmentId } = await bookedAt(shop)
	await completed(reference)
	await database().change(
		`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, created_at)
			SELECT id, shop_id, client_id, 5, 0 FROM appointments WHERE id = ?`,
		appointmentId,
	)
	await database().change(
		`INSERT INTO review_reports (id, reporter, appointment_id, reason, reported_at) VALUES (?1, 'network:a', ?1, 'hurtful', 0)`,
		appointmentId,
	)
	return reference
}

async function withReportedPhoto(shop: SmallShop): Promise<string> {
	const photoAt = await addPhotoRows(database(), shop.id, shop.idOf('cut'), 1)
	await database().change(
		`INSERT INTO photo_reports (id, photo_id, reporter, reason, reported_at) VALUES (?1, ?1, 'network:a', 'not_theirs', 0)`,
		photoAt(1),
	)
	return photoAt(1)
}

async function withImportFile(shop: SmallShop): Promise<string> {
	await database().change('UPDATE shops SET external_id = id WHERE id = ?', shop.id)
	await database().change(
		`INSERT INTO shop_categories (shop_id, category_id) VALUES (?, 'hair-beauty')`,
		shop.id,
	)
	const file = join(folder, `${shop.id}.json`)
	const name = `Shop ${shop.id}`
	const week = { monday: '10:00-16:00' }
	const services = [{ id: 'gel', name: 'Gel', minutes: 60, price_naira: 8500 }]
	const addOns = [{ id: 'oil', name: 'Oil', minutes: 10, price_naira: 500 }]
	const staff = [{ id: 'bisi', first_name: 'Bisi' }]
	const one = { id: shop.id, name: `${name} Lekki`, ...week, services, add_ons: addOns, staff }
	writeFileSync(file, JSON.stringify({ shops: [one] }))
	return file
}

const bank = ['--bank', 'Zenith', '--number', '1234567890', '--holder', 'Ada Ltd']

type Changing = {
	/** Makes ready what the command works on; gives the arguments that follow its name. */
	prepare: (shop: SmallShop) => string[] | Promise<string[]>
	writes: ShopActKind[]
	/** Sent twice it does its work twice: each link and each key is a new one. */
	isNewEachTime?: true
}

/** The commands that change something of a shop's. */
const changing: Record<string, Changing> = {
	'shops import': {
		prepare: async (shop) => [await withImportFile(shop), '--apply'],
		writes: [
			'add_on_changed',
			'hours_changed',
			'schedule_changed',
			'service_changed',
			'shop_changed',
			'staff_changed',
		],
	},
	'shop invite': { prepare: ({ id }) => [id], writes: ['key_issued'], isNewEachTime: true },
	'shop bank-account': {
		prepare: ({ id }) => [id, ...bank, '--apply'],
		writes: ['bank_account_changed'],
		isNewEachTime: true,
	},
	'payout-terms': {
		prepare: ({ id }) => [id, '--commission', '5', '--apply'],
		writes: ['payout_terms_changed'],
	},
	'payout-account': {
		prepare: ({ id }) => [id, '--bank', '044', '--number', '0000001234', '--holder', 'Ada Ltd', '--apply'],
		writes: ['payout_account_changed'],
	},
	'keys issue': {
		prepare: ({ id }) => [id, '--name', 'Till', '--scopes', 'all'],
		writes: ['key_issued'],
		isNewEachTime: true,
	},
	'keys end': {
		async prepare({ id }) {
			const keyId = `${id}-key`
			await database().change(
				`INSERT INTO access_keys (id, shop_id, kind, name, secret_hash, created_at) VALUES (?, ?, 'api', 'Till', ?, 0)`,
				...[keyId, id, keyId],
			)
			return [id, keyId]
		},
		writes: ['key_ended'],
	},
	'webhooks replay': {
		async prepare({ id }) {
			await database().change(
				`INSERT INTO shop_webhooks (id, shop_id, url, secret, created_at) VALUES (?, ?, 'https://till.example', 's', 0)`,
				...[`${id}-hook`, id],
			)
			await database().change(
				`INSERT INTO shop_deliveries (id, webhook_id, kind, dedupe_key, appointment_id, payload, created_at, next_attempt_at, delivered_at)
					VALUES (?, ?, 'booked', 'booked:x', 'x', '{}', 1, 1, 1)`,
				...[`${id}-sent`, `${id}-hook`],
			)
			return [id, '--delivery', `${id}-sent`]
		},
		writes: ['webhook_changed'],
		isNewEachTime: true,
	},
	complete: { prepare: async (shop) => [(await bookedAt(shop)).reference], writes: ['visit_completed'] },
	'no-show': { prepare: async (shop) => [(await bookedAt(shop)).reference], writes: ['visit_missed'] },
	undo: {
		async prepare(shop) {
			const { reference } = await bookedAt(shop)
			await completed(reference)
			return [reference]
		},
		writes: ['visit_undone'],
	},
	'reward use': { prepare: async (shop) => [await withReward(shop)], writes: ['reward_used'] },
	'plan activate': {
		async prepare({ id }) {
			const { userId } = await addSignedInPerson(database(), { at: desk.clock.now, isVerified: true })
			return [await addOrder(database(), await addPlan(database(), id), userId, { now: desk.clock.now })]
		},
		writes: ['plan_activated'],
	},
	'session call-off': {
		async prepare({ id }) {
			const startsAt = noonInThreeDays(now)
			return [await addPlanSession(database(), await addPlan(database(), id), { startsAt }), '--apply']
		},
		writes: ['session_called_off'],
	},
	'check-in': {
		async prepare({ id }) {
			const holder = await addHolder(database(), await addPlan(database(), id), { now })
			return [id, (await newCode(database(), desk.deps, holder, now)).typed]
		},
		writes: ['checked_in'],
	},
	'reviews hide': { prepare: async (shop) => [await withReview(shop)], writes: ['review_hidden'] },
	'reviews keep': { prepare: async (shop) => [await withReview(shop)], writes: ['review_kept'] },
	'photos hide': { prepare: async (shop) => [await withReportedPhoto(shop)], writes: ['photo_hidden'] },
	'photos keep': { prepare: async (shop) => [await withReportedPhoto(shop)], writes: ['photo_kept'] },
	'referrals release': { prepare: async (shop) => [await withHeldReferral(shop)], writes: ['referral_paid'] },
	'referrals refuse': {
		prepare: async (shop) => [await withHeldReferral(shop)],
		writes: ['referral_refused'],
	},
	refund: {
		async prepare(shop) {
			const { paymentReference } = await desk.atPaid(shop)
			await desk.settle(paymentReference)
			return [paymentReference, '--apply']
		},
		writes: ['payment_refunded'],
	},
	disputes: {
		async prepare(shop) {
			const { paymentReference } = await desk.atPaid(shop)
			await desk.settle(paymentReference)
			const about = { id: `of-${shop.id}`, transaction: { reference: paymentReference } }
			await desk.deliver({ event: 'charge.dispute.create', data: about })
			return [paymentReference]
		},
		writes: ['dispute_read'],
		// Each look at a customer's history is one.
		isNewEachTime: true,
	},
}

/** The others, and why the shop has nothing to read of them. */
const withoutAct: Record<string, string> = {
	'shops list': 'reads',
	'keys list': 'reads',
	'problems list': 'reads',
	'voucher words': 'reads',
	'reviews reported': 'reads',
	'photos reported': 'reads',
	'photos import': 'writes an act for each photo, as the test with a bucket of its own shows',
	'referrals review': 'reads',
	'write-offs': 'reads',
	'ledger check': 'reads',
	'db dump': 'reads',
	'push-keys': 'makes keys of the installation, and writes nothing',
	payouts: 'reads',
	'payouts due': 'reads',
	'payouts run': 'pays as the cron does: the owner’s page Money and a mail tell of it',
	'payouts export': 'writes payouts down, which the owner’s page Money shows',
	'payouts record': 'does what Paystack’s answer does of a transfer: Money and a mail tell of it',
	'payouts cancel': 'what was not sent is due again, as Money shows',
	'payouts settled': 'moves the operator’s own money',
	'parts-back': 'books what went back at Paystack: the owner’s page Money tells of it',
	'payments reconcile': 'does what Paystack’s webhook would have done: the booking and its mail tell of it',
	'customer erase': 'does what the customer may do in the settings; visits and amounts of the shop stay',
	'shops waiting': 'reads',
	'shops approve': 'makes the shop: its acts are in the tests of shops that begin',
	'shops refuse': 'decides about a form: there is no shop that could read it',
	'db restore': 'fills an empty database with what a shop had, its acts too',
}

test('O4: a command changes something of a shop’s, or it is said why the shop has nothing to read', () => {
	const declared = [...Object.keys(changing), ...Object.keys(withoutAct)].sort()
	expect(declared).toEqual(opsCommands.map(({ name }) => name).sort())
})

describe('O4: what the operator does for a shop is written down once, as the operator’s', () => {
	test.each(Object.entries(changing))('%s', async (name, { prepare, writes, isNewEachTime }) => {
		const shop = await desk.newShop({ bankAccount: true })
		const words = [...name.split(' '), ...(await prepare(shop))]
		expect(await actsOf(shop)).toEqual([])
		expect(await ops(words)).toMatchObject({ exitCode: 0, ok: true })
		const written = await actsOf(shop)
		expect(written).toEqual(writes.map((kind) => ({ kind, key_id: null })))
		for (const kind of writes) expect(shopActWords[kind]).toBeTruthy()
		if (isNewEachTime) return
		await ops(words)
		expect(await actsOf(shop)).toEqual(written)
	})
})

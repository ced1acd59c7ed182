import { expect, test } from 'vitest'
import { purgeExpired } from '#app/flows/jobs/purge-expired.server.ts'
import { purges } from '#app/flows/lists/purges.server.ts'
import { DAY_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const ten = lagos(tuesday, '10:00')
const countOf = (table: string) => database().count(`SELECT count(*) AS n FROM ${table}`)

const sweeperDeps = () => bookingDeps(database().url)

test('drafts of yesterday and holds that ran out are purged; what is booked or still alive stays; twice is once', async () => {
	const shop = await addSmallShop(database().client, 'swept')
	const deps = sweeperDeps()
	const clock = { now: mondayMorningAt }
	const forgotten = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await forgotten.hold(lagos(tuesday, '09:00'))
	await forgotten.save({ addOnIds: [shop.idOf('wash')] })
	const booked = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await booked.hold(lagos(tuesday, '14:00'))
	expect((await booked.book()).ok).toBe(true)

	clock.now += DAY_MS - 1
	const alive = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await alive.hold(lagos(tuesday, '16:00'))
	expect(await purgeExpired(deps, purges, clock.now)).toMatchObject({ drafts: 0, holds: 1 })
	clock.now += 1
	const both = await Promise.all([
		purgeExpired(deps, purges, clock.now),
		purgeExpired(sweeperDeps(), purges, clock.now),
	])
	expect(both.map(({ drafts }) => drafts).sort()).toEqual([0, 2])
	expect(await purgeExpired(deps, purges, clock.now)).toMatchObject({ drafts: 0, holds: 0 })

	expect(await alive.readDraft()).not.toBeNull()
	expect((await alive.readDraft())?.hold?.startsAt).toBe(lagos(tuesday, '16:00'))
	expect(await countOf('drafts')).toBe(1)
	expect(await countOf('draft_services')).toBe(1)
	expect(await countOf('draft_add_ons')).toBe(0)
	expect(await countOf('appointments')).toBe(1)
	expect(await countOf('calendar_entries')).toBe(2)
})

test('nothing depends on it: the same guests are told the same whether it has run or not', async () => {
	const answers = []
	for (const sweeps of [false, true]) {
		const shop = await addSmallShop(database().client, `sweeps-${sweeps}`)
		const deps = sweeperDeps()
		const clock = { now: mondayMorningAt }
		const first = await newGuest(deps, clock).begin(shop.idOf('cut'))
		await first.hold(ten)
		clock.now += 10 * MINUTE_MS
		if (sweeps) await purgeExpired(deps, purges, clock.now)
		const second = await newGuest(deps, clock).begin(shop.idOf('cut'))
		answers.push([
			await second.seesAt(ten),
			(await second.hold(ten)).ok,
			await first.renew(),
			await first.book(),
			(await first.readDraft())?.hold,
			(await second.book()).ok,
		])
	}
	expect(answers[0]).toEqual(answers[1])
	expect(answers[0]).toEqual([
		'free',
		true,
		{ ok: false, refusal: 'hold_not_renewable' },
		{ ok: false, refusal: 'slot_taken' },
		null,
		true,
	])
})

/** Many abandoned drafts at once. */
const plantDrafts = (shopId: string, count: number) =>
	database().change(
		`INSERT INTO drafts (id, shop_id, created_at, saved_at)
			WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
			SELECT 'flood-' || n, ?, 0, 0 FROM numbers`,
		count,
		shopId,
	)

test('S22: sixty thousand discarded drafts are purged, no write deletes more than a slice', async () => {
	const shop = await addSmallShop(database().client, 'flooded')
	await plantDrafts(shop.id, 60_000)
	const deps = sweeperDeps()
	const rowsOfWrites: unknown[] = []
	const { writeBatch } = deps
	deps.writeBatch = async (batch) => {
		const written = await writeBatch(batch)
		rowsOfWrites.push((written as { deleted?: number } | undefined)?.deleted)
		return written
	}
	const { drafts } = await purgeExpired(deps, purges, mondayMorningAt)
	expect(drafts).toBeGreaterThanOrEqual(60_000)
	expect(rowsOfWrites.length).toBeGreaterThan(12)
	expect(Math.max(...rowsOfWrites.map(Number))).toBe(5_000)
	expect(await countOf(`drafts WHERE id LIKE 'flood-%'`)).toBe(0)
})

test('S22: a purge stops when its time is over, and the next one goes on; one that fails stops no other', async () => {
	const shop = await addSmallShop(database().client, 'patient')
	await plantDrafts(shop.id, 12_000)
	const deps = sweeperDeps()
	let slices = 0
	const first = await purgeExpired(deps, { drafts: purges.drafts }, mondayMorningAt, () => ++slices <= 2)
	expect(first).toEqual({ drafts: 10_000 })
	const failing = {
		holds: () => {
			throw new Error('down')
		},
		drafts: purges.drafts,
	}
	await expect(purgeExpired(deps, failing, mondayMorningAt)).rejects.toThrow('down')
	expect(await countOf(`drafts WHERE id LIKE 'flood-%'`)).toBe(0)
})

test('F13: what an abandoned payment wrote is deleted after 30 days, with its guest; nothing that is paid or booked is', async () => {
	const shop = await addSmallShop(database().client, 'unpaid')
	const deps = sweeperDeps()
	const clock = { now: mondayMorningAt }
	const booked = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await booked.hold(ten)
	expect((await booked.book()).ok).toBe(true)
	const at = String(mondayMorningAt)
	/** A checkout that waited for its payment, with what its attempt has become. */
	const plant = (id: string, clientId: string, attempt: string) => [
		...(clientId === id
			? [
					`INSERT INTO clients (id, shop_id, first_name, last_name, email, created_at) VALUES ('${id}', '${shop.id}', 'A', 'B', '${id}@example.com', ${at})`,
				]
			: []),
		`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice, payment_method, status, first_name, last_name, created_at)
			VALUES ('${id}', '${shop.id}', ${clientId === id ? `'${id}'` : clientId}, 'draft-${id}', 100, 0, 0, 100, 'online', 'CARD', 'PENDING', 'A', 'B', ${at})`,
		`INSERT INTO checkout_services (checkout_id, position, service_id, name, price_kobo, duration_minutes, buffer_minutes) VALUES ('${id}', 0, '${shop.idOf('cut')}', 'cut', 100, 60, 0)`,
		`INSERT INTO payment_attempts (payment_reference, checkout_id, amount_kobo, mode, status, created_at, expires_at, next_check_at)
			VALUES ('${id}', '${id}', 100, 'test', '${attempt}', ${at}, ${at}, ${at})`,
	]
	const known = `(SELECT client_id FROM appointments WHERE shop_id = '${shop.id}')`
	await database().client.batch(
		[
			...plant('gone', 'gone', 'closed'),
			...plant('gone-too', known, 'not_started'),
			...plant('asked-about', 'asked-about', 'replaced'),
		],
		'write',
	)
	const left = async () =>
		(
			await database().rows(
				`SELECT id FROM checkouts WHERE shop_id = ? AND status = 'PENDING' UNION ALL
					SELECT payment_reference FROM payment_attempts WHERE checkout_id IN ('gone', 'gone-too', 'asked-about') UNION ALL
					SELECT id FROM clients WHERE id IN ('gone', 'asked-about') ORDER BY 1`,
				shop.id,
			)
		).map(({ id }) => id)
	await purgeExpired(deps, purges, mondayMorningAt + 30 * DAY_MS - 1)
	expect(await left()).toHaveLength(8)
	await purgeExpired(deps, purges, mondayMorningAt + 30 * DAY_MS)
	expect(await left()).toEqual(['asked-about', 'asked-about', 'asked-about'])
	expect(await countOf(`checkout_services WHERE checkout_id LIKE 'gone%'`)).toBe(0)
	expect(await countOf(`appointments WHERE shop_id = '${shop.id}'`)).toBe(1)
	expect(await countOf(`clients WHERE shop_id = '${shop.id}'`)).toBe(2)
	// Nothing more is expected of it: the file's audit finds nothing that waits for ever.
	await database().change(`UPDATE payment_attempts SET status = 'closed' WHERE checkout_id = 'asked-about'`)
	await purgeExpired(deps, purges, mondayMorningAt + 30 * DAY_MS)
	expect(await left()).toEqual([])
})

test('F13: sent and dropped messages and processed events are deleted after 90 days, what waits is not', async () => {
	const message = (id: string, sentAt: number | null, nextAt: number) => ({
		sql: `INSERT INTO outbox (id, kind, dedupe_key, payload, created_at, sent_at, next_attempt_at) VALUES (?, 'moved', ?, '{}', 0, ?, ?)`,
		args: [id, id, sentAt === null ? null : String(sentAt), String(nextAt)],
	})
	const event = (id: string, processedAt: number | null) => ({
		sql: `INSERT INTO webhook_events (id, dedupe_key, event, payload, received_at, processed_at, next_attempt_at) VALUES (?, ?, 'x', '', 0, ?, 0)`,
		args: [id, id, processedAt === null ? null : String(processedAt)],
	})
	await database().client.batch(
		[
			message('sent', 0, 0),
			message('dropped', null, 253_402_214_400_000),
			message('waits', null, 0),
			event('worked', 0),
			event('unworked', null),
		],
		'write',
	)
	const left = async () =>
		(
			await database().rows(
				`SELECT id FROM outbox WHERE kind = 'moved' UNION ALL SELECT id FROM webhook_events ORDER BY 1`,
			)
		).map(({ id }) => id)
	await purgeExpired(sweeperDeps(), purges, 90 * DAY_MS - 1)
	expect(await left()).toHaveLength(5)
	await purgeExpired(sweeperDeps(), purges, 90 * DAY_MS)
	expect(await left()).toEqual(['unworked', 'waits'])
})

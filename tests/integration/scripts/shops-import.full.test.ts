import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import { changeService } from '#app/flows/shop/change-catalogue.server.ts'
import { changeHours } from '#app/flows/shop/change-hours.server.ts'
import { judgeImport, writeImport } from '#app/flows/shop/import-shops.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { operatorRepositories } from '#scripts/ops/ops-environment.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { readImportFile } from '#scripts/shop-import/import-file.ts'
import { readShops } from '#scripts/shop-import/read-shops.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt as now, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
let folder: string
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'wakati-import-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function importFile(file: string, ...options: string[]) {
	const said: string[] = []
	const exitCode = await runOps(['shops', 'import', file, '--json', ...options], {
		env: { DATABASE_URL: database().url },
		say: (line) => said.push(line),
		note: (line) => said.push(line),
		now,
	})
	return { exitCode, ...JSON.parse(said.at(-1) ?? '{}') }
}
const importRows = (rows: string[], ...options: string[]) => {
	const file = join(folder, 'rows.csv')
	writeFileSync(file, rows.join('\n'))
	return importFile(file, ...options)
}
/** Everything of shops, as one text. */
const stored = async () =>
	JSON.stringify(
		await Promise.all(
			[
				'shops',
				'shop_hours',
				'services',
				'add_ons',
				'staff_members',
				'staff_services',
				'staff_schedules',
				'shop_bank_accounts',
				'outbox',
			].map((table) => database().rows(`SELECT * FROM ${table} ORDER BY 1, 2`)),
		),
	)
test('D70: what stands in a row from before turns no line of the operator’s terminal round', async () => {
	await addSmallShop(database().client, 'turned')
	await database().change(`UPDATE shops SET name = 'Ade\u202e\u001b[2J Hair' WHERE id = 'turned'`)
	for (const format of [[], ['--json']]) {
		const said: string[] = []
		const words = ['shops', 'list', '--like', '\u200bHair', ...format]
		const surroundings = { env: { DATABASE_URL: database().url }, now }
		const say = (line: string) => said.push(line)
		expect(await runOps(words, { ...surroundings, say, note: say })).toBe(0)
		expect(said.join('\n')).toContain('Ade')
		expect(said.join('\n')).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u200b]/u)
	}
	await database().change(`DELETE FROM shops WHERE id = 'turned'`)
})

const week = '09:00-18:00,09:00-18:00,09:00-18:00,09:00-18:00,09:00-18:00,09:00-18:00,closed'
const header =
	'kind,shop_id,id,name,type,categories,address,area,city,latitude,longitude,minutes,price_naira,first_name,monday,tuesday,wednesday,thursday,friday,saturday,sunday'
const rowsOf = (id: string, name = `Shop ${id}`) => [
	`shop,${id},,${name},salon,Nails,1 Road,Yaba,Lagos,6.5,3.4,,,,${week}`,
	`service,${id},gel,Gel,,,,,,,,60,8500,,,,,,,,`,
	`staff,${id},ada,,,,,,,,,,,Ada,,,,,,,`,
]

test('a file is judged, then written, and the same file again changes nothing', async () => {
	const before = await stored()
	expect(await importFile('docs/import/example.csv')).toMatchObject({
		exitCode: 0,
		new: 1,
		isApplied: false,
		written: 0,
	})
	expect(await stored()).toBe(before)
	expect(await importFile('docs/import/example.csv', '--apply')).toMatchObject({
		exitCode: 0,
		new: 1,
		written: 1,
	})
	const after = await stored()
	expect(await importFile('docs/import/example.json', '--apply')).toMatchObject({
		exitCode: 0,
		unchanged: 1,
		written: 0,
	})
	expect(await stored()).toBe(after)
	expect(await database().rows('SELECT slug, email, whatsapp, landmark, is_listed FROM shops')).toEqual([
		{
			slug: 'ada-beauty',
			email: 'hello@adabeauty.example',
			whatsapp: '+2348031234567',
			landmark: 'Opposite the Total filling station',
			is_listed: 1,
		},
	])
	// Searchable once it is listed.
	expect(await database().count(`SELECT count(*) FROM shop_search WHERE shop_search MATCH 'braids'`)).toBe(1)
})

test('in JSON one new shop may name what another leaves at its default', async () => {
	const shop = {
		name: 'One',
		type: 'salon',
		categories: 'Nails',
		address: '1 Road',
		area: 'Yaba',
		city: 'Lagos',
	}
	const place = { latitude: 6.5, longitude: 3.4, listed: 'no' }
	const policy = { notice_minutes: 5, horizon_days: 9, free_cancellation_minutes: 7, deposit: '30%' }
	const file = join(folder, 'policies.json')
	const shops = [
		{ id: 'J1', ...shop, ...place, ...policy, reschedule_cutoff_minutes: 6 },
		{ id: 'J2', ...shop, ...place, name: 'Two' },
	]
	writeFileSync(file, JSON.stringify({ shops }))
	expect(await importFile(file, '--apply')).toMatchObject({ exitCode: 0, new: 2, written: 2 })
	expect(
		await database().rows(
			`SELECT minimum_notice_minutes AS notice, horizon_days AS horizon, free_cancellation_minutes AS free,
				reschedule_cutoff_minutes AS cutoff, deposit_kind AS kind, deposit_value AS value
			FROM shops WHERE external_id IN ('J1', 'J2') ORDER BY external_id`,
		),
	).toEqual([
		{ notice: 5, horizon: 9, free: 7, cutoff: 6, kind: 'percent', value: 30 },
		{ notice: 30, horizon: 60, free: 1_440, cutoff: 120, kind: 'none', value: 0 },
	])
})

test('what the file does not name stays, and a changed account is written down and mailed', async () => {
	const changed = await importRows(
		[
			'kind,shop_id,id,price_naira,bank_name,account_number,account_name',
			'shop,ADA-01,,,Access Bank,1234567890,Ada Beauty House Ltd',
			'service,ADA-01,gel,9000,,,',
		],
		'--apply',
	)
	expect(changed).toMatchObject({ exitCode: 0, changed: 1 })
	expect(
		await database().rows(
			`SELECT name, price_kobo, duration_minutes FROM services WHERE external_id = 'gel'`,
		),
	).toEqual([{ name: 'Gel Manicure', price_kobo: 900_000, duration_minutes: 60 }])
	expect(await database().rows('SELECT kind, key_id, summary FROM shop_acts')).toEqual([
		{ kind: 'bank_account_changed', key_id: null, summary: 'Access Bank, account ending in 7890' },
		{ kind: 'service_changed', key_id: null, summary: 'Gel Manicure' },
	])
	expect(await database().rows('SELECT kind, recipient_email FROM outbox')).toEqual([
		{ kind: 'shop_bank_account_changed', recipient_email: 'hello@adabeauty.example' },
	])
})

test('another e-mail and phone are told to the old address and the new one, and hold payouts', async () => {
	const held = () => database().rows(`SELECT payouts_held_until FROM shops WHERE external_id = 'ADA-01'`)
	const told = () =>
		database().rows(
			`SELECT recipient_email, payload ->> 'isEmail' AS email, payload ->> 'isPhone' AS phone FROM outbox
				WHERE kind = 'shop_contact_changed' ORDER BY rowid`,
		)
	const contact = (email: string, phone: string) =>
		importRows(['kind,shop_id,id,email,phone', `shop,ADA-01,,${email},${phone}`], '--apply')
	expect(await held()).toEqual([{ payouts_held_until: 0 }])
	expect(await contact('new@adabeauty.example', '08039999999')).toMatchObject({ exitCode: 0, changed: 1 })
	expect(await held()).not.toEqual([{ payouts_held_until: 0 }])
	const both = { email: 1, phone: 1 }
	expect(await told()).toEqual([
		{ recipient_email: 'hello@adabeauty.example', ...both },
		{ recipient_email: 'new@adabeauty.example', ...both },
	])
	expect(await contact('new@adabeauty.example', '08039999999')).toMatchObject({ exitCode: 0, changed: 0 })
	expect(await told()).toHaveLength(2)
})

test('a file with a problem of its rows or of the database is refused whole', async () => {
	const before = await stored()
	const refused = await importRows(
		[
			header,
			...rowsOf('B1'),
			'service,B1,new,,,,,,,,,30,5000,,,,,,,,',
			'service,NOBODY,cut,Cut,,,,,,,,30,5000,,,,,,,,',
		],
		'--apply',
	)
	expect(refused).toMatchObject({
		exitCode: 1,
		problemCount: 1,
		problems: [{ place: 'row 5', column: 'name' }],
	})
	const unknown = await importRows(
		[header, ...rowsOf('B1'), 'service,NOBODY,cut,Cut,,,,,,,,30,5000,,,,,,,,'],
		'--apply',
	)
	expect(unknown).toMatchObject({
		exitCode: 1,
		problems: [
			{ place: 'row 5', column: 'shop_id', words: expect.stringContaining('no shop is called NOBODY') },
		],
	})
	const short = await importRows(
		['kind,shop_id,id,name', 'shop,B1,,Shop', 'service,ADA-01,brow,Brows'],
		'--apply',
	)
	expect(short.problems.map(({ column }: { column: string }) => column)).toEqual([
		'type',
		'address',
		'area',
		'city',
		'latitude',
		'longitude',
		'categories',
		'minutes',
		'price_naira',
	])
	const taken = await importRows(
		[
			`${header},slug`,
			`${rowsOf('B1')[0]},ada-beauty`,
			...rowsOf('B1')
				.slice(1)
				.map((row) => `${row},`),
		],
		'--apply',
	)
	expect(taken).toMatchObject({ exitCode: 1, problems: [{ place: 'row 2', column: 'slug' }] })
	expect(await stored()).toBe(before)
})

test('visits that would not be offered any more stay booked and are named', async () => {
	await importRows([header, ...rowsOf('C1')], '--apply')
	const [shop] = await database().rows(
		`SELECT services.id AS service_id FROM shops JOIN services ON shop_id = shops.id WHERE shops.external_id = 'C1'`,
	)
	const deps = bookingDeps(database().url)
	const guest = await newGuest(deps, { now }).begin(String(shop?.service_id))
	await guest.hold(lagos(tuesday, '10:00'))
	expect(await guest.book()).toMatchObject({ ok: true })
	const [appointment] = await database().rows('SELECT reference_number FROM appointments')
	const referenceNumber = String(appointment?.reference_number)
	const closed = week.replace('09:00-18:00,09:00-18:00', '09:00-18:00,closed')
	const rows = rowsOf('C1').map((row) => row.replace(week, closed))
	const judged = await importRows([header, ...rows], '--apply')
	expect(judged).toMatchObject({
		exitCode: 0,
		changed: 1,
		warnings: expect.arrayContaining([
			{
				place: 'row 2',
				column: null,
				words: expect.stringContaining(`${referenceNumber} on ${tuesday} stays booked`),
			},
		]),
	})
	expect(
		await database().count(
			`SELECT count(*) FROM appointments WHERE status = 'CONFIRMED' OR status = 'SCHEDULED'`,
		),
	).toBe(1)
	expect(await importRows([header, ...rows])).toMatchObject({ unchanged: 1, warnings: [] })
})

describe('of a shop that its owner has changed', () => {
	async function ownersShop(id: string) {
		expect(await importRows([header, ...rowsOf(id)], '--apply')).toMatchObject({ new: 1 })
		const [service] = await database().rows(
			`SELECT services.id, shops.id AS shop_id, price_kobo FROM services JOIN shops ON shops.id = shop_id
				WHERE shops.external_id = ?`,
			id,
		)
		const deps = bookingDeps(database().url)
		const keyId = `owner of ${id}`
		const shopId = String(service?.shop_id)
		await deps.writeBatch([
			deps.shops.accessKeys.insertKey({
				...{ id: keyId, shopId, kind: 'kiosk', role: 'owner', name: 'Owner', pinHash: 'pin' },
				secretHash: keyId,
				now: now - 2,
			}),
		])
		const change = (priceKobo: number, at: Instant) =>
			changeService(deps, {
				...{ shopId, id: String(service?.id), fields: { priceKobo }, now: at },
				alongside: deps.shops.shopActs.insertAct({
					...{ id: `${keyId} ${priceKobo}`, requestId: 'owner', shopId, keyId, kind: 'service_changed' },
					...{ subjectId: String(service?.id), summary: 'cut', now: at },
				}),
			})
		const priceKobo = async () =>
			(await database().rows('SELECT price_kobo FROM services WHERE id = ?', String(service?.id)))[0]
				?.price_kobo
		return { change, priceKobo, before: Number(service?.price_kobo), rows: [header, ...rowsOf(id)] }
	}

	test('what it would overwrite is listed, and written only with --over-owner', async () => {
		const { change, priceKobo, before, rows } = await ownersShop('O-1')
		await change(123_400, now - 1)
		const refused = await importRows(rows, '--apply')
		expect(refused).toMatchObject({ exitCode: 1, isApplied: false, written: 0 })
		expect(refused.overwrites).toMatchObject([
			{
				words: expect.stringMatching(new RegExp(`^O-1: service ‘.+’, price_naira: 1234 → ${before / 100}$`)),
			},
		])
		expect(await priceKobo()).toBe(123_400)
		expect(await importRows(rows, '--apply', '--over-owner')).toMatchObject({ exitCode: 0, written: 1 })
		expect(await priceKobo()).toBe(before)
		expect(await importRows(rows, '--apply')).toMatchObject({ exitCode: 0, unchanged: 1 })
	})

	test('a change of the same moment is not overwritten either', async () => {
		const { change, priceKobo, rows } = await ownersShop('O-2')
		await change(111_100, now - 1)
		const deps = operatorRepositories({ DATABASE_URL: database().url })
		const file = join(folder, 'owners.csv')
		writeFileSync(file, rows.join('\n'))
		const { plans } = await judgeImport(deps, readShops(readImportFile(file)).shops, { now })
		await change(222_200, now + 1)
		expect(await writeImport(deps, plans, { now })).toEqual({
			written: 0,
			stoppedAt: { externalId: 'O-2', refusal: 'changed_meanwhile' },
		})
		expect(await priceKobo()).toBe(222_200)
	})
})

test('a run that breaks off leaves whole shops, and the same command goes on', async () => {
	const file = join(folder, 'many.csv')
	const ids = Array.from({ length: 250 }, (_, i) => `M${i}`)
	writeFileSync(file, [header, ...ids.flatMap((id) => rowsOf(id, 'Same Name'))].join('\n'))
	const deps = operatorRepositories({ DATABASE_URL: database().url })
	const { shops } = readShops(readImportFile(file))
	const { plans } = await judgeImport(deps, shops, { now })
	let batches = 0
	const broken = await writeImport(
		{
			...deps,
			writeBatch: async (batch) => {
				if (++batches > 1) throw new DatabaseError('unknown', 'no answer')
				return deps.writeBatch(batch)
			},
		},
		plans,
		{ now },
	)
	expect(broken).toEqual({ written: 100, stoppedAt: { externalId: 'M100', refusal: 'not_saved' } })
	expect(await importFile(file, '--apply')).toMatchObject({
		exitCode: 0,
		new: 150,
		unchanged: 100,
		written: 150,
	})
	expect(await database().count(`SELECT count(DISTINCT slug) FROM shops WHERE slug LIKE 'same-name%'`)).toBe(
		250,
	)
	expect(
		await database().count(
			`SELECT count(*) FROM staff_services JOIN services ON services.id = service_id JOIN shops ON shops.id = services.shop_id
				WHERE shops.external_id LIKE 'M%' AND shops.is_listed = 1`,
		),
	).toBe(250)
})

test('a shop that nobody can book yet is named', async () => {
	const rows = [header, ...rowsOf('D1').slice(0, 2)]
	expect(await importRows(rows)).toMatchObject({
		exitCode: 0,
		warnings: expect.arrayContaining([
			{
				place: 'row 2',
				column: null,
				words:
					'D1 cannot be booked yet: it has no service that someone on the staff offers and works hours for',
			},
		]),
	})
})

test('O5: a person without hours in the file follows the shop, also when these change, at every door', async () => {
	await importRows([header, ...rowsOf('F1')], '--apply')
	const [{ shopId, serviceId } = {}] = await database().rows(
		`SELECT shops.id AS shopId, services.id AS serviceId FROM shops JOIN services ON shop_id = shops.id WHERE shops.external_id = 'F1'`,
	)
	const deps = bookingDeps(database().url)
	const evening = lagos(tuesday, '19:00')
	const guest = await newGuest(deps, { now }).begin(String(serviceId))
	expect(await guest.seesAt(evening)).toBe('not listed')
	const week = [1, 2, 3, 4, 5, 6, 7].map((dayOfWeek) => ({ dayOfWeek, opensMinute: 540, closesMinute: 1200 }))
	expect((await changeHours(deps, { shopId: String(shopId), week, now })).ok).toBe(true)
	expect(await guest.seesAt(evening)).toBe('free')
	expect((await guest.hold(evening)).ok).toBe(true)
	expect((await guest.book()).ok).toBe(true)
	// A shop that opens later is not booked before, though no row of its staff was touched.
	const late = week.map((day) => ({ ...day, opensMinute: 720 }))
	expect((await changeHours(deps, { shopId: String(shopId), week: late, now })).ok).toBe(true)
	const next = await newGuest(deps, { now }).begin(String(serviceId))
	expect(await next.seesAt(lagos(tuesday, '11:00'))).toBe('not listed')
	expect(await next.seesAt(lagos(tuesday, '12:00'))).toBe('free')
	await refreshOpenings(deps, { shopIds: [String(shopId)], now })
	expect(
		await database().rows(
			'SELECT date, start_minute FROM shop_free_starts WHERE shop_id = ? ORDER BY starts_at LIMIT 1',
			String(shopId),
		),
	).toEqual([{ date: '2026-11-23', start_minute: 720 }])
	// The file with longer hours again, and no row of staff.
	const [shopRow = ''] = rowsOf('F1').map((row) => row.replaceAll('18:00', '21:00'))
	expect(await importRows([header, shopRow], '--apply')).toMatchObject({ changed: 1, warnings: [] })
	expect(await next.seesAt(lagos(tuesday, '20:00'))).toBe('free')
})

test('O5: a shop that is there under another id, or twice in the file, has a notice', async () => {
	const judged = await importRows([header, ...rowsOf('G2', 'Twice'), ...rowsOf('G3', 'Twice')])
	const alike = judged.warnings
		.map(({ words }: { words: string }) => words)
		.filter((words: string) => /same shop/.test(words))
	expect(alike).toEqual([expect.stringContaining('G3 has the name of G2')])
	const known = await importRows([header, ...rowsOf('G1', 'SHOP F1')])
	expect(known.warnings).toContainEqual(
		expect.objectContaining({ words: expect.stringContaining('G1 has the name of F1') }),
	)
})

test('a file that is not there, and no file, are told apart', async () => {
	expect(await importFile(join(folder, 'none.csv'))).toMatchObject({ exitCode: 1 })
	const said: string[] = []
	const asked = { env: {}, say: () => {}, note: (line: string) => said.push(line) }
	expect(await runOps(['shops', 'import'], asked)).toBe(2)
	expect(said[0]).toMatch(/shops import takes <file>/)
})

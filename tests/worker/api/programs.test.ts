import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { addPlan } from '#tests/support/session-desk.ts'
import { type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import { addSmallShop, type SmallShop } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

/* What a shop's website, calendar or till does with several calls in a row. */

const database = withTestDatabase()
const worker = withTestWorker(() => database().url)
let shop: SmallShop
let key: string

beforeAll(async () => {
	shop = await addSmallShop(database().client, 'website', {
		staff: { Ada: {}, Bola: {} },
		services: { cut: {}, wash: { minutes: 30 } },
		addOns: { oil: { minutes: 30, priceKobo: 50_000 } },
	})
	key = await addApiKey(database(), shop.id)
})

const ask = (request: ApiRequest) => askApi(worker().url, { key, ...request })
const dayAhead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

async function freeTimes(date: string, more = '') {
	const services = ['cut', 'wash'].map(shop.idOf).join(',')
	return ask({
		path: `/free-times?date=${date}&service_ids=${services}&add_on_ids=${shop.idOf('oil')}${more}`,
	})
}

test('a website shows the free times of a day and books one, with an add-on and a note', async () => {
	const date = dayAhead(40)
	const ofAda = `&staff_member_id=${shop.idOf('Ada')}`
	const free = await freeTimes(date, ofAda)
	expect(free.json, free.text).toMatchObject({ date, time_zone: 'Africa/Lagos', duration_minutes: 120 })
	const [first, second] = free.json.items
	expect(first).toEqual({ starts_at: `${date}T08:00:00.000Z`, ends_at: `${date}T10:00:00.000Z` })
	const body = {
		service_ids: [shop.idOf('cut'), shop.idOf('wash')],
		add_on_ids: [shop.idOf('oil')],
		staff_member_id: shop.idOf('Ada'),
		starts_at: second.starts_at,
		note: 'Knotless, to the waist',
		customer: { first_name: 'Bola' },
	}
	const booked = await ask({ method: 'POST', path: '/appointments', body })
	expect(booked.status, booked.text).toBe(201)
	const shown = await ask({ path: `/appointments/${booked.json.reference}` })
	expect(shown.json).toMatchObject({
		starts_at: second.starts_at,
		ends_at: second.ends_at,
		add_ons: [{ name: 'oil', price_kobo: 50_000 }],
		total_kobo: 1_050_000,
		customer_note: 'Knotless, to the waist',
	})
	const left = (await freeTimes(date, ofAda)).json.items
	expect(left[0].starts_at).toBe(`${date}T10:30:00.000Z`)
	const taken = await ask({ method: 'POST', path: '/appointments', body })
	expect([taken.status, taken.json.code]).toEqual([409, 'start_taken'])
	expect(taken.json.free_staff).toEqual([{ staff_member_id: shop.idOf('Bola'), name: 'Bola' }])
})

test('too many ids, a day that does not exist and an unknown service are told apart', async () => {
	const path = (query: string) => ask({ path: `/free-times?${query}` })
	const five = Array(5).fill(shop.idOf('cut')).join(',')
	const answers = await Promise.all([
		path(`date=${dayAhead(1)}&service_ids=${five}`),
		path(`date=2027-02-30&service_ids=${shop.idOf('cut')}`),
		path(`date=${dayAhead(1)}`),
		path(`date=${dayAhead(1)}&service_ids=nobodys`),
		path(`date=${dayAhead(1)}&service_ids=${shop.idOf('cut')},${shop.idOf('cut')}`),
	])
	expect(answers.map(({ json }) => json.errors?.[0].parameter ?? json.code)).toEqual([
		...['service_ids', 'date', 'service_ids', 'service_not_offered', 'listed_twice'],
	])
})

async function booked(date: string, time: string): Promise<string> {
	const body = {
		service_ids: [shop.idOf('wash')],
		starts_at: `${date}T${time}:00.000Z`,
		customer: { first_name: 'Bola' },
	}
	const { json, text } = await ask({ method: 'POST', path: '/appointments', body })
	expect(json.reference, text).toBeDefined()
	return json.reference
}

async function everyPage(path: string): Promise<{ reference: string; updated_at: string }[]> {
	const items = []
	let cursor = ''
	do {
		const { json, text } = await ask({ path: `${path}&limit=2${cursor}` })
		expect(json.items, text).toBeDefined()
		items.push(...json.items)
		cursor = json.next_cursor === null ? '' : `&cursor=${json.next_cursor}`
	} while (cursor !== '')
	return items
}
const referencesOf = (items: { reference: string }[]) => items.map(({ reference }) => reference)

test('a range of days is read page by page, both ends included', async () => {
	const days = [50, 51, 52].map(dayAhead)
	const [first = '', second = '', third = ''] = days
	const references: string[] = []
	// The first and the last half-hour of a day in Lagos.
	for (const day of days) for (const time of ['08:00', '16:30']) references.push(await booked(day, time))
	expect(referencesOf(await everyPage(`/appointments?from=${first}&to=${third}`))).toEqual(references)
	expect(referencesOf(await everyPage(`/appointments?from=${second}&to=${second}`))).toEqual(
		references.slice(2, 4),
	)
	expect(referencesOf(await everyPage(`/appointments?from=${third}`))).toEqual(references.slice(4))
	expect((await ask({ path: `/appointments?to=${second}` })).json.items.at(-1).reference).toBe(references[3])
})

test('a program that follows the shop reads each change, and none of another shop', async () => {
	const date = dayAhead(60)
	const one = await booked(date, '08:00')
	const read = await everyPage('/appointments?updated_since=2026-01-01T00:00:00Z')
	expect(read.at(-1)?.reference).toBe(one)
	const since = () => `/appointments?updated_since=${read.at(-1)?.updated_at}`
	expect(referencesOf(await everyPage(since()))).toEqual([one])
	const [old = ''] = referencesOf(read)
	for (const reference of [one, old]) await ask({ method: 'POST', path: `/appointments/${reference}/arrive` })
	read.push(...(await everyPage(since())))
	expect(referencesOf(read.slice(-2))).toEqual([one, old])
	expect(referencesOf(await everyPage(since()))).toEqual([old])
	const rival = await addSmallShop(database().client, 'rival')
	const theirs = await askApi(worker().url, {
		path: '/appointments?updated_since=2026-01-01T00:00:00Z',
		key: await addApiKey(database(), rival.id),
	})
	expect(theirs.json.items).toEqual([])
})

test('one way to choose the list, and a range that begins before it ends', async () => {
	const since = 'updated_since=2026-01-01T00:00:00Z'
	const asked = ['date=2026-12-01&from=2026-12-01', `date=2026-12-01&${since}`, `to=2026-12-01&${since}`]
	const wrong = await Promise.all(
		[...asked, 'from=2026-12-02&to=2026-12-01'].map((query) => ask({ path: `/appointments?${query}` })),
	)
	expect(wrong.map(({ status, json }) => [status, json.errors?.[0].parameter])).toEqual([
		[400, 'date'],
		[400, 'updated_since'],
		[400, 'updated_since'],
		[400, 'to'],
	])
})

describe('a till changes an appointment', () => {
	const post = (reference: string, act: string, body: unknown) =>
		ask({ method: 'POST', path: `/appointments/${reference}/${act}`, body })
	const shown = async (reference: string) => (await ask({ path: `/appointments/${reference}` })).json

	test('another service is asked about first, and is done once for what was agreed', async () => {
		const reference = await booked(dayAhead(70), '09:00')
		const change = { position: 0, service_id: shop.idOf('cut') }
		const asking = `/appointments/${reference}/change?position=0&service_id=${change.service_id}`
		const asked = await ask({ path: asking })
		expect(asked.json, asked.text).toMatchObject({ total_kobo: 500_000, due_at_shop_kobo: 500_000 })
		expect(await shown(reference)).toMatchObject({ total_kobo: 500_000, services: [{ name: 'wash' }] })
		const { agreed } = asked.json
		expect(await post(reference, 'change', { ...change, agreed: `${agreed}0` })).toMatchObject({
			json: { code: 'price_changed' },
		})
		const done = await post(reference, 'change', { ...change, agreed })
		expect(done.json, done.text).toEqual({ reference, is_changed: true })
		expect(await shown(reference)).toMatchObject({
			services: [{ service_id: shop.idOf('cut') }],
			duration_minutes: 60,
		})
		const late = await post(reference, 'change', { position: 0, service_id: shop.idOf('wash'), agreed })
		expect([late.status, late.json.code]).toEqual([409, 'visit_changed'])
		const nothing = await ask({ path: asking })
		expect([nothing.status, nothing.json.code]).toEqual([409, 'nothing_to_change'])
		expect((await post(reference, 'change', { position: 0, agreed })).json.errors[0].pointer).toBe(
			'#/service_id',
		)
	})

	test('another person takes it over or goes on with it at another time, and each is told', async () => {
		await ask({ method: 'POST', path: '/webhooks', body: { url: 'https://till.example/moves' } })
		const date = dayAhead(71)
		const reference = await booked(date, '09:00')
		const [{ staff_member_id: present }] = (await shown(reference)).services
		const other = ['Ada', 'Bola'].map(shop.idOf).find((id) => id !== present)
		const over = await post(reference, 'hand-over', { staff_member_id: other })
		expect(over.json, over.text).toMatchObject({ reference })
		const again = await post(reference, 'hand-over', { staff_member_id: other })
		expect(again.json.code).toBe('staff_does_it_already')
		const starts_at = `${date}T10:10:00.000Z`
		const moved = await post(reference, 'move', { starts_at, staff_member_id: present })
		expect(moved.json, moved.text).toEqual({ reference, is_changed: true })
		expect(await shown(reference)).toMatchObject({ starts_at, services: [{ staff_member_id: present }] })
		const events = (await ask({ path: '/deliveries' })).json.items.map(
			({ event }: { event: string }) => event,
		)
		expect(events).toEqual(['moved', 'moved', 'booked'])
	})

	test('a note is not written over another one', async () => {
		const reference = await booked(dayAhead(72), '09:00')
		const write = (note: string, seen: string) =>
			ask({ method: 'PUT', path: `/appointments/${reference}/note`, body: { note, seen } })
		expect((await write('Allergic to latex', '')).status).toBe(200)
		expect((await write('Knotless', '')).json.code).toBe('visit_changed')
		expect((await write('Knotless', 'Allergic to latex')).status).toBe(200)
		expect(await shown(reference)).toMatchObject({ customer_note: 'Knotless' })
	})
})

test('a calendar blocks a person’s time and gives it back; a booked time is not blocked, and other shops see none', async () => {
	const date = dayAhead(80)
	const at = (time: string) => `${date}T${time}.000Z`
	const path = '/blocked-times'
	const block = (from: string, to: string, staff = 'Ada') =>
		ask({
			method: 'POST',
			path,
			body: { staff_member_id: shop.idOf(staff), starts_at: at(from), ends_at: at(to), reason: 'Dentist' },
		})
	// Seconds belong to the minute that they are in.
	const made = await block('10:00:30', '11:29:30')
	expect(made.status, made.text).toBe(201)
	await block('12:00:00', '12:30:00', 'Bola')
	const ofDay = `${path}?from=${date}&to=${date}`
	const first = await ask({ path: `${ofDay}&limit=1` })
	expect(first.json.items, first.text).toEqual([
		{
			id: made.json.id,
			staff_member_id: shop.idOf('Ada'),
			starts_at: at('10:00:00'),
			ends_at: at('11:30:00'),
			reason: 'Dentist',
		},
	])
	const second = await ask({ path: `${ofDay}&limit=1&cursor=${first.json.next_cursor}` })
	expect([second.json.items.length, second.json.next_cursor]).toEqual([1, null])
	const free = (await freeTimes(date, `&staff_member_id=${shop.idOf('Ada')}`)).json.items
	expect(free.map(({ starts_at }: { starts_at: string }) => starts_at.slice(11, 16)).slice(0, 2)).toEqual([
		...['08:00', '11:30'],
	])
	await ask({
		method: 'POST',
		path: '/appointments',
		body: {
			service_ids: [shop.idOf('wash')],
			staff_member_id: shop.idOf('Ada'),
			starts_at: at('13:00:00'),
			customer: { first_name: 'Bola' },
		},
	})
	const codes = await Promise.all([
		block('12:50:00', '13:10:00'),
		block('15:00:00', '14:00:00'),
		block('15:00:00', '16:00:00', 'nobody'),
	])
	expect(codes.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
		'409 time_not_free',
		'409 block_not_possible',
		'409 staff_not_available',
	])
	const key = await addApiKey(database(), 'rival')
	expect((await askApi(worker().url, { path: ofDay, key })).json.items).toEqual([])
	const freed = { method: 'DELETE', path: `${path}/${made.json.id}` }
	expect((await askApi(worker().url, { ...freed, key })).json.code).toBe('block_not_found')
	expect((await ask(freed)).status).toBe(200)
	expect((await ask(freed)).json.code).toBe('block_not_found')
	expect((await ask({ path: ofDay })).json.items).toHaveLength(1)
})

test('a series of sessions is made whole, once, and names the dates that it meets', async () => {
	const planId = await addPlan(database(), shop.id)
	const body = {
		plan_id: planId,
		...{ weekdays: [1, 2, 3, 4, 5, 6, 7], time: '18:00', from: dayAhead(90), until: dayAhead(93) },
		...{ capacity: 10, duration_minutes: 60, staff_member_id: shop.idOf('Ada') },
	}
	const post = (change: object = {}, idempotencyKey = newId()) =>
		ask({ method: 'POST', path: '/sessions/series', body: { ...body, ...change }, idempotencyKey })
	const made = await Promise.all([post({}, 'series-once'), post({}, 'series-once'), post({}, 'series-once')])
	expect(made.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([])
	const count = () => database().count('SELECT count(*) FROM plan_sessions WHERE plan_id = ?', planId)
	expect(await count()).toBe(4)
	const met = await post({ time: '18:30', until: dayAhead(95) })
	expect([met.status, met.json.code, met.json.dates.length]).toEqual([409, 'sessions_met', 4])
	expect(await count()).toBe(4)
	expect((await post({ time: '18:30', until: dayAhead(95), keep_dates: true })).json).toEqual({ sessions: 6 })
	expect((await post({ until: dayAhead(500) })).json.code).toBe('series_too_long')
	expect((await post({ plan_id: 'nobodys' })).status).toBe(404)
})

test('the shop’s customers are listed once each, oldest first, with what became of their appointments', async () => {
	const owner = await addSmallShop(database().client, 'with-customers', { staff: { Ada: {}, Bola: {} } })
	const ownKey = await addApiKey(database(), owner.id)
	const own = (request: ApiRequest) => askApi(worker().url, { key: ownKey, ...request })
	const book = async (day: number, email: string, first_name: string) => {
		const body = {
			service_ids: [owner.idOf('cut')],
			starts_at: `${dayAhead(day)}T10:00:00.000Z`,
			customer: { first_name, email },
		}
		const { json, text } = await own({ method: 'POST', path: '/appointments', body })
		expect(json.reference, text).toBeDefined()
		return json.reference as string
	}
	const cancelled = await book(5, 'ada@example.com', 'Ada')
	const missed = await book(6, 'ada@example.com', 'Adaeze')
	const done = await book(7, 'bola@example.com', 'Bola')
	const body = { reason: 'No power' }
	await own({ method: 'POST', path: `/appointments/${cancelled}/cancel`, body })
	const close = (reference: string, status: string, at: string) =>
		database().change(
			`UPDATE appointments SET status = ?, ${at} = starts_at WHERE reference_number = ?`,
			status,
			reference,
		)
	await close(missed, 'NO_SHOW', 'missed_at')
	await close(done, 'COMPLETED', 'completed_at')
	const first = (await own({ path: '/customers?limit=1' })).json
	const second = (await own({ path: `/customers?limit=1&cursor=${first.next_cursor}` })).json
	expect(second.next_cursor).toBeNull()
	const [ada, bola] = [...first.items, ...second.items]
	expect(ada).toMatchObject({ first_name: 'Adaeze', appointments: 2, visits: 0, no_shows: 1, cancelled: 1 })
	expect(bola).toMatchObject({ email: 'bola@example.com', has_account: false, visits: 1, no_shows: 0 })
	expect((await own({ path: `/customers/${ada.id}` })).json).toEqual(ada)
	const { userId } = await addSignedInPerson(database(), { at: Date.now() })
	await database().change('UPDATE clients SET user_id = ? WHERE id = ?', userId, bola.id)
	expect((await own({ path: `/customers/${bola.id}` })).json).toEqual({ ...bola, has_account: true })
	const latest = (await own({ path: `/customers/${ada.id}/appointments?limit=1` })).json
	expect(latest.items).toMatchObject([{ reference: missed, status: 'NO_SHOW', services: 'cut' }])
	const earlier = `/customers/${ada.id}/appointments?limit=1&cursor=${latest.next_cursor}`
	expect((await own({ path: earlier })).json).toMatchObject({
		items: [{ reference: cancelled }],
		next_cursor: null,
	})
	for (const path of [`/customers/${ada.id}`, `/customers/${ada.id}/appointments`])
		expect((await ask({ path })).json.code).toBe('customer_not_found')
	const unscoped = await addApiKey(database(), owner.id, ['appointments:read'])
	expect((await askApi(worker().url, { path: '/customers', key: unscoped })).json.code).toBe('scope_missing')
})

test('R51: a program is told when a service fits no opening of the people who offer it', async () => {
	const path = `/services/${shop.idOf('wash')}`
	const asked = await ask({ path })
	expect(asked.json).toMatchObject({ duration_minutes: 30, fits_opening: true })
	const longer = await ask({ method: 'PATCH', path, body: { duration_minutes: 720 } })
	expect(longer.json, longer.text).toMatchObject({ duration_minutes: 720, fits_opening: false })
	const back = await ask({ method: 'PATCH', path, body: { duration_minutes: 30 } })
	expect(back.json).toMatchObject({ fits_opening: true })
	const body = { category_id: 'nails', name: 'By no one', duration_minutes: 30, price_kobo: 100_000 }
	const fresh = await ask({ method: 'POST', path: '/services', body })
	expect(fresh.json, fresh.text).toMatchObject({ fits_opening: null })
})

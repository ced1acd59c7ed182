import { beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#app/kernel/instant.ts'
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
	])
	expect(answers.map(({ json }) => json.errors?.[0].parameter ?? json.code)).toEqual([
		...['service_ids', 'date', 'service_ids', 'service_not_offered'],
	])
})

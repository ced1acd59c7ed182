import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { clockLabelAt, mailedMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { type Guest, offeredTimes, walkTo } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { goToPaystack, payAndComeBack } from '#scripts/site/browser-payer.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { browserOf } from '#tests/support/accounts.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addKioskShop } from '#tests/support/kiosk-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { zoneAtNoon } from '#tests/support/session-desk.ts'
import { type ApiAnswer, type ApiRequest, addApiKey, askApi } from '#tests/support/shop-api.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'
import { withPaymentSite } from '#tests/support/with-payment-site.ts'

/*
 * One day, told in order: each test goes on where the one before it ended. The shop's program speaks to
 * `/api/v1` alone, and the customer looks at pages and mails.
 */

type AppointmentInState = { reference: string; appointmentId: string; path: string; startsAt: Instant }

const site = withPaymentSite()
const now = Date.now()
const zone = zoneAtNoon(now)
const today = civilAt(zone, now).date
const tomorrow = civilAt(zone, now + DAY_MS).date
const HALF_HOUR_MS = 30 * MINUTE_MS
/** The n-th half hour that customers may still book today. */
const halfHour = (nth: number) => Math.ceil((now + 35 * MINUTE_MS) / HALF_HOUR_MS + nth) * HALF_HOUR_MS

let shop: SmallShop
let key: string
let rivalKey: string
let customer: Awaited<ReturnType<typeof newLoyalCustomer>>
let guest: Guest
let hook: Awaited<ReturnType<typeof openHook>>
let hookSecret: string
const appointments: Record<'paid' | 'atShop' | 'cancelled' | 'tomorrow', AppointmentInState> =
	Object.create(null)

/** A program of the shop's that is told what happens. */
async function openHook() {
	const heard: { body: string; id: string; signature: string }[] = []
	const server = createServer(async (request, response) => {
		let body = ''
		for await (const chunk of request) body += chunk
		const { 'wakati-delivery': id, 'wakati-signature': signature } = request.headers
		heard.push({ body, id: String(id), signature: String(signature) })
		response.writeHead(204).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
	return { heard, url, close: () => server.close() }
}

const ask = (request: ApiRequest) => askApi(site().url, { key, ...request })
async function done(method: string, path: string, body?: unknown) {
	const answer = await ask({ method, path, body })
	expect([200, 201], `${method} ${path}: ${answer.text}`).toContain(answer.status)
	return answer.json
}
const of = (appointment: AppointmentInState, act: string) => `/appointments/${appointment.reference}/${act}`
const codeOf = ({ status, json }: ApiAnswer) => `${status} ${json.code}`
const pageOf = (appointment: AppointmentInState) => guest.open(appointment.path)
const mail = (about: string, appointment?: AppointmentInState) =>
	site().mail.received(
		({ to, subject, text }) =>
			to.includes(customer.email) && subject.includes(about) && text.includes(appointment?.reference ?? ''),
	)

async function appointmentOn({ text, url }: LoadedPage, startsAt: Instant): Promise<AppointmentInState> {
	const reference = /Reference (\S{8})/.exec(text)?.[1] ?? text
	const [row] = await site().database.rows(
		'SELECT id FROM appointments WHERE reference_number = ?',
		reference,
	)
	return { reference, appointmentId: String(row?.id), path: url.pathname + url.search, startsAt }
}

const when = (startsAt: Instant) => ({ date: civilAt(zone, startsAt).date, startsAt: String(startsAt) })

async function payOnline(startsAt: Instant): Promise<AppointmentInState> {
	const service = { shopId: shop.id, serviceId: shop.idOf('cut') }
	const choices = { service, guest, staff: shop.idOf('Ada'), ...when(startsAt) }
	return appointmentOn(await payAndComeBack(site(), await goToPaystack(site(), choices)), startsAt)
}

async function bookAtShop(startsAt: Instant): Promise<AppointmentInState> {
	const choices = { shopId: shop.id, serviceId: shop.idOf('cut'), staff: shop.idOf('Ada') }
	return appointmentOn(await walkTo(guest, 'confirmation', { ...choices, ...when(startsAt) }), startsAt)
}

beforeAll(async () => {
	const { database, url } = site()
	hook = await openHook()
	shop = await addKioskShop(site(), 'day-shop')
	const rival = await addKioskShop(site(), 'rival-shop')
	key = await addApiKey(database, shop.id)
	rivalKey = await addApiKey(database, rival.id)
	customer = await newLoyalCustomer(database, bookingDeps(database.url), { now })
	await customer.join(
		await addProgram(database, {
			shopId: shop.id,
			card: { visitsRequired: 5, milestones: [{ at: 1, kind: 'upgrade' }] },
		}),
	)
	await customer.join(await addProgram(database, { shopId: shop.id, cashbackPercent: 10 }))
	guest = { ...browserOf(customer, url), details: { paymentChoice: 'cash' } as Guest['details'] }
})
afterAll(() => hook?.close())

test('the customer books on the site, and the shop reads its day', async () => {
	hookSecret = (await done('POST', '/webhooks', { url: hook.url })).secret
	appointments.paid = await payOnline(halfHour(0))
	appointments.atShop = await bookAtShop(halfHour(1))
	appointments.cancelled = await payOnline(halfHour(2))
	appointments.tomorrow = await bookAtShop(halfHour(0) + DAY_MS)
	const { paid, atShop, cancelled } = appointments
	const day = await done('GET', '/appointments')
	expect([day.date, day.time_zone]).toEqual([today, zone])
	expect(
		day.items.map((item: Record<string, unknown>) => [item.reference, item.status, item.due_kobo]),
	).toEqual([
		[paid.reference, 'CONFIRMED', 0],
		[atShop.reference, 'SCHEDULED', 500_000],
		[cancelled.reference, 'CONFIRMED', 0],
	])
	expect((await done('GET', `/appointments?date=${tomorrow}`)).items).toHaveLength(1)
	expect(await done('GET', `/appointments/${paid.reference}`)).toMatchObject({
		customer: { first_name: 'Ada', email: customer.email },
		paid_kobo: 500_000,
		payment_method: 'CARD',
	})
})

test('a visit is confirmed and moved, and the customer’s page and mail show the new time', async () => {
	const { atShop } = appointments
	await done('POST', of(atShop, 'confirm'))
	expect(codeOf(await ask({ method: 'POST', path: of(atShop, 'confirm') }))).toBe('409 visit_confirmed')
	const startsAt = halfHour(7)
	const move = { starts_at: new Date(startsAt).toISOString() }
	const taken = { starts_at: new Date(appointments.cancelled.startsAt).toISOString() }
	const refused = await ask({ method: 'POST', path: of(atShop, 'move'), body: taken })
	expect(codeOf(refused)).toBe('409 start_taken')
	expect(await done('POST', of(atShop, 'move'), move)).toMatchObject({ is_changed: true })
	const page = await pageOf(atShop)
	expect(page.text).toContain(clockLabelAt(zone, startsAt))
	expect(page.text).not.toContain(clockLabelAt(zone, atShop.startsAt))
	const moved = await mail('Booking Moved', atShop)
	expect(moved.subject).toContain(mailedMomentLabelAt(zone, startsAt))
})

test('a visit that is completed stamps the card and gives cashback, which undoing takes back', async () => {
	const { paid } = appointments
	const wallet = async () => {
		const { text } = await guest.open('/wallet')
		return [/\d\/5 visits/.exec(text)?.[0], /₦[\d,]+\.\d\d/.exec(text)?.[0]]
	}
	const complete = { method: 'POST', path: of(paid, 'complete') }
	expect(codeOf(await ask(complete))).toBe('409 visit_not_begun')
	await moveToNow(paid)
	await done('POST', of(paid, 'arrive'))
	expect((await done('GET', `/appointments/${paid.reference}`)).arrived_at).not.toBeNull()
	expect(await wallet()).toEqual(['0/5 visits', '₦0.00'])
	const given = { stamps: 1, rewards: 1, cashback_kobo: 50_000 }
	expect(await done('POST', complete.path)).toMatchObject({ given })
	expect(await wallet()).toEqual(['1/5 visits', '₦500.00'])
	expect((await guest.open('/appointments?tab=completed')).text).toContain('Shop day-shop')
	expect(await done('POST', of(paid, 'undo'))).toMatchObject({
		taken_back: { rewards: 1, cashback_kobo: 50_000 },
		lost: { rewards: 0, cashback_kobo: 0 },
	})
	expect(await wallet()).toEqual(['0/5 visits', '₦0.00'])
	expect((await guest.open('/rewards')).text).toContain('No rewards available')
	expect(await done('POST', complete.path)).toMatchObject({ given })
	expect(await wallet()).toEqual(['1/5 visits', '₦500.00'])
})

/** A visit begins: the shop moves it to this minute, which may end on the way. */
async function moveToNow(appointment: AppointmentInState): Promise<void> {
	const move = () =>
		ask({ method: 'POST', path: of(appointment, 'move'), body: { starts_at: new Date().toISOString() } })
	const moved = await move()
	expect((moved.json.code === 'start_past' ? await move() : moved).json).toMatchObject({ is_changed: true })
}

test('a paid visit that the shop cancels is refunded, and mail and page say why', async () => {
	const { cancelled } = appointments
	const reason = 'The power is out'
	expect(codeOf(await ask({ method: 'POST', path: of(cancelled, 'cancel'), body: { reason: ' ' } }))).toBe(
		'400 invalid_request',
	)
	expect(await done('POST', of(cancelled, 'cancel'), { reason })).toMatchObject({ refunded_kobo: 500_000 })
	const page = await pageOf(cancelled)
	expect(page.text).toContain(`The shop cancelled this booking: ${reason}`)
	expect(page.text).toMatch(/(You’ll get your ₦5,000 back|We refunded your ₦5,000)\./)
	const told = await mail('Booking Cancelled', cancelled)
	expect(told.text).toContain(`The shop cancelled this booking: ${reason}`)
	expect(told.text).toContain('Your ₦5,000 is being refunded')
	expect(codeOf(await ask({ method: 'POST', path: of(cancelled, 'complete') }))).toBe('409 visit_cancelled')
})

test('somebody who did not come is a no-show, a quarter of an hour after the start', async () => {
	const walkIn = (minutesAgo: number) =>
		done('POST', '/appointments', {
			service_ids: [shop.idOf('cut')],
			staff_member_id: shop.idOf('Bola'),
			starts_at: new Date(now - minutesAgo * MINUTE_MS).toISOString(),
			customer: { first_name: 'Bola' },
		})
	const { reference } = await walkIn(40)
	await done('POST', `/appointments/${reference}/no-show`)
	expect((await done('GET', `/appointments/${reference}`)).status).toBe('NO_SHOW')
	const fresh = await walkIn(0)
	const tooSoon = await ask({ method: 'POST', path: `/appointments/${fresh.reference}/no-show` })
	expect(codeOf(tooSoon)).toBe('409 too_early_to_miss')
})

test('a closed day that meets a visit lists it, is taken when it is kept, and offers customers nothing', async () => {
	const timesOfTomorrow = async () => {
		const { document } = await guest.open(`/booking/time-selection?from=${tomorrow}&date=${tomorrow}`)
		return offeredTimes(document).filter((at) => civilAt(zone, Number(at)).date === tomorrow)
	}
	await walkTo(guest, 'time-selection', { shopId: shop.id, serviceId: shop.idOf('cut') })
	expect((await timesOfTomorrow()).length).toBeGreaterThan(20)
	const close = { method: 'PUT', path: `/closed-days/${tomorrow}` }
	const refused = await ask({ ...close, body: { reason: 'Stock taking' } })
	expect(codeOf(refused)).toBe('409 live_appointments_met')
	const { reference, startsAt } = appointments.tomorrow
	expect(refused.json.appointments).toEqual([{ reference, starts_at: new Date(startsAt).toISOString() }])
	expect((await timesOfTomorrow()).length).toBeGreaterThan(20)
	await done('PUT', close.path, { reason: 'Stock taking', keep_appointments: true })
	expect(await timesOfTomorrow()).toEqual([])
	expect((await pageOf(appointments.tomorrow)).text).not.toContain('cancelled')
	expect((await done('GET', `/appointments/${reference}`)).status).toBe('SCHEDULED')
})

test('a new price stands on the shop’s page, and what is booked keeps its own', async () => {
	await done('PATCH', `/services/${shop.idOf('cut')}`, { price_kobo: 650_000 })
	const business = await guest.open(`/business/${shop.id}`)
	expect(business.text).toContain('₦6,500')
	expect(business.text).not.toContain('₦5,000')
	expect((await done('GET', `/appointments/${appointments.atShop.reference}`)).due_kobo).toBe(500_000)
	expect((await pageOf(appointments.atShop)).text).toContain('₦5,000')
})

test('a review is answered, and the answer stands on the shop’s page', async () => {
	const form = await guest.open(`/appointments/review?visit=${appointments.paid.appointmentId}`)
	await guest.submit(form, 'main form[method="post"]', { rating: '5', comment: 'Just as I wished' })
	const [review] = (await done('GET', '/reviews')).items
	expect(review).toMatchObject({
		reference: appointments.paid.reference,
		rating: 5,
		comment: 'Just as I wished',
	})
	await done('PUT', `/reviews/${review.id}/reply`, { reply: 'Come again soon' })
	const { text } = await guest.open(`/business/${shop.id}`)
	expect(text).toMatch(/Just as I wished.*Reply from the shop: Come again soon/)
	const foreign = { method: 'PUT', path: `/reviews/${review.id}/reply`, key: rivalKey, body: { reply: 'Ha' } }
	expect((await ask(foreign)).status).toBe(404)
})

test('a reward is looked up and used once; a member code says who it is; codes of other shops are wrong', async () => {
	const code = (await guest.open('/rewards')).document.querySelector('.code')?.textContent ?? ''
	const present = (body: object, by = key) => ask({ method: 'POST', path: '/codes', body, key: by })
	const seen = await present({ code })
	expect(seen.json).toMatchObject({ kind: 'reward', is_used: false, description: 'Reward at 1' })
	const words = [0, MINUTE_MS].map((ago) => voucherWords([scratchCookieKey], shop.id, Date.now() - ago))
	expect(words).toContain(seen.json.words)
	expect(codeOf(await present({ code, use: true }, rivalKey))).toBe('404 code_not_known')
	expect((await present({ code, use: true })).json).toMatchObject({ kind: 'reward', is_used: true })
	expect(codeOf(await present({ code, use: true }))).toBe('409 reward_used')
	expect((await guest.open('/rewards?tab=claimed')).text).toContain('Used on')
	const [foreign] = await site().database.rows('SELECT code FROM rewards WHERE used_at IS NULL LIMIT 1')
	expect(codeOf(await present({ code: foreign?.code, use: true }))).toBe('404 code_not_known')

	const shown = { userId: customer.userId, shopId: shop.id }
	const { token } = await signMemberCode([scratchCookieKey], shown, Date.now())
	const member = await present({ code: token })
	expect(member.json).toMatchObject({ kind: 'member', first_name: 'Ada' })
	const references = member.json.appointments_today.map((one: AppointmentInState) => one.reference)
	expect(references).toContain(appointments.atShop.reference)
	// S37: shown at one shop, it says nothing at another.
	expect(codeOf(await present({ code: token }, rivalKey))).toBe('404 other_shop')
})

test('the shop’s program heard everything, with signatures that the guide’s own code believes', async () => {
	const { database, paystack, worker } = site()
	await paystack.settled()
	const refunds = () => database.rows(`SELECT 1 FROM refunds WHERE status = 'processed'`)
	await expect.poll(async () => (await refunds()).length).toBe(1)
	expect(await worker.scheduled()).toBe('ok')
	const told = new Map(hook.heard.map(({ id, body }) => [id, JSON.parse(body)]))
	const heard = [...told.values()].map(({ event, appointment, amount_kobo }) =>
		[event, appointment.reference, amount_kobo ?? ''].join(' ').trim(),
	)
	const { paid, atShop, cancelled } = appointments
	const ofWalkIns = heard.filter(
		(line) => !Object.values(appointments).some(({ reference }) => line.includes(reference)),
	)
	expect(ofWalkIns.map((line) => line.split(' ')[0]).sort()).toEqual(['booked', 'booked', 'no_show'])
	expect(heard.filter((line) => !ofWalkIns.includes(line)).sort()).toEqual(
		[
			...Object.values(appointments).map(({ reference }) => `booked ${reference}`),
			...[paid, cancelled].map(({ reference }) => `paid ${reference} 500000`),
			...[paid, atShop].map(({ reference }) => `moved ${reference}`),
			`confirmed ${atShop.reference}`,
			...['arrived', 'completed', 'undone', 'completed', 'reviewed'].map(
				(event) => `${event} ${paid.reference}`,
			),
			`cancelled ${cancelled.reference}`,
			`refunded ${cancelled.reference} 500000`,
		].sort(),
	)
	const [, guide] = /```js\n([\s\S]+?)```/.exec(readFileSync('docs/api.md', 'utf8')) ?? []
	const module = `data:text/javascript,${encodeURIComponent(`${guide}export { isFromWakati }`)}`
	const { isFromWakati } = await import(/* @vite-ignore */ module)
	for (const { signature, body } of hook.heard) {
		expect(isFromWakati(signature, body, hookSecret)).toBe(true)
		expect(isFromWakati(signature, `${body} `, hookSecret)).toBe(false)
		expect(body).not.toContain(customer.email)
	}
	const { items } = await done('GET', '/deliveries')
	expect(items.map((item: { state: string }) => item.state)).toEqual(heard.map(() => 'delivered'))
})

test('the payouts are what was paid online, less what went back', async () => {
	const report = await done('GET', `/payouts?from=${today}&until=${today}`)
	const paid = site().paystack.transactions.reduce((sum, { amountKobo }) => sum + amountKobo, 0)
	expect(report.total).toMatchObject({ earned_kobo: paid, returned_kobo: 500_000, due_kobo: paid - 500_000 })
	const csv = await ask({ path: `/payouts/csv?from=${today}&until=${today}` })
	expect(csv.text).toMatch(/^Total,10000\.00,5000\.00,0\.00,5000\.00/m)
})

test('another shop’s key sees none of it, and changes nothing', async () => {
	const rival = (method: string, path: string, body?: unknown) => ask({ method, path, body, key: rivalKey })
	const lists = [
		'/appointments',
		'/reviews',
		'/webhooks',
		'/deliveries',
		`/payouts?from=${today}&until=${today}`,
	]
	for (const path of lists) expect((await rival('GET', path)).json.items, path).toEqual([])
	const { atShop } = appointments
	const bodies: Record<string, unknown> = {
		cancel: { reason: 'Out of spite' },
		move: { starts_at: new Date(halfHour(9)).toISOString() },
	}
	const acts = ['confirm', 'arrive', 'complete', 'no-show', 'undo', 'cancel', 'move']
	const answers = await Promise.all([
		rival('GET', `/appointments/${atShop.reference}`),
		rival('PATCH', `/services/${shop.idOf('cut')}`, { price_kobo: 1 }),
		...acts.map((act) => rival('POST', of(atShop, act), bodies[act])),
	])
	for (const { status, text } of answers)
		expect([status, text.includes(customer.email)]).toEqual([404, false])
	expect((await done('GET', `/appointments/${atShop.reference}`)).status).toBe('CONFIRMED')
	expect(await site().database.count(`SELECT count(*) FROM shop_acts WHERE shop_id = 'rival-shop'`)).toBe(0)
})

test('every act is written down with its key, and no key, code or customer stands in the log', async () => {
	const acts = await site().database.rows(
		`SELECT act.kind, act.summary, key.name FROM shop_acts act LEFT JOIN access_keys key ON key.id = act.key_id
			WHERE act.shop_id = ? ORDER BY act.acted_at, act.rowid`,
		shop.id,
	)
	expect(acts.map(({ kind }) => kind)).toEqual([
		...['webhook_changed', 'visit_confirmed', 'visit_moved', 'visit_moved', 'visit_arrived'],
		...['visit_completed', 'visit_undone', 'visit_completed', 'visit_cancelled'],
		...['walk_in_booked', 'visit_missed', 'walk_in_booked', 'closed_day_changed', 'service_changed'],
		...['review_replied', 'reward_used'],
	])
	for (const { name, summary } of acts) {
		expect(name).toBe('Till')
		expect(String(summary)).not.toMatch(/Ada|Obi|@/)
	}
	const log = site().worker.lines.join('\n')
	expect(log).toContain('"route":"routes/api.v1.$"')
	const secrets = [key, rivalKey].map((one) => one.slice('wakati_'.length))
	for (const hidden of [...secrets, hookSecret, hook.url, customer.email, appointments.paid.reference])
		expect(log).not.toContain(hidden)
})

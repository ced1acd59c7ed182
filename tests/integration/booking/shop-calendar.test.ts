import { describe, expect, test } from 'vitest'
import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { blockTime } from '#app/flows/booking/block-time.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { missAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { markArrived } from '#app/flows/booking/mark-appointment.server.ts'
import { readShopCalendar } from '#app/flows/booking/read-calendar.server.ts'
import { parseCells } from '#app/kernel/calendar-cells.ts'
import { newId } from '#app/kernel/id.server.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { newGuest, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, monday, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('calendar')

async function openCalendar(shop: SmallShop) {
	const caller = { secretHash: `hash-${shop.id}`, kind: 'kiosk' } as const
	const { now } = desk.clock
	await desk.deps.writeBatch([
		desk.deps.shops.accessKeys.insertKey({
			...{ ...caller, role: 'desk', id: `key-${shop.id}`, shopId: shop.id, name: 'Desk', pinHash: 'x', now },
		}),
	])
	return async (search: string, at: Instant = lagos(tuesday, '09:40')) => {
		const opened = async () => ({ shop: { name: 'Shop', timeZone: 'Africa/Lagos' } })
		return readShopCalendar(desk.deps, { caller, now: at, opened }, new URLSearchParams(search))
	}
}

async function book(shop: SmallShop, startsAt: Instant, staff: string, firstName = 'Amaka'): Promise<string> {
	const booked = await bookWalkIn(desk.deps, {
		shopId: shop.id,
		serviceIds: [shop.idOf('cut')],
		staffMemberId: shop.idOf(staff),
		startsAt,
		customer: { firstName, lastName: 'Obi', email: null, phone: null, userId: null },
		draftId: newId(),
		now: desk.clock.now,
	})
	if (!booked.ok) throw new Error(booked.refusal)
	return booked.value.referenceNumber
}

type Calendar = Awaited<ReturnType<Awaited<ReturnType<typeof openCalendar>>>>
const columnOf = (calendar: Calendar, head: string) => {
	const column = calendar.columns.find((one) => one.head === head)
	if (!column) throw new Error(`no column ${head} of ${calendar.columns.map((one) => one.head).join()}`)
	return parseCells(column.cells).map(
		({ row, length, kind, items }) =>
			`${calendar.times[row]?.time}+${length} ${kind}${items.map(({ time, title, word }) => ` ${time} ${title} ${word}`).join(';')}`,
	)
}

describe('the calendar of a day', () => {
	test('has a column for each who works, with what takes their time and the half-hours to tap', async () => {
		const shop = await desk.newShop({
			staff: {
				Ada: { hours: [540, 720], breakMinutes: [630, 660] },
				Bola: { hours: [600, 780] },
				Chi: { daysOff: [tuesday] },
			},
			services: { cut: { minutes: 45 } },
		})
		const calendar = await openCalendar(shop)
		const reference = await book(shop, lagos(tuesday, '10:00'), 'Bola')
		await markArrived(desk.deps, { shopId: shop.id, referenceNumber: reference, now: desk.clock.now })
		await blockTime(desk.deps, {
			...{ shopId: shop.id, staffMemberId: shop.idOf('Bola'), reason: 'Dentist', blockId: newId() },
			...{ startsAt: lagos(tuesday, '11:00'), endsAt: lagos(tuesday, '12:00'), now: desk.clock.now },
		})
		const day = await calendar(`date=${tuesday}`)
		expect(day.title).toBe('Today')
		expect(day.here).toBe('/kiosk/calendar')
		expect(columnOf(day, 'Ada Obi')).toEqual([...['09:00+2 past', '10:30+1 break', '12:00+2 off']])
		expect(columnOf(day, 'Bola Obi')).toEqual([
			'09:00+2 off',
			'10:00+2 taken 10:00 AM – 10:45 AM Amaka Obi Waiting',
			'11:00+2 taken 11:00 AM – 12:00 PM Blocked null',
		])
		expect(day.off).toEqual([
			{ to: `/kiosk/calendar?staff=${shop.idOf('Chi')}`, name: 'Chi Obi', hours: 'Off' },
		])
	})

	test('shows a time that is being booked, and no longer than it is held', async () => {
		const shop = await desk.newShop()
		const calendar = await openCalendar(shop)
		const guest = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		expect((await guest.hold(ten)).ok).toBe(true)
		const at10 = async (at: Instant) =>
			columnOf(await calendar(`date=${tuesday}`, at), 'Ada Obi').find((cell) => cell.startsWith('10:00'))
		expect(await at10(desk.clock.now)).toBe('10:00+2 taken 10:00 AM – 11:00 AM Being booked online null')
		expect(await at10(desk.clock.now + HOUR_MS)).toBeUndefined()
	})

	test('tells a time that waits for its deposit from one that is being booked online', async () => {
		const shop = await desk.newShop()
		const calendar = await openCalendar(shop)
		await desk.change(`UPDATE shops SET deposit_kind = 'percent', deposit_value = 50 WHERE id = ?`, shop.id)
		const { now } = desk.clock
		const draftId = newId()
		const asked = await askDeposit(
			{ ...desk.deps, onlinePayments: { minimumKobo: 100_00 } },
			{
				shopId: shop.id,
				serviceIds: [shop.idOf('cut')],
				staffMemberId: null,
				startsAt: ten,
				customer: { firstName: 'Amaka', lastName: 'Obi', email: null, phone: '+2348035550199', userId: null },
				draftId,
				now,
			},
		)
		expect(asked.ok).toBe(true)
		const day = await calendar(`date=${tuesday}`, now)
		const cells = columnOf(day, 'Ada Obi')
		expect(cells).toContain('10:00+2 taken 10:00 AM – 11:00 AM Waits for a deposit null')
		const pages = day.columns.flatMap((one) =>
			parseCells(one.cells).flatMap(({ items }) => items.map(({ page }) => page)),
		)
		expect(pages).toEqual([`deposits/${draftId}`])
	})

	test('has no missed visit, nothing of another shop, and nothing for a key that has ended', async () => {
		const [shop, other] = [await desk.newShop(), await desk.newShop()]
		const [calendar, ofOther] = [await openCalendar(shop), await openCalendar(other)]
		const now = ten + 30 * MINUTE_MS
		const referenceNumber = await book(shop, ten, 'Ada')
		const kinds = async (of: typeof calendar) =>
			(await of(`date=${tuesday}`, now)).columns.map(({ cells }) =>
				parseCells(cells)
					.map(({ kind }) => kind)
					.join(),
			)
		expect((await kinds(calendar))[0]).toContain('taken')
		expect((await kinds(ofOther))[0]).not.toContain('taken')
		const missed = await missAppointment(desk.deps, { shopId: shop.id, referenceNumber, now })
		expect(missed.ok).toBe(true)
		expect((await kinds(calendar))[0]).not.toContain('taken')
		await desk.change("UPDATE access_keys SET ended_at = 1, ending = 'revoked' WHERE shop_id = ?", shop.id)
		expect((await calendar(`date=${tuesday}`, now)).columns).toEqual([])
	})

	test('of a closed day says why, and keeps who is booked despite it', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const calendar = await openCalendar(shop)
		await book(shop, ten, 'Ada')
		await desk.change(`INSERT INTO shop_closed_days VALUES (?, ?, 'Public holiday')`, shop.id, tuesday)
		const day = await calendar(`date=${tuesday}`)
		expect(columnOf(day, 'Ada Obi')).toEqual(['10:00+2 taken 10:00 AM – 11:00 AM Amaka Obi Confirmed'])
		expect(day.columns[0]?.hours).toBe('Public holiday')
		expect(day.off.map(({ name, hours }) => `${name} ${hours}`)).toEqual(['Bola Obi Public holiday'])
	})

	test('of twenty people stands on pages of six', async () => {
		const names = [...'ABCDEFGHIJKLMNOPQRST']
		const shop = await desk.newShop({ staff: Object.fromEntries(names.map((name) => [name, {}])) })
		const calendar = await openCalendar(shop)
		let day = await calendar(`date=${tuesday}`)
		const heads: string[] = []
		for (let pages = 1; ; pages++) {
			heads.push(...day.columns.map(({ head }) => head))
			if (day.links.on === null) {
				expect(pages).toBe(4)
				break
			}
			day = await calendar(day.links.on.split('?')[1] ?? '')
		}
		expect(heads).toEqual(names.map((name) => `${name} Obi`))
		expect(day.links.before).toBe('/kiosk/calendar?page=3')
	})
})

describe('the week of a person', () => {
	test('runs from Monday to Sunday, with their days off and their visits alone', async () => {
		const shop = await desk.newShop({ staff: { Ada: { daysOff: ['2026-11-26'] }, Bola: {} } })
		const calendar = await openCalendar(shop)
		await book(shop, ten, 'Ada')
		await book(shop, ten, 'Bola')
		await book(shop, ten + 5 * DAY_MS, 'Ada', 'Sade')
		await book(shop, ten + 6 * DAY_MS, 'Ada', 'Next')
		const week = await calendar(`staff=${shop.idOf('Ada')}&date=${tuesday}`)
		expect(week.title).toBe('Ada Obi')
		expect(week.dateLabel).toBe('Mon 23 Nov – Sun 29 Nov')
		expect(week.columns.map(({ head, hours }) => `${head} ${hours}`)).toEqual(
			['Mon 23', 'Tue 24', 'Wed 25', 'Thu 26', 'Fri 27', 'Sat 28', 'Sun 29'].map(
				(day) => `${day} Nov ${day === 'Thu 26' ? 'Off' : '9:00 AM – 6:00 PM'}`,
			),
		)
		const titles = week.columns.map(({ cells }) =>
			parseCells(cells)
				.flatMap(({ items }) => items.map(({ title }) => title))
				.join(),
		)
		expect(titles).toEqual(['', 'Amaka Obi', '', '', '', '', 'Sade Obi'])
		expect(columnOf(week, 'Mon 23 Nov')).toEqual(['09:00+18 past'])
		expect(columnOf(week, 'Wed 25 Nov')).toEqual(['09:00+18 free'])
		expect(week.columns[0]?.to).toBe(`/kiosk/calendar?date=${monday}`)
		expect(week.days).toMatchObject({
			today: null,
			after: `/kiosk/calendar?date=2026-12-01&staff=${shop.idOf('Ada')}`,
		})
	})

	test('of one who is unknown here is the day of everyone', async () => {
		const [shop, other] = [await desk.newShop(), await desk.newShop()]
		const calendar = await openCalendar(shop)
		for (const staff of [other.idOf('Ada'), 'x', ''])
			expect(await calendar(`staff=${staff}`)).toMatchObject({ staff: null, title: 'Today' })
	})
})

import { expect, test } from 'vitest'
import type { WantedTime } from '#app/domain/availability/calendar-entry-repository.server.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import type { BusyRow, ServiceSegment, SlotSearch } from '#app/domain/availability/slot-search.ts'
import { takeSlot } from '#app/flows/booking/take-slot.server.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'

const date = '2026-11-24'
const at = (time: string) => Date.parse(`${date}T${time}+01:00`)
const staff = ['ada', 'bola', 'chi']

function search(change: { busy?: BusyRow[]; segments?: ServiceSegment[] } = {}): SlotSearch {
	return {
		rows: {
			shopHours: [{ dayOfWeek: 2, opensMinute: 540, closesMinute: 1080 }],
			schedules: staff.map((staffMemberId) => ({
				staffMemberId,
				dayOfWeek: 2,
				isAvailable: true,
				startMinute: 540,
				endMinute: 1080,
				breakStartMinute: null,
				breakEndMinute: null,
			})),
			daysOff: [],
			busy: change.busy ?? [],
		},
		segments: change.segments ?? [
			{ serviceId: 'cut', staffMemberIds: staff, durationMinutes: 60, bufferMinutes: 0 },
		],
		days: shopDays('Africa/Lagos', date, 1),
		earliestStartAt: at('08:00'),
	}
}

const taken = () => new DatabaseError('violation', '', 'slot_taken')
const peopleIn = (times: WantedTime[]) =>
	times.map(({ candidates }) => candidates.map((one) => one.staffMemberId))

test('for one service all who are free travel in one write, the least busy first', async () => {
	const writes: string[][][] = []
	const busy = [
		{ staffMemberId: 'ada', startsAt: at('14:00'), blockedUntilAt: at('15:00') },
		{ staffMemberId: 'bola', startsAt: at('10:30'), blockedUntilAt: at('11:00') },
	]
	const outcome = await takeSlot(search({ busy }), at('10:00'), async (times) => writes.push(peopleIn(times)))
	expect(outcome.ok).toBe(true)
	expect(writes).toEqual([[['chi', 'ada']]])
})

test('a visit of two services tries one way to staff it after another, until the database accepts one', async () => {
	const segment = { staffMemberIds: ['ada', 'bola'], durationMinutes: 60, bufferMinutes: 0 }
	const segments = [
		{ serviceId: 'cut', ...segment },
		{ serviceId: 'braids', ...segment },
	]
	const tried: string[][][] = []
	const outcome = await takeSlot(search({ segments }), at('10:00'), async (times) => {
		tried.push(peopleIn(times))
		if (tried.length < 3) throw taken()
	})
	expect(outcome.ok).toBe(true)
	expect(tried).toHaveLength(3)
	expect(new Set(tried.map((one) => JSON.stringify(one)))).toHaveLength(3)
	for (const way of tried) expect(way.map((people) => people.length)).toEqual([1, 1])
})

test('only when every way is taken is it refused as taken; any other refusal ends the trying', async () => {
	const segment = { staffMemberIds: ['ada', 'bola'], durationMinutes: 60, bufferMinutes: 0 }
	const segments = [
		{ serviceId: 'cut', ...segment },
		{ serviceId: 'braids', ...segment },
	]
	let tries = 0
	const failing = (error: Error) => () => {
		tries += 1
		return Promise.reject(error)
	}
	expect(await takeSlot(search({ segments }), at('10:00'), failing(taken()))).toEqual({
		ok: false,
		refusal: 'slot_taken',
	})
	expect(tries).toBe(4)
	tries = 0
	const spent = failing(new DatabaseError('violation', '', 'promo_not_valid'))
	expect(
		await takeSlot(search({ segments }), at('10:00'), spent, { promo_not_valid: 'promo_not_valid' }),
	).toEqual({
		ok: false,
		refusal: 'promo_not_valid',
	})
	expect(tries).toBe(1)
})

test('what the list does not offer is never tried', async () => {
	const never = () => Promise.reject(new Error('must not write'))
	const busy = staff.map((staffMemberId) => ({
		staffMemberId,
		startsAt: at('10:00'),
		blockedUntilAt: at('11:00'),
	}))
	const refusals = {
		'07:00': 'slot_past',
		'10:30': 'slot_taken',
		'17:30': 'slot_outside_hours',
		'12:10': 'slot_outside_hours',
	}
	for (const [time, refusal] of Object.entries(refusals))
		expect([time, await takeSlot(search({ busy }), at(time), never)]).toEqual([time, { ok: false, refusal }])
})

test('a bug of ours is thrown on', async () => {
	const failing = () => Promise.reject(new TypeError('bug'))
	await expect(takeSlot(search(), at('10:00'), failing)).rejects.toThrow('bug')
})

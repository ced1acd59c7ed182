import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { weekOfShop } from '#app/domain/availability/rota.ts'
import { shopDays } from '#app/domain/availability/shop-days.server.ts'
import { slotAt } from '#app/domain/availability/slot-at.ts'
import type { SlotSearch } from '#app/domain/availability/slot-search.ts'
import { rankAssignments } from '#app/domain/availability/staff-assignment.ts'
import { isDeep, isFull } from '#tests/support/deep.ts'
import { calendarCase } from './calendar-cases.ts'
import { type OracleSearch, oracleDays, oracleWays, wayOf } from './oracle.ts'

const numRuns = isDeep ? 100_000 : isFull ? 1_500 : 300

function searchOf(drawn: OracleSearch): SlotSearch {
	const { zone, firstDate, dayCount, rows, segments, earliestStartAt } = drawn
	return { rows, segments, days: shopDays(zone, firstDate, dayCount), earliestStartAt }
}

test('the list of times is what counting minute by minute gives, in any zone and around clock changes (R13, R14)', () => {
	fc.assert(
		fc.property(calendarCase, (drawn) => {
			const days = openSlots(searchOf(drawn))
			expect(days.map(({ date, isOpen, slots }) => ({ date, isOpen, slots }))).toEqual(oracleDays(drawn))
			for (const day of days) expect(day.freeCount).toBe(day.slots.filter((slot) => slot.free).length)
		}),
		{ numRuns },
	)
}, 3_600_000)

test('O5: a person who follows the shop has its hours, each day, whatever these are', () => {
	fc.assert(
		fc.property(calendarCase, (drawn) => {
			const people = [...new Set(drawn.rows.schedules.map(({ staffMemberId }) => staffMemberId))]
			const withWeek = (week: readonly (typeof weekOfShop)[number][]) => ({
				...drawn,
				rows: {
					...drawn.rows,
					schedules: people.flatMap((staffMemberId) =>
						week.map((day) => ({ ...day, staffMemberId, isAvailable: true })),
					),
				},
			})
			const copied = drawn.rows.shopHours.map(({ dayOfWeek, opensMinute, closesMinute }) => ({
				dayOfWeek,
				startMinute: opensMinute,
				endMinute: closesMinute,
				breakStartMinute: null,
				breakEndMinute: null,
			}))
			const following = withWeek(weekOfShop)
			const days = openSlots(searchOf(following))
			expect(days).toEqual(openSlots(searchOf(withWeek(copied))))
			expect(days.map(({ date, isOpen, slots }) => ({ date, isOpen, slots }))).toEqual(oracleDays(following))
		}),
		{ numRuns: numRuns / 3 },
	)
}, 3_600_000)

test('what is shown free can be booked and nothing else, by exactly the people who can do it (R17)', () => {
	fc.assert(
		fc.property(calendarCase, (drawn) => {
			const search = searchOf(drawn)
			for (const day of openSlots(search)) {
				for (const slot of day.slots) {
					const answer = slotAt(search, slot.startsAt)
					expect(answer).toEqual(slot.free ? { ok: true, value: slot } : { ok: false, refusal: 'taken' })
					const ways = rankAssignments(search, slot.startsAt, 1_000).map(wayOf)
					expect(ways.sort()).toEqual(oracleWays(drawn, day.date, slot.startsAt).sort())
					expect(ways.length > 0).toBe(slot.free)
					// R5: the best way is one person's where one person is free for all.
					const isByOne = (way = '') => new Set(way.split('+')).size === 1
					const [best] = rankAssignments(search, slot.startsAt)
					expect(best !== undefined && isByOne(wayOf(best))).toBe(ways.some(isByOne))
					// A shift that begins at another minute of the half-hour may have time then too.
					if (slot.free) expect(assignmentsAtMinute(search, slot.startsAt).assignments).not.toEqual([])
				}
			}
		}),
		{ numRuns: numRuns / 5 },
	)
}, 3_600_000)

test('a time that the list does not have is refused, and nobody is offered for it (R17)', () => {
	fc.assert(
		fc.property(calendarCase, fc.integer({ min: -300, max: 4_600 }), (drawn, minutes) => {
			const search = searchOf(drawn)
			const startsAt = (search.days[0]?.startsAt ?? 0) + minutes * 60_000
			const listed = openSlots(search).flatMap(({ slots }) => slots)
			if (listed.some((slot) => slot.startsAt === startsAt)) return
			expect(slotAt(search, startsAt).ok).toBe(false)
			expect(rankAssignments(search, startsAt)).toEqual([])
		}),
		{ numRuns },
	)
}, 3_600_000)

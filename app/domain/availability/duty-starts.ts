import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { DAY_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { everyHalfHour, meetsBusyOnChangedDay, worksOnChangedDay } from './changed-day.ts'
import { type Duty, type DutyIndex, firstDutyOf, indexDuties, nextDutyOf } from './duty.ts'
import {
	bitsBetween,
	HALF_HOURS_PER_WORD,
	halfHourFrom,
	halfHourUpTo,
	SLOT_STEP_MINUTES,
} from './half-hours.ts'
import type { DayOfShop } from './shop-day.ts'
import type { BusyRow, CalendarRows } from './slot-search.ts'
import { type WorkingWindow, windowsOfDuties } from './working-window.ts'

/**
 * For each duty and day (index `duty × number of days + day`) the starts of the visit that suit it, as half-hours:
 * `works…` by hours, breaks, days off and notice; `free…` when nothing busy is in the way either.
 * `phase` is -1 where the person does not work.
 */
export type DutyStarts = {
	phase: number[]
	worksAm: number[]
	worksPm: number[]
	freeAm: number[]
	freePm: number[]
}

type Search = { rows: CalendarRows; days: readonly DayOfShop[]; earliestStartAt: Instant }

/**
 * The one place where it is decided whether somebody can take a visit at a time: the list of times, the booking and
 * the ranking of people all come here (R17). Each row is looked at once and takes a stretch out of a day.
 * With `sharesGrid` the duties are of one visit and the first one's working hours set its grid; without it each
 * stands for a visit of its own.
 */
export function dutyStarts(search: Search, duties: readonly Duty[], sharesGrid: boolean): DutyStarts {
	const { days } = search
	const size = duties.length * days.length
	const starts: DutyStarts = {
		phase: filled(size, -1),
		worksAm: filled(size, 0),
		worksPm: filled(size, 0),
		freeAm: filled(size, 0),
		freePm: filled(size, 0),
	}
	const index = indexDuties(duties)
	const windows = windowsOfDuties(search.rows, days, duties, index)
	for (let duty = 0; duty < duties.length; duty++) {
		for (let day = 0; day < days.length; day++) {
			const cell = duty * days.length + day
			const window = windows[cell]
			if (!window) continue
			const phase = sharesGrid && duty > 0 ? starts.phase[day]! : window.startMinute % SLOT_STEP_MINUTES
			if (phase < 0) continue
			starts.phase[cell] = phase
			setWorking(starts, cell, days[day]!, window, duties[duty]!, search.earliestStartAt)
		}
	}
	takeOutBusyTime(starts, search, duties, index)
	return starts
}

function setWorking(
	starts: DutyStarts,
	cell: number,
	day: DayOfShop,
	window: WorkingWindow,
	duty: Duty,
	earliestStartAt: Instant,
) {
	const phase = starts.phase[cell]!
	if (day.change === null) {
		const noticeMinute = Math.ceil((earliestStartAt - day.startsAt) / MINUTE_MS)
		const earliest = Math.min(
			Math.max(window.startMinute - duty.offsetMinutes, noticeMinute),
			MINUTES_PER_DAY,
		)
		const first = halfHourFrom(earliest, phase)
		const last = halfHourUpTo(window.endMinute - duty.durationMinutes - duty.offsetMinutes, phase)
		starts.freeAm[cell] = bitsBetween(first, last)
		starts.freePm[cell] = bitsBetween(first - HALF_HOURS_PER_WORD, last - HALF_HOURS_PER_WORD)
		if (window.breakStartMinute < window.breakEndMinute) {
			const length = duty.offsetMinutes + duty.durationMinutes
			clearBetween(starts, cell, window.breakStartMinute - length, window.breakEndMinute - duty.offsetMinutes)
		}
	} else {
		for (const halfHour of everyHalfHour) {
			if (worksOnChangedDay(day, window, duty, halfHour, phase, earliestStartAt))
				setBit(starts, cell, halfHour)
		}
	}
	starts.worksAm[cell] = starts.freeAm[cell]!
	starts.worksPm[cell] = starts.freePm[cell]!
}

/** A visit is in the way of a row when it starts before the row's end and its buffer ends after the row's start. */
function takeOutBusyTime(starts: DutyStarts, search: Search, duties: readonly Duty[], index: DutyIndex) {
	const { days, rows } = search
	const base = days[0]?.startsAt ?? 0
	// With a clock change about, a day is not found by dividing: each is asked.
	const isEven = days.every((day, place) => day.change === null && day.startsAt === base + place * DAY_MS)
	const lastOfAll = days.length - 1
	for (const row of rows.busy) {
		let place = firstDutyOf(index, row.staffMemberId)
		if (place < 0 || row.blockedUntilAt <= row.startsAt) continue
		// Whole minutes, outwards: a start is on a whole minute, so nothing changes for it. From here on integers.
		const from = Math.floor((row.startsAt - base) / MINUTE_MS) | 0
		const until = Math.ceil((row.blockedUntilAt - base) / MINUTE_MS) | 0
		for (; place >= 0; place = nextDutyOf(index, place)) {
			const duty = duties[place]!
			const after = from - duty.offsetMinutes - duty.durationMinutes - duty.bufferMinutes
			const before = until - duty.offsetMinutes
			const firstDay = isEven ? Math.max(0, ((after + 1) / MINUTES_PER_DAY) | 0) : 0
			const lastDay = isEven ? Math.min(lastOfAll, ((before - 1) / MINUTES_PER_DAY) | 0) : lastOfAll
			for (let day = firstDay; day <= lastDay; day++) {
				const cell = place * days.length + day
				if (starts.phase[cell]! < 0) continue
				const midnight = isEven ? day * MINUTES_PER_DAY : (days[day]!.startsAt - base) / MINUTE_MS
				if (isEven || days[day]!.change === null)
					clearBetween(starts, cell, after - midnight, before - midnight)
				else clearOneByOne(starts, cell, days[day]!, duty, row)
			}
		}
	}
}

/** Takes out the starts that lie after one minute and before another, both excluded. */
function clearBetween(starts: DutyStarts, cell: number, after: number, before: number) {
	const phase = starts.phase[cell]!
	const first = halfHourUpTo(after, phase) + 1
	const last = halfHourFrom(before, phase) - 1
	if (first < HALF_HOURS_PER_WORD) starts.freeAm[cell]! &= ~bitsBetween(first, last)
	if (last >= HALF_HOURS_PER_WORD) {
		starts.freePm[cell]! &= ~bitsBetween(first - HALF_HOURS_PER_WORD, last - HALF_HOURS_PER_WORD)
	}
}

function clearOneByOne(starts: DutyStarts, cell: number, day: DayOfShop, duty: Duty, row: BusyRow) {
	for (const halfHour of everyHalfHour) {
		if (!meetsBusyOnChangedDay(day, duty, halfHour, starts.phase[cell]!, row)) continue
		if (halfHour < HALF_HOURS_PER_WORD) starts.freeAm[cell]! &= ~(1 << halfHour)
		else starts.freePm[cell]! &= ~(1 << (halfHour - HALF_HOURS_PER_WORD))
	}
}

function setBit(starts: DutyStarts, cell: number, halfHour: number) {
	if (halfHour < HALF_HOURS_PER_WORD) starts.freeAm[cell]! |= 1 << halfHour
	else starts.freePm[cell]! |= 1 << (halfHour - HALF_HOURS_PER_WORD)
}

function filled(size: number, value: number): number[] {
	return new Array<number>(size).fill(value)
}

import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { SLOT_STEP_MINUTES } from './half-hour-set.ts'
import { isWithinShift, meetsBreak, type Shift } from './shift.ts'
import type { ClockSpan } from './shop-day.ts'

/** Half-hours of a day, 0 to 48; `last` is excluded. */
export type HalfHours = { first: number; last: number }

/** A stretch of whole half-hours. With `isFreeParted` each free half-hour is a cell. */
export type CalendarCell<Item> = HalfHours & {
	kind: 'off' | 'break' | 'past' | 'free' | 'taken'
	/** By start; only in a taken cell. */
	items: Item[]
}

/**
 * One person's day as cells of half-hours; an item stands in the cell that it begins in. Free: the person works through
 * the half-hour, without a break, an item or the past. `untilMinute` is an item's end with its buffer.
 */
export function calendarColumn<Item extends ClockSpan & { untilMinute: number }>(
	{ first, last }: HalfHours,
	{
		shift,
		items,
		pastBefore,
		isFreeParted,
	}: { shift: Shift | null; items: readonly Item[]; pastBefore: number; isFreeParted: boolean },
): CalendarCell<Item>[] {
	const ordered = items.toSorted((a, b) => a.startMinute - b.startMinute)
	const cells: CalendarCell<Item>[] = []
	for (let halfHour = first; halfHour < last; halfHour++) {
		const span = halfHourSpan(halfHour)
		const met = ordered.filter(
			({ startMinute, untilMinute }) => startMinute < span.endMinute && untilMinute > span.startMinute,
		)
		const kind = met.length > 0 ? 'taken' : cellKind(span, shift, pastBefore)
		const before = cells.at(-1)
		const goesOn =
			before?.kind === kind &&
			(kind === 'taken'
				? met.some(({ startMinute }) => startMinute < span.startMinute)
				: kind !== 'free' || !isFreeParted)
		if (before && goesOn) {
			before.last++
			before.items.push(...met.filter((item) => !before.items.includes(item)))
		} else cells.push({ kind, first: halfHour, last: halfHour + 1, items: met })
	}
	return cells
}

/** The half-hours that shifts and items fill, or null. */
export function shownHalfHours(
	shifts: readonly (Shift | null)[],
	items: readonly ClockSpan[],
): HalfHours | null {
	const spans = [...shifts.filter((shift) => shift !== null), ...items]
	if (spans.length === 0) return null
	return {
		first: Math.floor(Math.min(...spans.map(({ startMinute }) => startMinute)) / SLOT_STEP_MINUTES),
		last: Math.ceil(
			Math.min(MINUTES_PER_DAY, Math.max(...spans.map(({ endMinute }) => endMinute))) / SLOT_STEP_MINUTES,
		),
	}
}

function halfHourSpan(halfHour: number): ClockSpan {
	const startMinute = halfHour * SLOT_STEP_MINUTES
	return { startMinute, endMinute: startMinute + SLOT_STEP_MINUTES }
}

function cellKind(span: ClockSpan, shift: Shift | null, pastBefore: number) {
	if (shift === null || !isWithinShift(shift, span)) return 'off'
	if (meetsBreak(shift, span)) return 'break'
	return span.startMinute < pastBefore ? 'past' : 'free'
}

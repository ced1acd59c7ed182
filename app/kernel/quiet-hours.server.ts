import { addDays } from './civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from './instant.ts'
import { civilAt, instantOf, type ZoneName } from './zone.server.ts'

/** Quiet hours on the shop's clock: from 21:00 until 07:00 no message disturbs a customer (D49). */
const QUIET_FROM_MINUTE = 21 * 60
const QUIET_UNTIL_MINUTE = 7 * 60
/** What falls due in them is sent half an hour before they begin. */
const BEFORE_QUIET_MINUTE = QUIET_FROM_MINUTE - 30

/** How many hours before a visit or a session its customer is reminded. */
const REMINDER_HOURS = [24, 2] as const

/** Whether an instant lies in the quiet hours of a shop; 21:00 does, 07:00 does not. */
export function isQuietAt(zone: ZoneName, at: Instant): boolean {
	const { minute } = civilAt(zone, at)
	return minute >= QUIET_FROM_MINUTE || minute < QUIET_UNTIL_MINUTE
}

/**
 * When a reminder is due: some hours before the start, or at 20:30 before the quiet hours that this falls in. Null
 * for one that was due before it was booked.
 */
export function reminderDueAt(
	zone: ZoneName,
	{ startsAt, hoursBefore, bookedAt }: { startsAt: Instant; hoursBefore: number; bookedAt: Instant },
): Instant | null {
	const dueAt = beforeQuietHours(zone, startsAt - hoursBefore * HOUR_MS)
	return dueAt > bookedAt ? dueAt : null
}

/** Reminders of the starts of one half hour go out in the half hour before they are due. */
const REMINDERS_WITHIN_MS = 30 * MINUTE_MS

/** The reminders still to come for a start that is booked now, each up to half an hour early, or late at 07:00. */
export function remindersOf(
	zone: ZoneName,
	startsAt: Instant,
	now: Instant,
): { hoursBefore: number; dueAt: Instant }[] {
	return REMINDER_HOURS.flatMap((hoursBefore) => {
		const dueAt = reminderDueAt(zone, { startsAt, hoursBefore, bookedAt: now })
		if (dueAt === null) return []
		return [{ hoursBefore, dueAt: spreadDue(zone, dueAt, { now, withinMs: REMINDERS_WITHIN_MS }) }]
	})
}

/**
 * What is due at one instant for many would wait for each other: each goes out earlier, by a share of `withinMs` that
 * the instant of its writing gives. Later instead, where earlier is a quiet hour. At its time where that is over.
 */
function spreadDue(
	zone: ZoneName,
	dueAt: Instant,
	{ now, withinMs }: { now: Instant; withinMs: number },
): Instant {
	const share = now % withinMs
	if (isQuietAt(zone, dueAt - share)) return dueAt + share
	return dueAt - share > now ? dueAt - share : dueAt
}

/** Whether a reminder was kept for so long that the next one is due, or what it reminds of. */
export function isReminderOver(
	zone: ZoneName,
	{ startsAt, hoursBefore }: { startsAt: Instant; hoursBefore: number },
	now: Instant,
): boolean {
	const next = REMINDER_HOURS.find((hours) => hours < hoursBefore)
	return now >= (next === undefined ? startsAt : beforeQuietHours(zone, startsAt - next * HOUR_MS))
}

/** When news that fall due in the quiet hours of a shop may be told: at their end. Null outside them: at once. */
export function quietUntil(zone: ZoneName, at: Instant): Instant | null {
	if (!isQuietAt(zone, at)) return null
	const { date, minute } = civilAt(zone, at)
	const morning = minute < QUIET_UNTIL_MINUTE ? date : addDays(date, 1)
	return instantOf(zone, morning, QUIET_UNTIL_MINUTE)
}

/** An instant, or 20:30 before the quiet hours that it falls in. */
export function beforeQuietHours(zone: ZoneName, at: Instant): Instant {
	if (!isQuietAt(zone, at)) return at
	const { date, minute } = civilAt(zone, at)
	const evening = minute < QUIET_UNTIL_MINUTE ? addDays(date, -1) : date
	return instantOf(zone, evening, BEFORE_QUIET_MINUTE) ?? at
}

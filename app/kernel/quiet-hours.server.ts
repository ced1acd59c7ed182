import { addDays } from './civil.ts'
import { HOUR_MS, type Instant, MINUTE_MS } from './instant.ts'
import { civilAt, instantOf, type ZoneName } from './zone.server.ts'

/** From 21:00 until 07:00 on the shop's clock no message disturbs a customer (D49). */
const QUIET_FROM_MINUTE = 21 * 60
const QUIET_UNTIL_MINUTE = 7 * 60
/** A message due in quiet hours is sent half an hour before them. */
const BEFORE_QUIET_MINUTE = QUIET_FROM_MINUTE - 30

const REMINDER_HOURS = [24, 2] as const

/** 21:00 is quiet, 07:00 is not. */
export function isQuietAt(zone: ZoneName, at: Instant): boolean {
	const { minute } = civilAt(zone, at)
	return minute >= QUIET_FROM_MINUTE || minute < QUIET_UNTIL_MINUTE
}

/** Some hours before the start, or at 20:30 before quiet hours. Null for a reminder that was due before the booking. */
export function reminderDueAt(
	zone: ZoneName,
	{ startsAt, hoursBefore, bookedAt }: { startsAt: Instant; hoursBefore: number; bookedAt: Instant },
): Instant | null {
	const dueAt = beforeQuietHours(zone, startsAt - hoursBefore * HOUR_MS)
	return dueAt > bookedAt ? dueAt : null
}

/** Reminders of one half-hour's starts go out in the half hour before they are due. */
const REMINDERS_WITHIN_MS = 30 * MINUTE_MS

/** Reminders still to come, each up to half an hour early, or late at 07:00. */
export function reminderTimes(
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
 * Messages due at one instant would wait for each other. Each goes earlier by a share of `withinMs`; later where the
 * earlier instant is quiet; on time where it is past.
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

/** True once the next reminder is due, or the start itself. */
export function isReminderOver(
	zone: ZoneName,
	{ startsAt, hoursBefore }: { startsAt: Instant; hoursBefore: number },
	now: Instant,
): boolean {
	const next = REMINDER_HOURS.find((hours) => hours < hoursBefore)
	return now >= (next === undefined ? startsAt : beforeQuietHours(zone, startsAt - next * HOUR_MS))
}

/** The end of quiet hours; null outside them. */
export function quietUntil(zone: ZoneName, at: Instant): Instant | null {
	if (!isQuietAt(zone, at)) return null
	const { date, minute } = civilAt(zone, at)
	const morning = minute < QUIET_UNTIL_MINUTE ? date : addDays(date, 1)
	return instantOf(zone, morning, QUIET_UNTIL_MINUTE)
}

/** 20:30 for an instant in quiet hours, else the instant. */
export function beforeQuietHours(zone: ZoneName, at: Instant): Instant {
	if (!isQuietAt(zone, at)) return at
	const { date, minute } = civilAt(zone, at)
	const evening = minute < QUIET_UNTIL_MINUTE ? addDays(date, -1) : date
	return instantOf(zone, evening, BEFORE_QUIET_MINUTE) ?? at
}

import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { clockAt } from './clock-by-hand.ts'
import type { Mailed } from './mailed-rows.ts'
import { startsBetween, type VisitHistory } from './visit-history.ts'

/** A write may land minutes after its "now", and a mail may be on its way for a minute after it was made. */
const ABOUT_MS = 5 * MINUTE_MS
const ON_ITS_WAY_MS = 2 * MINUTE_MS
/** Reminders of one half hour are spread over the half hour before. */
const SPREAD_MS = 30 * MINUTE_MS

/** When a reminder is due: hours before the start, or at 20:30 before the quiet hours that this falls in. */
function dueAt(zone: string, startsAt: Instant, hoursBefore: number): Instant {
	const at = startsAt - hoursBefore * HOUR_MS
	const { minute } = clockAt(zone, at)
	const evening = 20 * 60 + 30
	const back = minute >= 21 * 60 ? minute - evening : minute < 7 * 60 ? minute + 1_440 - evening : 0
	return at - back * MINUTE_MS
}

/** 'Tue 24 Nov 2026, 2:30 PM (Lagos time)' */
function momentInWords(zone: string, at: Instant): string {
	const part = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat('en-US', { timeZone: zone, ...options }).format(at)
	const { minute } = clockAt(zone, at)
	const hour = Math.floor(minute / 60)
	const clock = `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
	const day = `${part({ weekday: 'short' })} ${part({ day: 'numeric' })} ${part({ month: 'short' })} ${part({ year: 'numeric' })}`
	return `${day}, ${clock} (${zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')} time)`
}

/** 'today at 2:30 PM', as the shop's calendar counts; null for a later day. */
function nearInWords(zone: string, startsAt: Instant, now: Instant): string | null {
	const day = (at: Instant) => Date.parse(clockAt(zone, at).date)
	const days = (day(startsAt) - day(now)) / DAY_MS
	const [, clock = ''] = /, (\S+ [AP]M) /.exec(momentInWords(zone, startsAt)) ?? []
	return days > 1 ? null : `${days === 0 ? 'today' : 'tomorrow'} at ${clock}`
}

/** A reminder names the start on the shop's clock, in its time, and never of a visit that was cancelled or moved. */
export function judgeReminder(world: World, mail: Mailed, visit: VisitHistory): void {
	const find = (what: string) =>
		world.find(`mail: the reminder of ${visit.reference} ${what} (${mail.messageId})`)
	const { at, subject, text, payload } = mail
	const { zone, cancelledAt } = visit
	if (cancelledAt !== null && cancelledAt + ABOUT_MS < at) {
		find('went out after its cancellation')
		return
	}
	const start = startsBetween(visit, at - ABOUT_MS, at + ABOUT_MS).find((one) =>
		subject.endsWith(momentInWords(zone, one)),
	)
	if (start === undefined) {
		find(`names '${subject}', which is not its start`)
		return
	}
	const near = [at, at - ON_ITS_WAY_MS].map((then) => nearInWords(zone, start, then))
	if (!near.some((words) => words === null || text.includes(`Your visit is ${words}`)))
		find(`does not say that the visit is ${near[0]}`)
	const hoursBefore = Number(payload.hoursBefore)
	if (at < dueAt(zone, start, hoursBefore) - SPREAD_MS - ABOUT_MS)
		find(`of ${hoursBefore} hours went out too early`)
	const overAt = hoursBefore === 24 ? dueAt(zone, start, 2) : start
	if (at > overAt + ABOUT_MS) find(`of ${hoursBefore} hours went out too late`)
}

/** Each start that a visit was given has the reminders that were still to come. */
export async function judgeRemindersQueued(
	{ sql, find }: World,
	visits: Iterable<VisitHistory>,
): Promise<void> {
	const rows = await sql.rows(`SELECT dedupe_key FROM outbox WHERE kind = 'visit_reminder'`)
	const keys = new Set(rows.map((row) => String(row.dedupe_key)))
	for (const { id, reference, zone, email, starts } of visits) {
		if (email === null) continue
		for (const { at, startsAt } of starts)
			for (const hours of [24, 2])
				if (
					dueAt(zone, startsAt, hours) > at + ABOUT_MS &&
					!keys.has(`visit-reminder:${hours}:${id}:${startsAt}`)
				)
					find(`mail: ${reference} at ${new Date(startsAt).toISOString()} has no reminder of ${hours} hours`)
	}
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { isQuiet } from './clock-by-hand.ts'
import { type Mailed, mailedRows } from './mailed-rows.ts'
import { judgeQueuedMessages } from './queued-messages.ts'
import { judgeReminder, judgeRemindersQueued } from './reminders.ts'
import { judgeUnwanted } from './unwanted-mails.ts'
import { type VisitHistory, visitHistories } from './visit-history.ts'

/** What a customer has not just asked for: it waits for the end of the quiet hours (D49). */
const notAtNight = [
	'visit_reminder',
	'how_was_it',
	'reward_earned',
	'slot_offered',
	'seat_offered',
	'session_reminder',
	'plan_ending',
	'line_closed',
]
/** A mail that was made before nine in the evening may be on its way for a while. */
const ON_ITS_WAY_MS = 2 * MINUTE_MS

/** A mail goes out within this many hours that have a run of the cron. */
const HOURS_WITH_A_RUN = 6

/** The hours in which the cron sent mails; it is missing at times. */
const hoursOf = new WeakMap<World, Set<number>>()

/** The mails that the provider took, by hand: each message once, bookings told, reminders in time, nothing at night. */
export async function judgeMails(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	const hours = hoursOf.get(world) ?? new Set()
	hoursOf.set(world, hours)
	const [run] = await world.sql.rows(`SELECT finished_at FROM job_runs WHERE job = 'mails'`)
	if (run) hours.add(Math.floor(Number(run.finished_at) / HOUR_MS))
	if (!isOver) return
	const mailed = await mailedRows(world)
	const visits = await visitHistories(world)
	judgeOnce(world, mailed)
	await judgeNights(world, mailed)
	await judgeUnwanted(world, mailed)
	judgeBooked(world, visits.values(), { hours, dropped: await droppedMessages(world) })
	for (const mail of mailed) {
		const visit = visits.get(String(mail.payload.appointmentId))
		if (mail.kind === 'visit_reminder' && visit) judgeReminder(world, mail, visit)
	}
	await judgeRemindersQueued(world, visits.values())
	await judgeQueuedMessages(world)
}

function judgeOnce({ find }: World, mailed: readonly Mailed[]): void {
	const first = new Map<string, Mailed>()
	for (const mail of mailed) {
		const { messageId, kind, at, idempotencyKey } = mail
		const before = first.get(messageId)
		if (!before) first.set(messageId, mail)
		else
			find(
				`mail: message ${messageId} (${kind}) went twice: as ${before.idempotencyKey} at ${new Date(before.at).toISOString()}, as ${idempotencyKey} at ${new Date(at).toISOString()}`,
			)
	}
}

async function judgeNights({ sql, find }: World, mailed: readonly Mailed[]): Promise<void> {
	const zones = new Map(
		(await sql.rows('SELECT name, time_zone FROM shops')).map((row) => [
			String(row.name),
			String(row.time_zone),
		]),
	)
	for (const { at, kind, subject, text, messageId } of mailed) {
		const [shop = ''] = /\bShop \d+\b/.exec(`${subject} ${text}`) ?? []
		const zone = zones.get(shop)
		if (!zone || !notAtNight.includes(kind)) continue
		if (isQuiet(zone, at) && isQuiet(zone, at - ON_ITS_WAY_MS))
			find(`mail: ${kind} ${messageId} of ${shop} went out in quiet hours, at ${new Date(at).toISOString()}`)
	}
}

/** A booking is told once; never only where there was no run to tell it before it was over. */
function judgeBooked(
	{ mails, find }: World,
	visits: Iterable<VisitHistory>,
	{ hours, dropped }: { hours: ReadonlySet<number>; dropped: readonly Dropped[] },
): void {
	const told = new Map<string, number>()
	for (const { subject, text } of mails) {
		if (!subject.startsWith('Booking Confirmed!')) continue
		const [, reference = ''] = /Reference:?\s+(\S+)/.exec(text) ?? []
		told.set(reference, (told.get(reference) ?? 0) + 1)
	}
	for (const { reference, email, zone, isByShop, starts, createdAt, cancelledAt } of visits) {
		const times = told.get(reference) ?? 0
		if (times > 1) find(`mail: the booking ${reference} was told ${times} times`)
		if (times > 0 || email === null || hadEnough(mails, dropped, email, createdAt)) continue
		const overAt = Math.min(
			...starts.map(({ startsAt }) => startsAt),
			cancelledAt ?? Number.POSITIVE_INFINITY,
		)
		const runs = [...hours].filter(
			(hour) =>
				hour * HOUR_MS > createdAt &&
				(hour + 1) * HOUR_MS < overAt &&
				!(isByShop && (isQuiet(zone, hour * HOUR_MS) || isQuiet(zone, (hour + 1) * HOUR_MS))),
		)
		if (runs.length >= HOURS_WITH_A_RUN) find(`mail: the booking ${reference} was never told`)
	}
}

type Dropped = { email: string; createdAt: number }

/** Messages that waited, and in the end had nothing more to tell. Those with a time of their own wait for that. */
async function droppedMessages({ sql }: World): Promise<Dropped[]> {
	const rows = await sql.rows(
		`SELECT recipient_email, created_at FROM outbox WHERE sent_at IS NULL AND withheld_at IS NULL
			AND recipient_email IS NOT NULL AND kind NOT IN ('visit_reminder', 'how_was_it')`,
	)
	return rows.map((row) => ({ email: String(row.recipient_email), createdAt: Number(row.created_at) }))
}

/** An unproven address gets at most five mails in a day, waiting ones included (D33). */
function hadEnough(mails: World['mails'], dropped: readonly Dropped[], address: string, at: number): boolean {
	const around = mails.filter(
		({ to, receivedAt }) => to.includes(address) && Math.abs(receivedAt.getTime() - at) < DAY_MS,
	)
	const waited = dropped.filter(
		({ email, createdAt }) => email === address && createdAt <= at && createdAt > at - DAY_MS,
	)
	return around.length + waited.length >= 5
}

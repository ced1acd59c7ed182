import { dayOfWeekOf } from '#app/kernel/civil.ts'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { demoClient, demoMembers } from './demo-accounts.ts'
import { demoPlans } from './demo-plans.ts'
import { type SeedDay, seedWeekStartsAt } from './demo-shop.ts'
import { addDemoUsage, demoPlanId, demoSubscriptionId } from './demo-subscription-rows.server.ts'
import type { SubscriptionsRows } from './seed-tables.ts'

/** Weekly classes of a plan. */
type Course = {
	plan: string
	/** The instructor's key in the shop; null for a room without one. */
	staff: string | null
	startMinute: number
	minutes: number
	capacity: number
	/** Taken seats by weekday, Monday first; null on days without a class. */
	taken: readonly (number | null)[]
}

/** Every level: empty, roomy, filling up, almost full and full. */
const courses: readonly Course[] = [
	{
		plan: 'four-a-week',
		staff: 'ayo',
		startMinute: 18 * 60 + 30,
		minutes: 60,
		capacity: 8,
		taken: [8, 4, 7, 2, 8, 6, 0],
	},
	{
		plan: 'iron-quarter',
		staff: 'kunle',
		startMinute: 17 * 60,
		minutes: 45,
		capacity: 12,
		taken: [3, null, 5, null, 1, null, null],
	},
	{
		plan: 'five-foot-spas',
		staff: null,
		startMinute: 11 * 60,
		minutes: 40,
		capacity: 2,
		taken: [null, 1, null, null, null, 2, null],
	},
]

const DAYS_AHEAD = 30
/** Later sessions are still empty. */
const BOOKED_DAYS_AHEAD = 12

/** The demo client's past places, by days before today. */
const pastOfDemoClient = [
	[18, 'completed'],
	[14, 'completed'],
	[13, 'called off'],
	[12, 'completed'],
	[11, 'cancelled late'],
	[9, 'missed'],
	[7, 'completed'],
	[6, 'cancelled'],
	[5, 'missed'],
	[3, 'completed'],
] as const

/** The demo client's places ahead, in classes with a free seat. */
const PLACES_AHEAD = 3

/** Sessions of three shops for 30 days, their places, and the demo client's places and wait. */
export function addSessionRows(rows: SubscriptionsRows, day: SeedDay): void {
	for (const course of courses) {
		const { staff } = course
		const plan = demoPlans.find(({ key }) => key === course.plan)
		if (!plan) throw new Error(`no such plan: ${course.plan}`)
		const planId = demoPlanId(plan)
		const at = { planId, shopId: plan.shopId, staffMemberId: staff && `${plan.shopId}-${staff}` }
		const addSession = (daysAhead: number) => addDemoSession(rows, course, { ...at, daysAhead }, day)
		if (course === courses[0]) addPast(rows, addSession)
		let placesAhead = 0
		let isWaiting = false
		for (let daysAhead = 0; daysAhead <= DAYS_AHEAD; daysAhead++) {
			const session = addSession(daysAhead)
			if (session === null) continue
			const taken = daysAhead <= BOOKED_DAYS_AHEAD ? session.taken : 0
			const bookedAt = day.todayStartsAt - (DAYS_AHEAD - daysAhead) * HOUR_MS
			const members = freeMembers(rows, planId, session.weekStartsAt).slice(0, taken)
			for (const userId of members) addPlace(rows, session, { userId, bookedAt })
			if (course !== courses[0] || daysAhead === 0) continue
			const isFull = members.length === course.capacity
			if (isFull && !isWaiting) {
				isWaiting = true
				rows.sessionWaits.push({
					id: `${session.id}-wait`,
					sessionId: session.id,
					subscriptionId: demoSubscriptionId(planId, demoClient.userId),
					userId: demoClient.userId,
					joinedAt: day.todayStartsAt,
					offerCount: 0,
				})
			}
			if (!isFull && placesAhead < PLACES_AHEAD) {
				placesAhead++
				addPlace(rows, session, { userId: demoClient.userId, bookedAt })
			}
		}
	}
}

type Session = NonNullable<ReturnType<typeof addDemoSession>>

function addDemoSession(
	rows: SubscriptionsRows,
	{ plan, startMinute, minutes, capacity, taken }: Course,
	{ daysAhead, ...of }: { planId: string; shopId: string; staffMemberId: string | null; daysAhead: number },
	{ todayStartsAt }: SeedDay,
) {
	const startsAt = todayStartsAt + daysAhead * DAY_MS + startMinute * MINUTE_MS
	const { date } = civilAt(DEFAULT_ZONE, startsAt)
	const takenOfDay = taken[dayOfWeekOf(date) - 1] ?? null
	if (takenOfDay === null) return null
	const session = {
		id: `${of.shopId}-${plan}-${date}`,
		...of,
		startsAt,
		durationMinutes: minutes,
		weekStartsAt: seedWeekStartsAt(startsAt),
		capacity,
	}
	rows.planSessions.push(session)
	return { ...session, taken: takenOfDay }
}

/** Plan holders with an entry left in that week, the most entries first. */
function freeMembers(rows: SubscriptionsRows, planId: string, weekStartsAt: Instant): string[] {
	const countUses = (userId: string) =>
		rows.subscriptionEntries.filter(
			(entry) =>
				entry.subscriptionId === demoSubscriptionId(planId, userId) && entry.weekStartsAt === weekStartsAt,
		).length
	return demoMembers
		.map(({ userId }) => ({ userId, uses: countUses(userId) }))
		.filter(({ userId, uses }) => {
			const held = rows.subscriptions.find(({ id }) => id === demoSubscriptionId(planId, userId))
			return held !== undefined && uses < (held.maxEntriesPerWeek ?? held.totalVisitsAllowed ?? 7)
		})
		.toSorted((a, b) => a.uses - b.uses)
		.map(({ userId }) => userId)
}

/** A place with its entry and its line of the history. */
function addPlace(
	rows: SubscriptionsRows,
	{ id: sessionId, planId, startsAt, durationMinutes, weekStartsAt }: Session,
	{
		userId,
		bookedAt,
		returnedAt = null,
		...ending
	}: {
		userId: string
		bookedAt: Instant
		returnedAt?: Instant | null
	} & Partial<SubscriptionsRows['sessionBookings'][number]>,
): void {
	const subscriptionId = demoSubscriptionId(planId, userId)
	const id = `${sessionId}-of-${userId}`
	rows.sessionBookings.push({
		id,
		sessionId,
		subscriptionId,
		userId,
		startsAt,
		endsAt: startsAt + durationMinutes * MINUTE_MS,
		bookedAt,
		status: 'booked',
		...ending,
	})
	rows.subscriptionEntries.push({
		id: `${id}-entry`,
		subscriptionId,
		weekStartsAt,
		bookingId: id,
		takenAt: bookedAt,
		returnedAt,
	})
	addDemoUsage(rows, { subscriptionId, action: 'booking', sessionId, occurredAt: bookedAt })
}

function addPast(rows: SubscriptionsRows, addSession: (daysAhead: number) => Session | null): void {
	for (const [daysAgo, ending] of pastOfDemoClient) {
		const session = addSession(-daysAgo)
		if (session === null) throw new Error('the classes of the past are daily')
		const { id: sessionId, startsAt } = session
		const place = { userId: demoClient.userId, bookedAt: startsAt - 2 * DAY_MS }
		const log = (action: 'visit' | 'cancel' | 'late_cancel' | 'called_off', occurredAt: Instant) =>
			addDemoUsage(rows, {
				subscriptionId: demoSubscriptionId(session.planId, demoClient.userId),
				action,
				sessionId,
				occurredAt,
			})
		if (ending === 'missed') {
			addPlace(rows, session, place)
			continue
		}
		if (ending === 'completed') {
			addPlace(rows, session, { ...place, status: 'completed', completedAt: startsAt })
			log('visit', startsAt)
			continue
		}
		const isLate = ending === 'cancelled late'
		const cancelledAt = startsAt - (isLate ? 1 : 25) * HOUR_MS
		addPlace(rows, session, {
			...place,
			status: 'cancelled',
			cancelledAt,
			cancelledBy: ending === 'called off' ? 'shop' : 'customer',
			returnedAt: isLate ? null : cancelledAt,
		})
		log(isLate ? 'late_cancel' : ending === 'called off' ? 'called_off' : 'cancel', cancelledAt)
	}
}

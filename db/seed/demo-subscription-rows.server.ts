import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { KOBO_PER_NAIRA } from '#app/kernel/money.ts'
import type { UsageAction } from '#app/kernel/vocabulary/subscriptions.ts'
import { type DemoAccount, demoClientAccount, demoMembers } from './demo-accounts.ts'
import { type DemoPlan, demoPlans } from './demo-plans.ts'
import { type SeedDay, seedWeekStartsAt } from './demo-shop.ts'
import { seededReference } from './pseudo-random.ts'
import type { BookingRows, SubscriptionsRows } from './seed-tables.ts'

type Rows = SubscriptionsRows & Pick<BookingRows, 'clients' | 'checkouts'>

/** Older than the first subscription. */
const PLAN_AGE_DAYS = 240

/** The demo appointments' numbers begin with 1. */
const FIRST_ORDER_REFERENCE = 900_001

/** Ids are made of the shop's id. */
export function addPlanRows(rows: SubscriptionsRows, { todayStartsAt }: SeedDay): void {
	for (const plan of demoPlans) {
		rows.subscriptionPlans.push({
			id: demoPlanId(plan),
			shopId: plan.shopId,
			title: plan.title,
			description: plan.description,
			priceKobo: plan.naira * KOBO_PER_NAIRA,
			entryKind: plan.entryKind,
			...entriesAllowed(plan),
			periodDays: plan.periodDays,
			...pausesAllowed(plan),
			isPayableAtShop: plan.isPayableAtShop ?? true,
			status: plan.isWithdrawn ? 'withdrawn' : 'on_offer',
			createdAt: todayStartsAt - PLAN_AGE_DAYS * DAY_MS,
		})
	}
}

/** 'itura-spa-plan-thermal-month' */
export function demoPlanId({ shopId, key }: Pick<DemoPlan, 'shopId' | 'key'>): string {
	return `${shopId}-plan-${key}`
}

/** Each demo account holds a plan once. */
export function demoSubscriptionId(planId: string, userId: string): string {
	return `${planId}-of-${userId}`
}

type DemoSubscription = {
	plan: string
	/** Each subscription began at ten in the morning. */
	startedDaysAgo: number
	autoRenews?: true
	/** Check-ins without a place in a session. */
	visitedDaysAgo?: readonly number[]
	paused?: { daysAgo: number; days: number }
	cancelled?: { daysAgo: number; reason: string }
}

/** One in each state. Places in sessions are added to the weekly one. */
const ofDemoClient: readonly DemoSubscription[] = [
	{ plan: 'four-a-week', startedDaysAgo: 20, autoRenews: true, visitedDaysAgo: [19, 16] },
	{ plan: 'five-foot-spas', startedDaysAgo: 70, visitedDaysAgo: [66, 45, 31, 9] },
	{
		plan: 'iron-quarter',
		startedDaysAgo: 40,
		autoRenews: true,
		visitedDaysAgo: [40, 38, 35, 33, 31, 28, 26, 24, 21, 19, 17, 14, 12, 8],
		paused: { daysAgo: 5, days: 21 },
	},
	{ plan: 'lunch-break', startedDaysAgo: 120, visitedDaysAgo: [119, 112, 110, 105, 98, 91] },
	{
		plan: 'every-class',
		startedDaysAgo: 90,
		visitedDaysAgo: [88, 86],
		cancelled: { daysAgo: 80, reason: 'The classes clash with my new shift.' },
	},
]

/** Enough holders to fill sessions: all have the dance plan, some the gym's or the spa's too. */
function ofMember(position: number): DemoSubscription[] {
	const startedDaysAgo = 3 + position
	return [
		{ plan: 'four-a-week', startedDaysAgo },
		...(position % 2 === 0 ? [{ plan: 'iron-quarter', startedDaysAgo, visitedDaysAgo: [2] }] : []),
		...(position % 3 === 0 ? [{ plan: 'five-foot-spas', startedDaysAgo, visitedDaysAgo: [1] }] : []),
	]
}

/** The holders of each plan, paid at the shop, with the visits that used it. */
export function addSubscriptionRows(rows: Rows, day: SeedDay): void {
	for (const subscription of ofDemoClient) addSubscription(rows, demoClientAccount, subscription, day)
	demoMembers.forEach((member, position) => {
		for (const subscription of ofMember(position)) addSubscription(rows, member, subscription, day)
	})
}

function addSubscription(
	rows: Rows,
	account: DemoAccount,
	{ plan: key, startedDaysAgo, autoRenews, visitedDaysAgo = [], paused, cancelled }: DemoSubscription,
	{ todayStartsAt }: SeedDay,
): void {
	const plan = demoPlans.find((one) => one.key === key)
	if (!plan) throw new Error(`no such plan: ${key}`)
	const planId = demoPlanId(plan)
	const id = demoSubscriptionId(planId, account.userId)
	const tenOn = (daysAgo: number): Instant => todayStartsAt - daysAgo * DAY_MS + 10 * HOUR_MS
	const startsAt = tenOn(startedDaysAgo)
	const pausedAt = paused ? tenOn(paused.daysAgo) : null
	const cancelledAt = cancelled ? tenOn(cancelled.daysAgo) : null
	const checkoutId = addPaidOrder(rows, account, plan, { id, autoRenews: autoRenews ?? false, at: startsAt })
	rows.subscriptions.push({
		id,
		planId,
		shopId: plan.shopId,
		userId: account.userId,
		checkoutId,
		entryKind: plan.entryKind,
		...entriesAllowed(plan),
		...pausesAllowed(plan),
		priceKobo: plan.naira * KOBO_PER_NAIRA,
		startsAt,
		endsAt: startsAt + (plan.periodDays + (paused?.days ?? 0)) * DAY_MS,
		autoRenews: autoRenews ?? false,
		pausedAt,
		resumesAt: paused && pausedAt !== null ? pausedAt + paused.days * DAY_MS : null,
		pauseCount: paused ? 1 : 0,
		cancelledAt,
		cancellationReason: cancelled?.reason ?? null,
		createdAt: startsAt,
	})
	for (const daysAgo of visitedDaysAgo) {
		// Half an hour after ten, so that no check-in comes before the plan begins.
		const takenAt = tenOn(daysAgo) + HOUR_MS / 2
		rows.subscriptionEntries.push({
			id: `${id}-${daysAgo}`,
			subscriptionId: id,
			weekStartsAt: seedWeekStartsAt(takenAt),
			bookingId: null,
			takenAt,
			returnedAt: null,
		})
		addDemoUsage(rows, { subscriptionId: id, action: 'visit', sessionId: null, occurredAt: takenAt })
	}
	if (pausedAt !== null) {
		addDemoUsage(rows, { subscriptionId: id, action: 'pause', sessionId: null, occurredAt: pausedAt })
	}
	if (cancelledAt !== null) {
		addDemoUsage(rows, { subscriptionId: id, action: 'cancelled', sessionId: null, occurredAt: cancelledAt })
	}
}

/** The checkout of a plan paid at the shop, with its order; returns the checkout's id. */
function addPaidOrder(
	rows: Rows,
	{ userId, ...contact }: DemoAccount,
	plan: DemoPlan,
	{ id, autoRenews, at }: { id: string; autoRenews: boolean; at: Instant },
): string {
	const checkoutId = `${id}-checkout`
	const totalKobo = plan.naira * KOBO_PER_NAIRA
	rows.checkouts.push({
		id: checkoutId,
		shopId: plan.shopId,
		clientId: findClientId(rows, { userId, ...contact }, plan.shopId, at),
		draftId: `${id}-draft`,
		subtotalKobo: totalKobo,
		discountKobo: 0,
		tipKobo: 0,
		totalKobo,
		paymentChoice: 'cash',
		paymentMethod: 'CASH',
		status: 'COMPLETED',
		...contact,
		createdByUserId: userId,
		createdAt: at,
	})
	rows.planOrders.push({
		checkoutId,
		planId: demoPlanId(plan),
		userId,
		referenceNumber: seededReference(FIRST_ORDER_REFERENCE + rows.planOrders.length),
		autoRenews,
		createdAt: at,
		expiresAt: at + 7 * DAY_MS,
		endedAt: at,
	})
	return checkoutId
}

/** The account's client row in the shop; it may have one from its visits. */
function findClientId(
	{ clients }: Rows,
	{ userId, ...contact }: DemoAccount,
	shopId: string,
	at: Instant,
): string {
	const known = clients.find((client) => client.shopId === shopId && client.userId === userId)
	if (known) return known.id
	const id = `${shopId}-client-of-${userId}`
	clients.push({ id, shopId, userId, ...contact, createdAt: at })
	return id
}

/** `countDemoUsage` fills in its numbers. */
export function addDemoUsage(
	rows: SubscriptionsRows,
	usage: { subscriptionId: string; action: UsageAction; sessionId: string | null; occurredAt: Instant },
): void {
	const id = `usage-${rows.subscriptionUsage.length + 1}`
	rows.subscriptionUsage.push({ id, ...usage, entriesBefore: 0, entriesAfter: 0 })
}

/** The last step: numbers each history in order. */
export function countDemoUsage(rows: SubscriptionsRows): void {
	const counts = new Map<string, number>()
	for (const usage of rows.subscriptionUsage.toSorted((a, b) => a.occurredAt - b.occurredAt)) {
		const before = counts.get(usage.subscriptionId) ?? 0
		const after = before + entryChange(usage.action, usage.sessionId ?? null)
		counts.set(usage.subscriptionId, after)
		usage.entriesBefore = before
		usage.entriesAfter = after
	}
}

/** A check-in to a booked session takes no second entry (D48). */
function entryChange(action: UsageAction, sessionId: string | null): -1 | 0 | 1 {
	if (action === 'booking' || (action === 'visit' && sessionId === null)) return 1
	return action === 'cancel' || action === 'called_off' ? -1 : 0
}

function entriesAllowed({ entryKind, entries }: DemoPlan) {
	return {
		totalVisitsAllowed: entryKind === 'total' ? entries : null,
		maxEntriesPerWeek: entryKind === 'weekly' ? entries : null,
	}
}

function pausesAllowed({ maxPauses = 1, maxPauseDays = 30 }: DemoPlan) {
	return { maxPauses, maxPauseDays }
}

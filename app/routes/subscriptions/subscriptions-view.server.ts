import { countWords, howFarUsed } from '#app/domain/subscriptions/entry-allowance.ts'
import type { HeldSubscription } from '#app/domain/subscriptions/own-subscription-repository.server.ts'
import type { PlanOrderRepository } from '#app/domain/subscriptions/plan-order-repository.server.ts'
import { entriesLabel, renewalWords } from '#app/domain/subscriptions/plan-words.ts'
import { isUnder, type SubscriptionFilter, summarize } from '#app/domain/subscriptions/subscription-list.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import { subscriptionStateWords } from '#app/domain/subscriptions/subscription-words.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { dateLabel, lastDayLabel, monthLabel, nearMomentWordsAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type ListPlace, writePlace } from '#app/kernel/list-place.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { withTrail } from '#app/ui/account/origin.ts'

const PAGE_SIZE = 10

/** The tiles of all subscriptions, and a tab's cards. */
export function subscriptionsView(
	held: readonly HeldSubscription[],
	{
		filter,
		after,
		withSessions,
		now,
	}: {
		filter: SubscriptionFilter
		after: ListPlace | null
		/** Plans with sessions ahead. */
		withSessions: readonly { id: string }[]
		now: Instant
	},
) {
	const { active, entriesUsed, nextRenewalAt } = summarize(held, now)
	const rest = held.filter((one) => isUnder(filter, subscriptionState(one, now)) && isAfter(one, after))
	const shown = rest.slice(0, PAGE_SIZE)
	const last = shown.at(-1)
	return {
		tiles: [
			{ label: 'Active', value: String(active) },
			{ label: 'Entries Used', value: String(entriesUsed) },
			{
				label: 'Next Renewal',
				value: nextRenewalAt === null ? 'N/A' : dayLabel(civilAt(DEFAULT_ZONE, nextRenewalAt).date),
			},
		],
		cards: shown.map((one) => ({
			...subscriptionCard(one, now),
			sessionsPage: withSessions.some(({ id }) => id === one.planId) ? `/sessions?plan=${one.planId}` : null,
		})),
		next:
			rest.length > PAGE_SIZE && last
				? `/subscriptions?status=${filter}&after=${writePlace({ at: last.endsAt, id: last.id })}`
				: null,
	}
}

export type SubscriptionsView = ReturnType<typeof subscriptionsView>

/** Sorted by end, the latest first. */
function isAfter({ endsAt, id }: HeldSubscription, after: ListPlace | null): boolean {
	return after === null || endsAt < after.at || (endsAt === after.at && id < after.id)
}

function subscriptionCard(held: HeldSubscription, now: Instant) {
	const { id, shop, title, description, autoRenews, renewedUntil } = held
	const state = subscriptionState(held, now)
	const isOver = state === 'expired' || state === 'cancelled'
	const isReminded = autoRenews && !isOver && renewedUntil === null
	return {
		id,
		title,
		description,
		shop: { id: shop.id, name: shop.name },
		status: subscriptionStateWords[state],
		isActive: state === 'active',
		dates: firstAndLastDay(held),
		// An upcoming period has no use yet; an ended one counts no weeks.
		usage:
			state === 'upcoming'
				? entriesLabel(held)
				: isOver
					? `${countWords(held.entriesUsed, 'entry', 'entries')} used`
					: howFarUsed(held),
		autoRenews: isReminded,
		renewalWords: isReminded ? renewalWords(held) : null,
		renewed: renewedUntil === null ? null : `Renewed until ${lastDayLabel(shop.timeZone, renewedUntil)}`,
	}
}

/** Its first and last day; a cancelled one ended when it was cancelled. */
function firstAndLastDay({ shop, startsAt, endsAt, cancelledAt }: HeldSubscription): string {
	const formatDay = (at: Instant) => dateLabel(civilAt(shop.timeZone, at).date)
	if (cancelledAt === null) return `${formatDay(startsAt)} – ${lastDayLabel(shop.timeZone, endsAt)}`
	if (cancelledAt < startsAt) return `Ended ${formatDay(cancelledAt)}, before it began`
	return `${formatDay(startsAt)} – ${lastDayLabel(shop.timeZone, Math.min(cancelledAt + 1, endsAt))}`
}

/** '29 Dec': a tile is narrow. */
function dayLabel(date: CivilDate): string {
	return `${Number(date.slice(8))} ${monthLabel(date)}`
}

type OpenOrder = Awaited<ReturnType<PlanOrderRepository['openOrders']>>[number]

/** An order to be paid at the shop. */
export function orderView(
	{
		referenceNumber,
		planId,
		renewsSubscriptionId,
		title,
		shopName,
		timeZone,
		expiresAt,
		toPayKobo,
	}: OpenOrder,
	now: Instant,
) {
	return {
		referenceNumber,
		title: `Your order number: ${referenceNumber}`,
		text: `Pay ${formatNaira(toPayKobo)} at ${shopName} to start ${title}. We keep the order until ${nearMomentWordsAt(timeZone, expiresAt, now)}.`,
		payOnline: withTrail(
			`/plans/${planId}/buy${renewsSubscriptionId === null ? '' : `?renews=${renewsSubscriptionId}`}`,
			'subscriptions',
		),
	}
}

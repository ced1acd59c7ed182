import { countWords, entryProgress } from '#app/domain/subscriptions/entry-allowance.ts'
import type {
	PlaceAhead,
	SubscriptionDetail,
	UsageLine,
} from '#app/domain/subscriptions/own-subscription-repository.server.ts'
import { pauseProblem } from '#app/domain/subscriptions/pause.server.ts'
import { nextWeekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { renewalWords } from '#app/domain/subscriptions/plan-words.ts'
import { subscriptionState } from '#app/domain/subscriptions/subscription-state.ts'
import {
	subscriptionStateWords,
	usageDateWords,
	usageWords,
} from '#app/domain/subscriptions/subscription-words.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import {
	dateLabel,
	lastDayLabel,
	momentLabelAt,
	nearMomentLabelAt,
	nearMomentWordsAt,
	shortDateLabelAt,
} from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt, zonePlace } from '#app/kernel/zone.server.ts'

export const LINES_PER_PAGE = 10

/** The part above the tabs; `withSessions`: plans with sessions ahead. */
export function detailsView(held: SubscriptionDetail, withSessions: readonly { id: string }[], now: Instant) {
	const { id, shop, title, description, startsAt, endsAt, autoRenews, entryKind, totalKobo, resumesAt } = held
	const { renewedUntil } = held
	const state = subscriptionState(held, now)
	const isOver = state === 'expired' || state === 'cancelled'
	const zone = shop.timeZone
	// An upcoming period has no use yet; an ended one counts no weeks.
	const progress = (isOver && entryKind === 'weekly') || state === 'upcoming' ? null : entryProgress(held)
	return {
		id,
		title,
		description,
		shop: { id: shop.id, name: shop.name },
		state,
		status: subscriptionStateWords[state],
		note: describeUsage(held, state, now),
		facts: [
			{ label: 'Start Date', value: dateLabel(civilAt(zone, startsAt).date) },
			held.cancelledAt === null
				? { label: 'End Date', value: lastDayLabel(zone, endsAt) }
				: { label: 'Ended', value: dateLabel(civilAt(zone, held.cancelledAt).date) },
			{ label: 'Price Paid', value: formatNaira(totalKobo) },
			...moneyBackFacts(held),
		],
		autoRenews,
		renewalWords: renewalWords(held),
		renewed: renewedUntil === null ? null : `Renewed until ${lastDayLabel(zone, renewedUntil)}.`,
		maySwitchRenewal: !isOver && renewedUntil === null,
		sessionsPage: withSessions.some((plan) => plan.id === held.planId)
			? `/sessions?plan=${held.planId}`
			: null,
		progress: progress && {
			...progress,
			resets: entryKind === 'weekly' ? `Resets ${shortDateLabelAt(zone, nextWeekStartsAt(zone, now))}` : null,
		},
		placesAhead: held.placesAhead,
		mayPause: pauseProblem(held, now) === null,
		renewPage: held.isRenewable ? `/plans/${held.planId}/buy?renews=${id}` : null,
		mayCancel: !isOver,
		resumesOn: state === 'paused' && resumesAt !== null ? nearMomentWordsAt(zone, resumesAt, now) : null,
	}
}

/** Refunds of a cancelled plan. The shop itself refunds money paid there. */
function moneyBackFacts({ cancelledAt, refundedKobo, cashbackKobo, isCashbackBack }: SubscriptionDetail) {
	if (cancelledAt === null) return []
	return [
		...(refundedKobo > 0 ? [{ label: 'Refunded', value: formatNaira(refundedKobo) }] : []),
		...(isCashbackBack ? [{ label: 'Returned as cashback', value: formatNaira(cashbackKobo) }] : []),
	]
}

export type DetailsView = ReturnType<typeof detailsView>

function describeUsage(
	{ shop, cancelledAt, cancellationReason, resumesAt, startsAt }: SubscriptionDetail,
	state: ReturnType<typeof subscriptionState>,
	now: Instant,
): string | null {
	const zone = shop.timeZone
	switch (state) {
		case 'cancelled':
			return `Cancelled on ${momentLabelAt(zone, cancelledAt ?? 0, now)}: ${cancellationReason}`
		case 'paused':
			return `Paused until ${nearMomentWordsAt(zone, resumesAt ?? 0, now)} (${zonePlace(zone)} time). You can resume any time.`
		case 'upcoming':
			return `Starts ${nearMomentWordsAt(zone, startsAt, now)}.`
		case 'active':
		case 'expired':
			return null
	}
}

/** `next` leads to older lines. */
export function historyView(lines: readonly UsageLine[], { id, shop }: SubscriptionDetail, now: Instant) {
	const shown = lines.slice(0, LINES_PER_PAGE)
	const last = shown.at(-1)
	return {
		lines: shown.map((line) => ({
			id: line.id,
			what: usageWords[line.action],
			session:
				line.sessionStartsAt === null ? null : nearMomentLabelAt(shop.timeZone, line.sessionStartsAt, now),
			when: `${usageDateWords[line.action]}: ${nearMomentLabelAt(shop.timeZone, line.occurredAt, now)}`,
			entries:
				line.entriesAfter === line.entriesBefore
					? null
					: `${countWords(line.entriesAfter, 'entry', 'entries')} used`,
		})),
		next:
			lines.length > LINES_PER_PAGE && last
				? `/subscriptions/${id}?after=${writePlace({ at: last.occurredAt, id: last.id })}`
				: null,
	}
}

export function placesView(places: readonly PlaceAhead[], { shop }: SubscriptionDetail, now: Instant) {
	return places.map(({ id, startsAt, endsAt, staffName }) => ({
		id,
		when: nearMomentLabelAt(shop.timeZone, startsAt, now),
		what: [durationLabel((endsAt - startsAt) / MINUTE_MS), staffName && `with ${staffName}`]
			.filter(Boolean)
			.join(' '),
	}))
}

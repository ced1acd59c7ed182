import { type SlotWaitState, slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import type { PlaceKey } from '#app/flows/booking/slot-wait-place.server.ts'
import {
	clockLabelAt,
	nearMomentLabelAt,
	nearMomentWordsAt,
	shortDateLabel,
} from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

const words: Record<SlotWaitState, { title: string; text: string }> = {
	waiting: { title: 'You’re on the list', text: 'We’ll tell you when a time frees up.' },
	held: { title: 'A time is held for you', text: '' },
	told: {
		title: 'A time is free',
		text: 'It’s not on hold: the first to book gets it. You stay on the list until you book.',
	},
	missed: {
		title: 'That time is gone',
		text: 'You’re still on the list: we’ll tell you when another one frees up.',
	},
	spent: {
		title: 'You’re off the list',
		text: 'You missed the times we held for you. You can still book any free time.',
	},
	left: { title: 'You left the list', text: 'We won’t tell you about free times on that day any more.' },
	booked: { title: 'You’ve booked', text: 'You have a visit here that day, so we took you off the list.' },
	over: { title: 'This day is over', text: 'We took you off the list.' },
}

/** Holds only what the page shows (R46). */
export function placeView(wait: SlotWait, key: PlaceKey, now: Instant) {
	const { shop, service, staffName, date, heldUntilAt, heldStartsAt, offeredStartsAt } = wait
	const state = slotWaitState(wait, now)
	const isLive = wait.endedBy === null && state !== 'spent'
	const startsAt = state === 'held' ? heldStartsAt : state === 'told' ? offeredStartsAt : null
	return {
		...words[state],
		when: startsAt === null ? shortDateLabel(date) : nearMomentLabelAt(shop.timeZone, startsAt, now),
		what: staffName ? `${service.name} with ${staffName}` : service.name,
		shopName: shop.name,
		held:
			heldUntilAt !== null && startsAt !== null && state === 'held'
				? {
						whenLabel: nearMomentWordsAt(shop.timeZone, startsAt, now),
						clock: { untilLabel: clockLabelAt(shop.timeZone, heldUntilAt), leftMs: heldUntilAt - now },
					}
				: null,
		button:
			state === 'booked' || state === 'over'
				? null
				: state === 'held'
					? 'Book this time'
					: `See times on ${shortDateLabel(date)}`,
		isLive,
		/** What prevents a hold. The link proves a guest's address; an account must confirm its e-mail. */
		lacks: !isLive
			? null
			: !wait.wantsMessages
				? ('messages' as const)
				: wait.isProven
					? null
					: key.byLink
						? ('proof' as const)
						: ('confirmed email' as const),
	}
}

import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'
import { stepPath } from '#app/kernel/booking-paths.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { SlotWaitEnding } from '#app/kernel/vocabulary/booking.ts'

/** How long a freed time is held for the first in line. */
export const SLOT_OFFER_MS = 15 * MINUTE_MS
/** Held offers of one wait; a customer who lets them pass leaves the line. */
const MAX_HELD_OFFERS = 2
/** Announced offers of a wait without a proven address. */
const MAX_TOLD_OFFERS = 5

/** What a wait's state depends on. */
export type WaitProgress = {
	isProven: boolean
	offerCount: number
	offerExpiresAt: Instant | null
	/** The end of its draft's live hold. */
	heldUntilAt: Instant | null
	endedBy: SlotWaitEnding | null
}

/** `held`: a time is held. `told`: a time was announced, not held. `missed`: an offer passed, and the wait goes on. */
export type SlotWaitState = 'waiting' | 'held' | 'told' | 'missed' | SlotWaitEnding

/** An offer ends by comparison with now. */
export function slotWaitState(wait: WaitProgress, now: Instant): SlotWaitState {
	const { endedBy, heldUntilAt, offerExpiresAt, offerCount } = wait
	if (endedBy !== null) return endedBy
	if (heldUntilAt !== null && heldUntilAt > now) return 'held'
	if (offerExpiresAt !== null && offerExpiresAt > now) return 'told'
	if (isSpent(wait)) return 'spent'
	return offerCount > 0 ? 'missed' : 'waiting'
}

/** Whether a wait gets no more offers. */
export function isSpent({ isProven, offerCount }: Pick<WaitProgress, 'isProven' | 'offerCount'>): boolean {
	return offerCount >= (isProven ? MAX_HELD_OFFERS : MAX_TOLD_OFFERS)
}

/** Why a customer cannot wait, or cannot have the held time. */
export const slotWaitRefusals = {
	too_many_slot_waits: {
		customer: {
			title: 'Not on the list',
			text: 'You’re on as many lists as we allow, or this day’s list is full. Leave another list, or choose another day.',
			status: 429,
			isCeiling: true,
		},
	},
	wait_not_needed: {
		customer: {
			title: 'A time is free',
			text: 'No need to wait for this day: choose one of its free times.',
			status: 409,
			nextStep: { label: 'See the free times', path: stepPath('time-selection') },
		},
	},
	wait_day_closed: {
		customer: {
			title: 'Not on the list',
			text: 'This day can’t be booked: it is over, too far ahead, or the shop is closed. Please choose another day.',
			status: 422,
			nextStep: { label: 'Choose another day', path: stepPath('time-selection') },
		},
	},
	wait_for_one_service: {
		customer: {
			title: 'One service at a time',
			text: 'You can wait for one service at a time. Remove the others from your booking first, or choose another day.',
			status: 422,
			nextStep: { label: 'Change your booking', path: stepPath('checkout') },
		},
	},
	wait_over: {
		customer: {
			title: 'Not on the list',
			text: 'You’re no longer on this list.',
			status: 409,
		},
	},
} satisfies Record<string, ReaderWords>

export type SlotWaitRefusal = keyof typeof slotWaitRefusals

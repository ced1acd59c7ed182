import { type BookingWording, KEPT, type ReaderWords } from '#app/domain/booking/booking-wording.ts'
import type { ServiceRefusal } from '#app/domain/booking/draft/draft-refusal.ts'

/** Why a start is not available. */
export const slotRefusals = {
	missing_date_time: {
		customer: { title: 'Missing Date/Time', text: 'Please choose a date and a time.', status: 422 },
	},
	slot_taken: {
		customer: {
			title: 'Booking Conflict',
			text: `Someone has just taken this time. ${KEPT}`,
			status: 409,
		},
		shop: 'This time is already taken.',
	},
	slot_past: {
		customer: {
			title: 'Booking Conflict',
			text: `This time is too close or already past. ${KEPT}`,
			status: 409,
		},
		shop: 'This time has passed.',
	},
	slot_outside_hours: {
		customer: {
			title: 'Booking Conflict',
			text: `The visit would run past the working hours at this time. ${KEPT}`,
			status: 409,
		},
		shop: 'The visit wouldn’t fit into working hours at this time.',
	},
	own_overlap: {
		customer: {
			title: 'You already have a visit then',
			text: 'Nothing is booked yet. If you want both visits, press Book anyway.',
			status: 409,
		},
	},
	add_on_does_not_fit: {
		customer: {
			title: 'Add-on not added',
			text: 'The visit would be too long for this time. We’re still holding your time, without the add-on.',
			status: 409,
		},
	},
	hold_not_renewable: {
		customer: {
			title: 'Not extended',
			text: 'Your time can be extended once, in its last three minutes.',
			status: 409,
		},
	},
} satisfies Record<string, ReaderWords>

export type SlotRefusal = keyof typeof slotRefusals

export const slotConstraints = {
	slot_taken: 'slot_taken',
	outside_hours: 'slot_outside_hours',
	staff_not_available: 'staff_not_available',
} as const satisfies Record<string, SlotRefusal | ServiceRefusal>

/** The page answers a conflict with other times (C37). */
export function isSlotConflict(refusal: string): boolean {
	return refusal === 'slot_taken' || refusal === 'slot_past' || refusal === 'slot_outside_hours'
}

/** 'add_on_does_not_fit' for add-ons of these names. */
export function addOnsTooLong(names: readonly string[]): BookingWording {
	const wording = slotRefusals.add_on_does_not_fit.customer
	const [last, ...others] = names.toReversed()
	if (last === undefined) return wording
	const list = others.length === 0 ? last : `${others.toReversed().join(', ')} and ${last}`
	const it = others.length === 0 ? 'it' : 'them'
	const text = `The visit would be too long for this time with ${list}. We’re still holding your time, without ${it}.`
	return { ...wording, text }
}

export const blockRefusals = {
	time_not_free: { shop: 'Someone is booked at this time. Move or cancel that visit first.' },
	block_not_found: { shop: 'This time is no longer blocked.' },
	block_not_possible: {
		shop: 'Choose an end time in the future, after the start and at most 24 hours later.',
	},
} satisfies Record<string, ReaderWords>

export type BlockRefusal = keyof typeof blockRefusals

import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'

/** Why a time cannot be blocked or freed. */
export const blockRefusals = {
	time_not_free: {
		shop: 'Someone is booked at this time. Move or cancel that visit first.',
	},
	block_not_found: {
		shop: 'This time is no longer blocked.',
	},
	block_not_possible: {
		shop: 'Choose an end time in the future, after the start and at most 24 hours later.',
	},
} satisfies Record<string, ReaderWords>

export type BlockRefusal = keyof typeof blockRefusals

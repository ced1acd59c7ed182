import type { ReaderWords } from './booking-wording.ts'
import type { ServiceRefusal } from './service-refusal.ts'

/** Why a draft, or what was posted for it, cannot be used. */
export const draftRefusals = {
	session_error: {
		customer: {
			title: 'Session Error',
			text: 'Your booking session is invalid. Please start a new booking.',
			status: 409,
		},
	},
	another_booking: {
		customer: {
			title: 'Session Error',
			text: 'That page was for an earlier booking. Nothing was changed; your current booking is below.',
			status: 409,
		},
	},
	invalid_selection: {
		customer: {
			title: 'Invalid Selection',
			text: 'Something you chose is no longer available. Please choose again.',
			status: 422,
		},
	},
	missing_required_data: {
		customer: {
			title: 'Missing Required Data',
			text: 'Something is missing. Please check what you entered.',
			status: 422,
		},
	},
	invalid_data_format: {
		customer: {
			title: 'Invalid Data Format',
			text: 'We couldn’t read something you entered. Please check it.',
			status: 422,
		},
	},
	reference_number_conflict: {
		customer: {
			title: 'Reference Number Conflict',
			text: 'Nothing is booked yet. Please try again in a moment.',
			status: 409,
		},
	},
} satisfies Record<string, ReaderWords>

export type DraftRefusal = keyof typeof draftRefusals

/** What the database refuses of a draft, and of the booking that is made of it. */
export const draftConstraints = {
	draft_deleted: 'invalid_selection',
	shop_not_listed: 'service_not_offered',
	'unique:appointments.reference_number': 'reference_number_conflict',
} as const satisfies Record<string, DraftRefusal | ServiceRefusal>

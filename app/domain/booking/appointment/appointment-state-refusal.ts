import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'
import { draftRefusals } from '#app/domain/booking/draft/draft-refusal.ts'

/** Why an appointment's state forbids an act. */
export const appointmentStateRefusals = {
	visit_not_found: {
		customer: draftRefusals.invalid_selection.customer,
		shop: 'No booking has this reference.',
	},
	own_visit: {
		shop: 'This is your own visit: your account is signed in on this device. Ask a colleague to do it.',
	},
	appointment_not_ahead: {
		customer: {
			title: 'No longer possible',
			text: 'This visit has started, is over, or was cancelled. Nothing was changed.',
			status: 409,
		},
	},
	too_late_to_move: {
		customer: {
			title: 'Too late to move online',
			text: 'The visit starts too soon. Nothing was changed. Please call the shop.',
			status: 409,
		},
	},
	too_many_moves: {
		customer: {
			title: 'Moved too often',
			text: 'This visit can’t be moved online again. To change it, please call the shop.',
			status: 409,
			isCeiling: true,
		},
	},
	visit_not_begun: { shop: 'This visit hasn’t started yet. You can complete it once it starts.' },
	visit_cancelled: { shop: 'This visit was cancelled.' },
	visit_missed: { shop: 'This visit is marked as missed. Undo that first.' },
	visit_completed: { shop: 'This visit is completed. Undo that first.' },
	visit_still_open: { shop: 'This visit is still open, so there is nothing to undo.' },
	visit_reviewed: { shop: 'The customer has reviewed this visit, so it took place.' },
	visit_confirmed: { shop: 'This visit is already confirmed.' },
	visit_arrived: { shop: 'This customer is already marked as arrived.' },
	visit_not_arrived: { shop: 'This customer is not marked as arrived.' },
	too_early_to_miss: { shop: 'Wait until 15 minutes after the start.' },
	undo_too_late: { shop: 'The ten minutes to undo this are over. Ask the operator to undo it.' },
	time_given_away: { shop: 'This time is no longer free. Book this visit as a walk-in.' },
	problem_not_open: { shop: 'This has already been answered.' },
	reason_missing: { shop: 'Tell the customer why, in 3 to 200 characters.' },
} satisfies Record<string, ReaderWords>

export type AppointmentStateRefusal = keyof typeof appointmentStateRefusals

export const moveConstraints = {
	appointment_not_movable: 'appointment_not_ahead',
	too_many_moves: 'too_many_moves',
} as const satisfies Record<string, AppointmentStateRefusal>

export type ClosedRefusal = 'visit_cancelled' | 'visit_missed' | 'visit_completed'

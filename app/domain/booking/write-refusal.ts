import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import type { ReaderWords } from './booking-wording.ts'

/** The database's own answers. The kiosk and the shop's programs word them for all that they do. */
export const writeRefusals = {
	busy: {
		customer: {
			title: 'Very busy right now',
			text: 'Nothing was changed. Please try again in a moment.',
			status: 503,
		},
	},
	not_saved: {
		customer: {
			title: 'Could not save',
			text: 'We couldn’t reach the booking system. Please try again.',
			status: 503,
		},
	},
} satisfies Record<WriteFailure, ReaderWords>

import type { ReaderWords, RefusalOf } from '#app/domain/booking/booking-wording.ts'
import type { MoneyRefusal } from '#app/domain/booking/checkout/money-refusal.ts'
import { staffPath, stepPath } from '#app/kernel/booking-paths.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

/** Why a draft, or a post for it, cannot be used. */
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
		shop: 'This is no part of the visit any more. Choose again.',
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

/** Another tab deleted the draft, or a code's attempts are used up. */
export const draftConstraints = {
	draft_deleted: 'invalid_selection',
	promo_rate_limited: 'promo_rate_limited',
} as const satisfies Record<string, DraftRefusal | MoneyRefusal>

export type DraftWriteRefusal = RefusalOf<typeof draftConstraints> | WriteFailure

export const numberConstraints = {
	'unique:appointments.reference_number': 'reference_number_conflict',
} as const satisfies Record<string, DraftRefusal>

/** Why a service or its person is not available. */
export const serviceRefusals = {
	service_not_offered: {
		customer: {
			title: 'Service Error',
			text: 'Unable to validate service: it is no longer offered. Please choose another one.',
			status: 422,
			nextStep: { label: 'Choose another service', path: stepPath('service-selection') },
		},
		shop: 'This service is no longer offered.',
	},
	add_on_not_offered: { shop: 'This add-on is no longer offered.' },
	listed_twice: { shop: 'Choose each service and add-on only once.' },
	staff_not_available: {
		customer: {
			title: 'Invalid Selection',
			text: 'This staff member is not available for the service. Please choose another one.',
			status: 422,
			nextStep: { label: 'Choose someone else', path: staffPath },
		},
		shop: 'This staff member doesn’t offer these services.',
	},
	staff_does_it_already: { shop: 'This visit is already with this staff member.' },
	too_many_services: {
		customer: {
			title: 'Service not added',
			text: 'A visit can have up to four services. Please book the others separately.',
			status: 422,
		},
	},
} satisfies Record<string, ReaderWords>

export type ServiceRefusal = keyof typeof serviceRefusals

import { KEPT, type ReaderWords, type RefusalOf, signInLink } from '#app/domain/booking/booking-wording.ts'
import { draftConstraints, type ServiceRefusal } from '#app/domain/booking/draft/draft-refusal.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

/** A profile, as far as a booking needs it (C41). */
export type Customer = {
	userId: string
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
}

/** What it lacks for a booking, or null (C41). */
export function profileProblem(customer: Customer): 'incomplete_profile' | 'missing_contact' | null {
	if (customer.firstName.trim() === '' || customer.lastName.trim() === '') return 'incomplete_profile'
	return customer.email || customer.phone ? null : 'missing_contact'
}

/** What a customer's details lack, or which ceiling they or their network reached (D33). */
export const customerRefusals = {
	customer_not_found: {
		shop: 'This customer isn’t in your records any more. Type their name and number instead.',
	},
	profile_error: {
		customer: {
			title: 'Profile Error',
			text: 'Unable to load your profile. Please sign in again, or enter your details.',
			status: 409,
		},
	},
	incomplete_profile: {
		customer: {
			title: 'Incomplete Profile',
			text: 'Your profile needs your first and last name. Tap Change to add them. We’ll bring you back here and keep your booking.',
			status: 422,
		},
	},
	missing_contact: {
		customer: {
			title: 'Missing Contact Information',
			text: 'Your profile needs an email or a phone number. Tap Change to add one. We’ll bring you back here and keep your booking.',
			status: 422,
		},
	},
	too_many_holds: {
		customer: {
			title: 'Too many times on hold',
			text: 'Three times are already on hold for this email or phone number. Finish one of those bookings, or try again in up to 35 minutes.',
			status: 409,
		},
	},
	hold_time_used: {
		customer: {
			title: 'Not on hold',
			text: `We can only hold times for 30 minutes per booking, so this one isn’t on hold. You can still book it while it is free. ${KEPT}`,
			status: 409,
		},
	},
	too_many_network_holds: {
		customer: {
			title: 'Many people on your network are booking',
			text: 'Guests on your network already have many times on hold or booked here. Sign in with a confirmed email to continue right away, or try again in ten minutes.',
			status: 429,
			isCeiling: true,
			nextStep: signInLink,
		},
	},
	too_many_drafts: {
		customer: {
			title: 'Many people on your network are booking',
			text: 'Guests on your network have started too many bookings this hour. Sign in with a confirmed email to continue right away, or try again in an hour.',
			status: 429,
			isCeiling: true,
			nextStep: signInLink,
		},
	},
	too_many_guest_bookings: {
		customer: {
			title: 'Many people on your network are booking',
			text: `Nothing is booked yet: guests on your network have made too many bookings here this hour. Sign in with a confirmed email to book right away, or try again in an hour. ${KEPT}`,
			status: 429,
			isCeiling: true,
			nextStep: signInLink,
		},
	},
	too_many_appointments_ahead: {
		customer: {
			title: 'Too many upcoming visits',
			text: `Nothing is booked yet: you already have the most unpaid visits we allow at this shop. Book again after one of them, or pay for this one online. With a confirmed email you can have more. ${KEPT}`,
			status: 429,
			isCeiling: true,
		},
	},
	too_many_payment_starts: {
		customer: {
			title: 'Too many payments started',
			text: `Nothing was charged. Too many online payments were started this hour. Choose another way to pay, or try again in an hour. ${KEPT}`,
			status: 429,
			isCeiling: true,
		},
	},
} satisfies Record<string, ReaderWords>

export type CustomerRefusal = keyof typeof customerRefusals

/** Where a hold is written. */
export const holdConstraints = {
	too_many_holds: 'too_many_holds',
	hold_time_used: 'hold_time_used',
	network_holds_full: 'too_many_network_holds',
	shop_not_listed: 'service_not_offered',
} as const satisfies Record<string, CustomerRefusal | ServiceRefusal>

/** Where a new draft is counted. */
export const newDraftConstraints = {
	...draftConstraints,
	too_many_drafts: 'too_many_drafts',
	service_not_offered: 'service_not_offered',
} as const

export type NewDraftRefusal = RefusalOf<typeof newDraftConstraints> | WriteFailure

/** Where a new booking is counted. */
export const newBookingConstraints = {
	too_many_guest_bookings: 'too_many_guest_bookings',
	too_many_appointments_ahead: 'too_many_appointments_ahead',
	shop_not_listed: 'service_not_offered',
} as const satisfies Record<string, CustomerRefusal | ServiceRefusal>

import type { Wording } from '#app/kernel/action-answer.ts'

export type EnrollmentRefusal =
	| 'permission_denied'
	| 'insufficient_contact_info'
	| 'already_enrolled'
	| 'invalid_reference'
	| 'program_ended'
	| 'busy'
	| 'not_saved'
	| 'unexpected'

type EnrollmentWording = Wording & { title: string; nextStep?: { label: string; path: string } }

const wallet = { label: 'Open your wallet', path: '/wallet' }

/** In words for the customer, with the answer's status (A1). */
export const enrollmentRefusals: Record<EnrollmentRefusal, EnrollmentWording> = {
	permission_denied: {
		title: 'Login Required',
		text: 'Please log in to join a loyalty program.',
		status: 401,
		nextStep: { label: 'Sign in', path: '/login' },
	},
	insufficient_contact_info: {
		title: 'Missing Contact Information',
		text: 'Your profile needs an email or a phone number. You have not joined yet.',
		status: 422,
		nextStep: { label: 'Complete your profile', path: '/profile/edit' },
	},
	already_enrolled: {
		title: 'Already enrolled',
		text: 'You’re already in this program. Nothing has changed.',
		status: 409,
		nextStep: wallet,
	},
	invalid_reference: {
		title: 'Program Not Found',
		text: 'Invalid program or shop data. Please choose a program below.',
		status: 404,
	},
	program_ended: {
		title: 'This program has ended',
		text: 'It takes no new members. Please choose another program below.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now',
		text: 'You have not joined yet. Please try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'Could not save',
		text: 'Something went wrong on our side, and you may not have joined yet. Please try again.',
		status: 503,
	},
	unexpected: {
		title: 'Not joined',
		text: 'An unexpected error occurred. Please try again.',
		status: 500,
	},
}

export function enrolledWords({ programName, shopName }: { programName: string; shopName: string }) {
	return { title: 'You’re in!', description: `You joined ${programName} at ${shopName}.` }
}

export type ProgramListFailure = 'network_error' | 'schema_error' | 'database_error'

export const PROGRAM_LIST_FAILED = 'Failed to load loyalty programs'

export const programListFailures: Record<ProgramListFailure, string> = {
	network_error: 'Network connection failed. Please check your internet connection.',
	schema_error: 'Data structure error. Please contact support.',
	database_error: 'Database error. Please try again later.',
}

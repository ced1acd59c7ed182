import type { Wording } from '#app/kernel/action-answer.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

export const payoutAccountRefusals = {
	account_not_resolved: {
		title: 'No such account.',
		text: 'The bank doesn’t know this number. Check the bank and all ten digits.',
		status: 422,
	},
	bank_silent: {
		title: 'The bank didn’t answer.',
		text: 'Nothing was changed. Try again in a few minutes.',
		status: 503,
	},
	too_many_account_tries: {
		title: 'Too many tries.',
		text: 'A shop can look up five accounts an hour. Nothing was changed. Try again later.',
		status: 429,
		retryAfterSeconds: 3600,
	},
	holder_differs: {
		title: 'The name has changed.',
		text: 'The bank gives another name for this account now. Nothing was changed. Look the account up again.',
		status: 409,
	},
	account_set_meanwhile: {
		title: 'Changed since you opened it.',
		text: 'The account was changed on another device. Nothing of yours was saved. See below what it is now.',
		status: 409,
	},
	account_needs_email: {
		title: 'Your shop has no email yet.',
		text: 'We mail each change of where your money goes. Ask the people who run this app to add your email first.',
		status: 409,
	},
	account_by_operator: {
		title: 'Not possible here.',
		text: 'The people who run this app set the account for payouts. Ask them.',
		status: 409,
	},
	busy: {
		title: 'Very busy right now.',
		text: 'Nothing was changed. Try again in a moment.',
		status: 503,
	},
	not_saved: {
		title: 'We couldn’t save this.',
		text: 'It may still have gone through. See what the page shows, then try again.',
		status: 503,
	},
} as const satisfies Record<string, Wording>

export const stopAccountRefusals = {
	payout_account_unknown: {
		title: 'This link doesn’t work.',
		text: 'Open it again from the email, whole. If it still fails, contact us right away.',
		status: 404,
	},
	payout_account_in_use: {
		title: 'Too late to stop it here.',
		text: 'This account is in use by now. Contact us right away.',
		status: 410,
	},
	busy: payoutAccountRefusals.busy,
	not_saved: payoutAccountRefusals.not_saved,
} as const satisfies Record<string, Wording>

export type PayoutAccountRefusal = Exclude<keyof typeof payoutAccountRefusals, WriteFailure>
export type StopAccountRefusal = Exclude<keyof typeof stopAccountRefusals, WriteFailure>

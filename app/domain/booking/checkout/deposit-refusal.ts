import type { ReaderWords } from '#app/domain/booking/booking-wording.ts'

export const depositRefusals = {
	deposit_not_asked: {
		shop: 'No deposit can be asked for: your shop has no deposit rule, or customers can’t pay online.',
	},
	deposit_too_small: { shop: 'The deposit would be too small to be paid online. Book it without one.' },
	deposit_too_soon: {
		shop: 'It starts too soon to wait for a deposit: a time is held until two hours before its start at most. Book it without one.',
	},
	too_many_deposit_links: {
		shop: 'Too many times wait for a deposit. Let one go, or book this without a deposit.',
	},
	deposit_not_found: { shop: 'No time is waiting for this deposit.' },
	deposit_paid: { shop: 'The deposit has just been paid. The visit is booked.' },
	deposit_settled: {
		shop: 'The deposit came too late for this time. The customer can choose another one, or gets it back.',
	},
	deposit_let_go: {
		customer: {
			title: 'This time is no longer held',
			text: 'The shop has let it go.',
			status: 409,
		},
		shop: 'This time has already been let go.',
	},
	deposit_lapsed: {
		customer: {
			title: 'This time is no longer held',
			text: 'The deposit was not paid in time.',
			status: 409,
		},
		shop: 'The deposit was not paid in time. This time is free again.',
	},
	deposit_sent_already: { shop: 'It was sent from another device just now.' },
	too_many_deposit_mails: { shop: 'It has been emailed three times. Send it by WhatsApp, or read it out.' },
	deposit_no_email: { shop: 'This customer gave no email. Send it by WhatsApp, or read it out.' },
} satisfies Record<string, ReaderWords>

export const depositConstraints = {
	too_many_deposit_links: 'too_many_deposit_links',
} as const satisfies Record<string, keyof typeof depositRefusals>

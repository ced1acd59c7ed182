/** 502: the provider failed. Our own records answered, so a page may load again (see `shouldRevalidate`). */
type Wording = { title: string; text: string; status: 409 | 422 | 429 | 502 }

/** In words for the customer, with the answer's status (C52, A1). */
export const paymentRefusals = {
	invalid_amount: {
		title: 'Invalid Amount',
		text: 'We cannot process a zero-naira payment online. Please choose another way to pay.',
		status: 422,
	},
	payment_below_minimum: {
		title: 'Invalid Amount',
		text: 'This amount is too small to be paid online. Nothing was charged. Please choose another way to pay.',
		status: 422,
	},
	missing_email: {
		title: 'Missing Email',
		text: 'Online payment needs an email address. Please add one to your profile, or choose another way to pay.',
		status: 422,
	},
	too_many_payments: {
		title: 'Payment Failed',
		text: 'You have started too many payments for this booking. Please choose another way to pay, or start a new booking.',
		status: 429,
	},
	payment_not_validated: {
		title: 'Payment Failed',
		text: 'Failed to validate checkout: something has just changed. Nothing was charged. Please check it and try again.',
		status: 409,
	},
	payment_conflict: {
		title: 'Payment Failed',
		text: 'Session conflict detected - shop mismatch. Nothing was charged. Please open your booking again.',
		status: 409,
	},
	payment_not_started: {
		title: 'Payment Failed',
		text: 'Payment initialisation failed. Nothing was charged, and your time is kept. Please try again.',
		status: 502,
	},
	payment_no_url: {
		title: 'Payment Failed',
		text: 'No authorization URL received. Nothing was charged, and your time is kept. Please try again.',
		status: 502,
	},
} satisfies Record<string, Wording>

/** Nothing was charged. */
export type PaymentRefusal = keyof typeof paymentRefusals

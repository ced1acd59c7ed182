import type { Page } from './browser-like-client.ts'
import { type FormValues, filledForm } from './filled-form.ts'
import { answerOf, type Guest, stepForm } from './guest-journey.ts'

/** What a guest's browser sends who chooses at checkout to pay online, and presses the button. */
export function payForm(guest: Guest, checkout: Page, details: FormValues = {}): URLSearchParams {
	const chosen = { paymentChoice: 'online', ...details }
	const { values, options } = answerOf('checkout', checkout, guest, { details: chosen })
	return filledForm(checkout.document, stepForm, values, options).body
}

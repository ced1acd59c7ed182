import type { Page } from './browser-like-client.ts'
import { type FormValues, filledForm } from './filled-form.ts'
import { answerOf, type Guest, stepForm } from './guest-journey.ts'

/** What a guest's browser sends who chooses at checkout to pay online, and presses the button. */
export function payForm(guest: Guest, checkout: Page, details: FormValues = {}): URLSearchParams {
	const chosen = { paymentChoice: 'online', ...details }
	const { values, options } = answerOf('checkout', checkout, guest, { details: chosen })
	return filledForm(checkout.document, stepForm, values, options).body
}

/** Sends it, and follows nothing: where it leads may be Paystack. */
export async function pressPay(
	guest: Guest,
	checkout: Page,
	details: FormValues = {},
): Promise<{ status: number; location: string | null; html: string }> {
	const { url } = checkout
	const answer = await guest.send(url, {
		method: 'POST',
		body: payForm(guest, checkout, details).toString(),
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin },
	})
	return { status: answer.status, location: answer.headers.get('location'), html: await answer.text() }
}

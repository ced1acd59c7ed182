import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import { fillStep, type JourneyChoices, openGuest, stepForm, walkTo } from '#scripts/site/browser-guest.ts'
import { filledForm } from '#scripts/site/filled-form.ts'

/** Sends the post that books, and nothing before or after it. */
export type BookingPost = () => Promise<Response>

/** A guest who has filled in the checkout, with a separate hold. */
export async function readyToBook(siteUrl: string, choices: JourneyChoices): Promise<BookingPost> {
	const guest = openGuest(siteUrl)
	const page = await walkTo(guest, 'checkout', choices)
	const { values, options } = fillStep('checkout', page, guest)
	const { body } = filledForm(page.document, stepForm, values, options)
	const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: page.url.origin }
	return () => guest.send(page.url, { method: 'POST', body: body.toString(), headers })
}

/** Several guests, a shop for each in turn. */
export function allReadyToBook(siteUrl: string, shopIds: string[], guests: number): Promise<BookingPost[]> {
	const choices = Array.from({ length: guests }, (_, i) => ({ shopId: shopIds[i % shopIds.length] ?? '' }))
	return mapConcurrently(choices, 2, (choice) => readyToBook(siteUrl, choice))
}

export async function isBooked(answer: Response): Promise<boolean> {
	await answer.arrayBuffer()
	return answer.status === 302 && (answer.headers.get('location') ?? '').startsWith('/booking/confirmation')
}

import type { SubmissionResult } from '@conform-to/react'
import { type AppLoadContext, data } from '@remix-run/cloudflare'
import { refusedBy } from '#app/http/answers.server.ts'
import type { Kiosk } from '#app/http/kiosk-guard.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'
import { parseNaira } from '#app/kernel/typed-naira.ts'
import type { BookingView } from './booking-view.server.ts'
import { readBookingPage } from './read-booking-page.server.ts'

export type BookingOffer = {
	/** Free alternatives, posted with the typed values. */
	ways: { label: string; to: string }[]
	/** The refused button's intent, repeated by the other times. */
	intent: 'book' | 'deposit'
	/** Posted choices stand in no address. */
	view?: BookingView
}

/**
 * Continues with other services when chosen ones are no longer offered. The typed values travel in the form, not the
 * address: they name a customer, and a browser keeps its history.
 */
export async function chooseAgain(context: AppLoadContext, kiosk: Kiosk, form: FormData) {
	const choices = [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
	const { view } = await readBookingPage(context, kiosk, new URLSearchParams(choices))
	const intent = form.get('wanted') === 'deposit' ? 'deposit' : 'book'
	const result: SubmissionResult = { initialValue: typedFields(form) }
	const taken = view.step === 'customer' ? view.taken : null
	if (taken === null) {
		const answer: ActionAnswer<BookingOffer> = { result, offer: { view, ways: [], intent } }
		return data(answer)
	}
	const ways = view.step === 'customer' ? view.times.free : []
	return refusedBy<BookingOffer>(
		{ text: `${taken} What you typed is kept.`, status: 409 },
		{ result, offer: { view, ways, intent } },
	)
}

/** Drops a price that was not lowered, because the sum may have changed. */
export function withoutShownPrice(result: SubmissionResult): SubmissionResult {
	const { price, ...others } = result.initialValue ?? {}
	return typeof price === 'string' && String(parseNaira(price)) === others.shownKobo
		? { ...result, initialValue: others }
		: result
}

import type { SubmissionResult } from '@conform-to/react'
import { type AppLoadContext, data } from '@remix-run/cloudflare'
import { refusedBy } from '#app/http/answers.server.ts'
import type { Kiosk } from '#app/http/kiosk-guard.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { parseNaira } from '#app/kernel/money.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'
import type { BookingView } from './booking-view.server.ts'
import { readBookingPage } from './read-booking-page.server.ts'

export type BookingOffer = {
	/** What is free instead, sent with everything typed. */
	ways: { label: string; to: string }[]
	/** What the refused button was to do: the other times do it too. */
	intent: 'book' | 'deposit'
	/** The page of choices that were posted: they stand in no address. */
	view?: BookingView
}

/**
 * Goes on with other services where those of a booking are no longer offered. What was typed names a customer: it
 * travels in the form, because an address is kept in the browser's history.
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

/** Everything typed but a price that was not lowered: what it comes to may be another meanwhile. */
export function withoutShownPrice(result: SubmissionResult): SubmissionResult {
	const { price, ...others } = result.initialValue ?? {}
	return typeof price === 'string' && String(parseNaira(price)) === others.shownKobo
		? { ...result, initialValue: others }
		: result
}

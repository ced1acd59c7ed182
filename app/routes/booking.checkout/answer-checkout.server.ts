import type { Submission } from '@conform-to/react'
import type { AppLoadContext } from '@remix-run/cloudflare'
import { stripQuery } from '#app/domain/availability/week-view.server.ts'
import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { ceilingWords } from '#app/domain/booking/booking-wording.ts'
import type { CheckoutValues } from '#app/domain/booking/checkout/checkout-form.server.ts'
import { isTypedCodeRefusal } from '#app/domain/booking/checkout/money-refusal.ts'
import { addOnsTooLong } from '#app/domain/booking/hold/slot-refusal.ts'
import { signPaymentLink } from '#app/domain/payments/payment-reference.server.ts'
import type { CheckoutAnswer } from '#app/flows/checkout/checkout-post.server.ts'
import { refusalWords } from '#app/flows/checkout/checkout-post.server.ts'
import { done, invalid, refusedAt, refusedBy } from '#app/http/answers.server.ts'
import { readDraftId, rememberAppointmentHeader } from '#app/http/booking-cookies.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { endedFriendCodeHeader, readFriendCode } from '#app/http/unsigned-cookies.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import {
	addServicePath,
	bookingPath,
	checkoutPath,
	confirmationPath,
	paymentLinkPath,
	startedPaymentPath,
	timePath,
} from '#app/kernel/booking-paths.ts'
import { dateOfInstant } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'

const andBack = `redirectTo=${encodeURIComponent(checkoutPath)}`
const pageOf = {
	checkout: checkoutPath,
	'add-service': addServicePath,
	'sign-in': `/login?${andBack}`,
	'edit-profile': `/profile/edit?${andBack}`,
}

/** A redirect, or the form again with the typed values. */
export async function answerCheckout(
	request: Request,
	context: AppLoadContext,
	submission: Submission<CheckoutValues>,
	answer: CheckoutAnswer,
) {
	const { cookieKeys } = context.settings
	switch (answer.kind) {
		case 'booked': {
			const { appointmentId } = answer
			return done(context, confirmationPath(await signBookingLink(cookieKeys, appointmentId)), {
				// Back must skip this page: a booked draft's checkout redirects to its confirmation (B6).
				inPlace: true,
				cookies: [rememberAppointmentHeader(request, cookieKeys, appointmentId), ...endedFriendCode(request)],
			})
		}
		case 'payment': {
			// 'pay' leads to the provider's page. Otherwise an earlier payment has arrived.
			if (answer.next === 'pay') return done(context, answer.url)
			return done(context, paymentLinkPath(await signPaymentLink(cookieKeys, answer.paymentReference)))
		}
		case 'saved': {
			if (answer.next === 'times') return done(context, timesPage(submission, context.now()))
			if (answer.promoSavedKobo === null) {
				const isRemoval = submission.status === 'success' && submission.value.intent === 'remove-promo'
				return done(context, pageOf[answer.next], { cookies: isRemoval ? endedFriendCode(request) : [] })
			}
			const description = `You saved ${formatNaira(answer.promoSavedKobo)}`
			return done(context, checkoutPath, { flash: { title: 'Promo code applied!', description } })
		}
		case 'paying':
			// Loads a whole page, which polls until the payment is known.
			return done(context, startedPaymentPath(answer.paymentReference), {
				headers: { 'x-remix-reload-document': 'true' },
			})
		case 'invalid':
			return invalid(submission.reply({ fieldErrors: answer.problems }), answer)
		case 'refused':
			return answerRefusal(request, context, submission, answer)
	}
}

/** A used or removed code must not prefill the field again. */
function endedFriendCode(request: Request): string[] {
	return readFriendCode(request) ? [endedFriendCodeHeader] : []
}

/** The times around the chosen start. Its dates are UTC, because the zone is unknown here. */
function timesPage(submission: Submission<CheckoutValues>, now: Instant): string {
	const startsAt = submission.status === 'success' ? submission.value.startsAt : undefined
	return timePath(startsAt === undefined ? '' : stripQuery(dateOfInstant(now), dateOfInstant(startsAt)))
}

async function answerRefusal(
	request: Request,
	context: AppLoadContext,
	submission: Submission<CheckoutValues>,
	{ refusal, offer, addOnsTooLong: tooLong }: Extract<CheckoutAnswer, { kind: 'refused' }>,
) {
	if (refusal === 'session_error' || refusal === 'payment_conflict') return startOver(context, refusal)
	const known = tooLong ? addOnsTooLong(tooLong) : refusalWords(refusal)
	const isCeiling = 'isCeiling' in known && known.isCeiling === true
	const draftId = isCeiling ? readDraftId(request, context.settings.cookieKeys) : null
	const shop = draftId === null ? null : await context.booking.drafts.shopOfDraft(draftId)
	const isSignedIn = readActor(request, context) !== null
	const words = isCeiling ? ceilingWords(known, { shop, isSignedIn }) : known
	const result = submission.reply()
	// A code's refusal shows at its field only.
	if (isTypedCodeRefusal(refusal))
		return refusedAt('promoCode', { ...words, text: `${words.title}: ${words.text}` }, result)
	return refusedBy(words, { result, offer, code: refusal === 'prepayment_required' ? refusal : undefined })
}

/** The posted page is not of the current draft: redirects to that draft with a notice. */
export function startOver(
	context: AppLoadContext,
	refusal: 'session_error' | 'payment_conflict' | 'another_booking',
) {
	const { title, text } = refusalWords(refusal)
	return done(context, bookingPath, { flash: { title, description: text, tone: 'error' } })
}

/** Our own failure, with the request's number in the log (C53). The page keeps the typed values. */
export function failedBooking(requestId: string): Wording {
	return {
		title: 'Failed to create your booking',
		text: `Something went wrong on our side. Your details are still on this page. Please try again. If it happens again, tell us this error number: ${requestId}.`,
		status: 500,
	}
}

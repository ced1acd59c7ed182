import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type AppLoadContext, data } from '@remix-run/cloudflare'
import { dayPageAddress } from '#app/domain/booking/desk/day-address.ts'
import { isSlotConflict } from '#app/domain/booking/hold/slot-refusal.ts'
import { appointmentWording } from '#app/domain/booking/reader-words.ts'
import {
	bookFormSchema,
	bookKnownFormSchema,
	lowerPriceProblem,
} from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { askDeposit } from '#app/flows/booking/ask-deposit.server.ts'
import { bookWalkIn, type WalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import type { WalkInOffer } from '#app/flows/booking/plan-walk-in.server.ts'
import { done, invalid, refusedAt, refusedBy } from '#app/http/answers.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { type Kiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { clockOrMomentLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira, parseNaira } from '#app/kernel/money.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { civilAt, instantOf, type ZoneName } from '#app/kernel/zone.server.ts'
import { type BookingChoice, bookingAddress, readBookingChoice } from './booking-choice.server.ts'
import type { BookingView } from './booking-view.server.ts'
import { readBookingPage } from './read-booking-page.server.ts'

/**
 * Books the choices of the address, or holds them and sends a deposit link. The page's id makes a repeat harmless. The
 * intent 'choose' shows the form with other services.
 */
export async function bookByPhone(request: Request, context: AppLoadContext) {
	const kiosk = requireKiosk(request, context)
	const { now } = kiosk
	const choice = readBookingChoice(new URL(request.url).searchParams)
	const schema = choice.clientId === null ? bookFormSchema : bookKnownFormSchema
	const form = await readForm(request)
	if (form.get('intent') === 'choose') return chooseAgain(context, kiosk, form)
	const submission = parseWithZod(form, { schema })
	const typed = withoutShownPrice(submission.reply())
	if (submission.status !== 'success') return invalid(typed)
	const { act: pageAct, intent, shownKobo, note = '', price = shownKobo, priceReason = '' } = submission.value
	const wrong = lowerPriceProblem({ shownKobo, price, priceReason })
	if (wrong) return refusedAt(wrong.field, { text: wrong.text, status: 422 }, typed)
	const key = await kiosk.opened()
	const zone = key.shop.timeZone
	const startsAt = instantOf(zone, choice.date ?? civilAt(zone, now).date, choice.minute ?? -1)
	if (startsAt === null) return refusedBy(bookingWords('slot_outside_hours'), { result: typed })
	const { firstName = '', lastName = '', phone = null, email = null } = submission.value
	const customer = { firstName, lastName, phone, email, userId: null, clientId: choice.clientId }
	const lowered = price < shownKobo ? { totalKobo: price, reason: priceReason } : null
	const summary = [
		momentLabelAt(zone, startsAt, now),
		...(lowered ? [`${formatNaira(price)} instead of ${formatNaira(shownKobo)}: ${priceReason}`] : []),
	].join(' · ')
	const isDeposit = intent === 'deposit'
	const action = [
		isDeposit ? 'ask deposit' : 'book',
		bookingAddress(choice),
		JSON.stringify([customer, note, price, priceReason]),
	] as const
	const booking = {
		shopId: key.shop.id,
		serviceIds: choice.serviceIds,
		addOnIds: choice.addOnIds,
		staffMemberId: choice.staffMemberId,
		startsAt,
		customer,
		note,
		shownKobo,
		lowered,
		ownUserId: key.ownUserId,
		now,
	}
	const tap = { key, pageAct, action, now }
	const refuse = (
		refusal: Parameters<typeof appointmentWording>[0] | WriteFailure,
		offer: WalkInOffer | null,
	) =>
		refusedBy<BookingOffer>(isRetryable(refusal) ? kioskWords[refusal] : bookingWords(refusal), {
			result: typed,
			offer: offer && { ways: waysOn(offer, choice, { zone, startsAt }), intent },
		})
	if (isDeposit) {
		let depositId = ''
		const held = await actAtKiosk(context, tap, ({ actId, actOf }) => {
			depositId = actId
			const alongside = actOf({ kind: 'deposit_asked', subjectId: actId, summary })
			return askDeposit(context, { ...booking, draftId: actId, alongside })
		})
		if (held !== 'act_done_already' && !held.ok) return refuse(held.refusal, held.offer)
		return done(context, `/kiosk/deposits/${depositId}`, {
			flash: { title: 'The time is held', description: 'Now send them the link.' },
		})
	}
	const booked = await actAtKiosk(context, tap, ({ actId, actOf }) =>
		bookWalkIn(context, {
			...booking,
			isByPhone: true,
			draftId: actId,
			alongside: actOf({ kind: 'visit_booked', subjectId: actId, summary }),
		}),
	)
	if (booked === 'act_done_already') return done(context, '/kiosk', { flash: { title: 'Already booked' } })
	if (booked.ok) {
		const { isMailed, referenceNumber } = booked.value
		const day = dayPageAddress(civilAt(zone, startsAt).date, civilAt(zone, now).date)
		// Without mail the appointment's page has the link to send.
		return done(context, isMailed ? day : `/kiosk/visits/${referenceNumber}`, {
			flash: { title: 'Booked', description: bookedWords(booked.value, zone, now) },
		})
	}
	return refuse(booked.refusal, booked.offer)
}

function bookedWords(
	{ startsAt, staffName, referenceNumber, isMailed }: WalkIn,
	zone: ZoneName,
	now: Instant,
) {
	const sent = isMailed
		? 'They get an email.'
		: 'No email is sent: send them the link, or read the reference out.'
	return `${momentLabelAt(zone, startsAt, now)} with ${staffName}. Reference ${referenceNumber}. ${sent}`
}

/** After a slot conflict free alternatives follow. */
function bookingWords(refusal: Parameters<typeof appointmentWording>[0]) {
	const words = appointmentWording(refusal)
	return isSlotConflict(refusal)
		? {
				...words,
				title: 'Not booked.',
				text: `${words.text} What you typed is kept: choose another time below.`,
			}
		: words
}

/** Other people and other times. Each is a button of the form, so the typed values go with it. */
function waysOn(
	{ freeStaff, times }: WalkInOffer,
	choice: BookingChoice,
	{ zone, startsAt }: { zone: ZoneName; startsAt: Instant },
) {
	return [
		...freeStaff.map(({ staffMemberId, name }) => ({
			label: `With ${name}`,
			to: bookingAddress({ ...choice, staffMemberId }),
		})),
		...times.map(({ startsAt: at }) => {
			const { date, minute } = civilAt(zone, at)
			return {
				label: clockOrMomentLabelAt(zone, at, startsAt),
				to: bookingAddress({ ...choice, date, minute }),
			}
		}),
	]
}

type BookingOffer = {
	/** Free alternatives, posted with the typed values. */
	ways: { label: string; to: string }[]
	/** The refused button's intent, repeated by the other times. */
	intent: 'book' | 'deposit'
	/** The view of posted choices: no address has them. */
	view?: BookingView
}

/**
 * Continues with other services when chosen ones are no longer offered. The typed values travel in the form, not the
 * address: they name a customer, and a browser keeps its history.
 */
async function chooseAgain(context: AppLoadContext, kiosk: Kiosk, form: FormData) {
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

/** Drops a price that was not lowered: the sum may have changed. */
function withoutShownPrice(result: SubmissionResult): SubmissionResult {
	const { price, ...others } = result.initialValue ?? {}
	return typeof price === 'string' && String(parseNaira(price)) === others.shownKobo
		? { ...result, initialValue: others }
		: result
}

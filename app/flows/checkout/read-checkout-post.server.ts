import {
	type CheckoutValues,
	checkoutProblems,
	type FieldProblems,
	isBooking,
	readTip,
	saysTwoTips,
} from '#app/domain/booking/checkout/checkout-form.server.ts'
import { NO_TIP, type TipChoice } from '#app/domain/booking/checkout/price-draft.ts'
import { isPromoCurrent } from '#app/domain/booking/checkout/promo-code.ts'
import { type ChosenSaving, oneSaving } from '#app/domain/booking/checkout/saving.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import type { CheckoutChoices } from '#app/domain/booking/draft/draft-choices-repository.server.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { sameAs } from '#app/domain/loyalty/referral-check.ts'
import { applyChoices } from '#app/flows/booking/apply-choices.server.ts'
import { readForBooking } from '#app/flows/booking/booking-problem.server.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { forEachNote } from '#app/kernel/booking-notes.ts'
import { parseEmail } from '#app/kernel/email.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { parsePhone } from '#app/kernel/phone.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { CheckoutDeps, CheckoutPost, ReadCheckoutPost } from './checkout-post.server.ts'

/** Reads everything that decides a checkout's post, in one trip (P7). */
export async function readCheckoutPost(deps: CheckoutDeps, post: CheckoutPost): Promise<ReadCheckoutPost> {
	const { draftId, form, actor, ownAppointmentIds, now } = post
	const startsAt = form.startsAt ?? null
	const [customer, read, payments] = await Promise.all([
		post.customer,
		readForBooking(deps, {
			draftId,
			startsAt,
			promoCode: postedPromoCode(form),
			actor,
			contact: { email: form.email, phone: form.phone },
			own: isBooking(form) ? { appointmentIds: ownAppointmentIds, actor } : undefined,
			now,
		}),
		form.paymentChoice === 'online' || form.intent === 'check-payment'
			? deps.payments.attempts.paymentsOfDraft(draftId)
			: [],
	])
	const { choices, problems } = readChoices(form, customer, read.priced?.draft ?? null)
	const priced = read.priced && (await withFriendChecked(deps, read.priced, choices, customer))
	const posted = { ...post, customer, choices, problems, startsAt, read: { ...read, priced, payments } }
	return { ...posted, alongside: promoAttempt(deps, posted) }
}

/** A friend's code is for another person's first visit (D41). The booking write decides. */
async function withFriendChecked(
	{ loyalty: { referralCodes } }: Pick<CheckoutDeps, 'loyalty'>,
	priced: DraftWithCalendar,
	{ contact }: CheckoutChoices,
	customer: Customer | null,
): Promise<DraftWithCalendar> {
	const { typedReferral } = priced
	if (!typedReferral) return priced
	const friend = {
		userId: customer?.userId ?? null,
		email: parseEmail(contact.email),
		phone: parsePhone(contact.phone),
	}
	const same = sameAs(friend, typedReferral.referrer)
	const isRefused = same !== null || (await referralCodes.hasBooked(typedReferral.shopId, friend))
	// Only the code's account learns that it owns the code: a typed contact proves nothing.
	const isOwn = same === 'same_account'
	return isRefused ? { ...priced, typedReferral: { ...typedReferral, isRefused, isOwn } } : priced
}

type Before = ChosenSaving & { tip: TipChoice }

/** '' for none. */
function postedPromoCode(form: CheckoutValues): string {
	return form.intent === 'remove-promo' ? '' : form.promoCode
}

/** A guest has no rewards. Null where a code and a reward are both new. */
function chosenSaving(
	form: CheckoutValues,
	customer: Customer | null,
	before: ChosenSaving | null,
): ChosenSaving | null {
	const hasReward = customer !== null && form.reward !== '' && form.intent !== 'apply-promo'
	const posted = { promoCode: postedPromoCode(form), rewardId: hasReward ? form.reward : null }
	return oneSaving(posted, before ?? { ...posted, promoCode: '' })
}

function tipProblem(form: CheckoutValues, tip: ReturnType<typeof readTip>): string | null {
	if (saysTwoTips(form)) return checkoutProblems.twoTips
	if (tip.ok) return null
	return tip.refusal === 'too_large' ? checkoutProblems.tipTooLarge : checkoutProblems.tipNoNumber
}

/**
 * The form's choices, with the signed-in customer's contact, and their problems: two tips, two new savings, or an
 * unclear tip (D68). The draft keeps its own value of a field with a problem.
 */
export function readChoices(
	form: CheckoutValues,
	customer: Customer | null,
	before: Before | null,
): { choices: CheckoutChoices; problems: FieldProblems } {
	const saving = chosenSaving(form, customer, before)
	const tip = readTip(form)
	const problem = tipProblem(form, tip)
	const { firstName, lastName, email, phone } = customer ?? form
	return {
		choices: {
			contact: { firstName, lastName, email: email ?? '', phone: phone ?? '' },
			bookingNotes: forEachNote((name) => form[name]),
			promoCode: (saving ?? before)?.promoCode ?? '',
			rewardId: (saving ?? before)?.rewardId ?? null,
			usesCashback: customer !== null && form.usesCashback !== undefined,
			tip: tip.ok && problem === null ? tip.value : (before?.tip ?? NO_TIP),
			paymentChoice: form.paymentChoice ?? null,
			addOnIds: form.addOns,
		},
		problems: {
			...(saving === null ? { promoCode: [checkoutProblems.twoSavings] } : {}),
			...(problem === null ? {} : { customTip: [problem] }),
		},
	}
}

type Deps = Pick<Repositories, 'identity'>

/**
 * Counts a newly typed promo code in the post's first write, which refuses a network above its limit: a burst tests no
 * more codes than that (S8). A right code costs no attempt.
 */
function promoAttempt(
	deps: Deps,
	{ form, networkKey, read: { priced }, choices, now }: Omit<ReadCheckoutPost, 'alongside'>,
): Statement[] {
	const code = postedPromoCode(form)
	if (code === '' || priced === null || code === priced.draft.promoCode) return []
	const { saving } = applyChoices(priced, choices, now).quote
	// A code is right even when it is not for this customer.
	const isRight = saving?.kind === 'promo' || priced.typedReferral !== null
	return countPromoAttempt(deps, { networkKey, isRight, now })
}

/** As `promoAttempt`, before the draft is read. */
export async function unreadPromoAttempt(
	deps: Deps & Pick<Repositories, 'booking' | 'loyalty'>,
	{ draftId, form, networkKey, now }: CheckoutPost,
): Promise<Statement[]> {
	const code = postedPromoCode(form)
	if (code === '' || networkKey === null) return []
	const [promo, referral] = await Promise.all([
		deps.booking.promos.promoOfDraft(draftId, code),
		deps.loyalty.referralCodes.codeTyped(draftId, code, now),
	])
	const isRight = (promo !== null && isPromoCurrent(promo, now)) || referral !== null
	return countPromoAttempt(deps, { networkKey, isRight, now })
}

function countPromoAttempt(
	{ identity: { rateLimits } }: Deps,
	{ networkKey, isRight, now }: { networkKey: string | null; isRight: boolean; now: Instant },
): Statement[] {
	if (networkKey === null) return []
	const limits = networkLimits('promo-network', networkKey)
	return [
		...limits.map((rateLimit) => rateLimits.requireAttemptLeft(rateLimit, now)),
		...(isRight ? [] : rateLimits.recordAttempts(limits, now)),
	]
}

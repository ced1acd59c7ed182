import { isPromoCurrent } from '#app/domain/booking/checkout/promo-code.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { applyChoices } from '#app/flows/booking/apply-choices.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { CheckoutPost, ReadCheckoutPost } from './checkout-post.server.ts'
import { promoCodeOf } from './posted-choices.server.ts'

type Deps = Pick<Repositories, 'identity'>

/**
 * What counts a newly typed promo code, for the first write of its post: the write is refused ('promo_rate_limited')
 * where this network has tried too many, so that a burst learns no more than the limit allows (S8). A right code
 * costs no attempt.
 */
export function promoAttempt(
	deps: Deps,
	{ form, networkKey, read: { priced }, choices, now }: Omit<ReadCheckoutPost, 'alongside'>,
): Statement[] {
	const code = promoCodeOf(form)
	if (code === '' || priced === null || code === priced.draft.promoCode) return []
	const { saving } = applyChoices(priced, choices, now).quote
	// A friend's code is right, though it may not be for its typist.
	const isRight = saving?.kind === 'promo' || priced.typedReferral !== null
	return attemptOf(deps, { networkKey, isRight, now })
}

/** As above, of a post that reads the draft later: any typed code is looked up. */
export async function unreadPromoAttempt(
	deps: Deps & Pick<Repositories, 'booking' | 'loyalty'>,
	{ draftId, form, networkKey, now }: CheckoutPost,
): Promise<Statement[]> {
	const code = promoCodeOf(form)
	if (code === '' || networkKey === null) return []
	const [promo, referral] = await Promise.all([
		deps.booking.promos.promoOfDraft(draftId, code),
		deps.loyalty.referralCodes.codeTyped(draftId, code, now),
	])
	const isRight = (promo !== null && isPromoCurrent(promo, now)) || referral !== null
	return attemptOf(deps, { networkKey, isRight, now })
}

function attemptOf(
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

import { isPromoCurrent } from '#app/domain/booking/promo-code.ts'
import { networkLimits } from '#app/domain/identity/rate-limit.ts'
import { applyChoices } from '#app/flows/booking/apply-choices.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { isList, type WriteBatch } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import type { CheckoutPost, ReadCheckoutPost } from './checkout-post.server.ts'
import { promoCodeOf } from './posted-choices.server.ts'

type Deps = Pick<Repositories, 'rateLimits' | 'writeBatch'>

/**
 * Counts a newly typed promo code in the first write of its post: the write is refused ('promo_rate_limited') where this
 * network has tried too many, so that a burst learns no more than the limit allows (S8). A right code costs no attempt.
 */
export function countPromoAttempt<Needed extends Deps>(
	deps: Needed,
	{ form, networkKey, read: { priced }, choices, now }: ReadCheckoutPost,
): Needed {
	const code = promoCodeOf(form)
	if (code === '' || priced === null || code === priced.draft.promoCode) return deps
	const { saving } = applyChoices(priced, choices, now).quote
	// A friend's code is right, though it may not be for whoever typed it.
	const isRight = saving?.kind === 'promo' || priced.typedReferral !== null
	return counting(deps, { networkKey, isRight, now })
}

/** Counts it for a post that reads the draft later: any typed code is looked up. */
export async function countUnreadPromoAttempt<
	Needed extends Deps & Pick<Repositories, 'drafts' | 'referralCodes'>,
>(deps: Needed, { draftId, form, networkKey, now }: CheckoutPost): Promise<Needed> {
	const code = promoCodeOf(form)
	if (code === '' || networkKey === null) return deps
	const [promo, referral] = await Promise.all([
		deps.drafts.promoOfDraft(draftId, code),
		deps.referralCodes.codeTyped(draftId, code, now),
	])
	const isRight = (promo !== null && isPromoCurrent(promo, now)) || referral !== null
	return counting(deps, { networkKey, isRight, now })
}

function counting<Needed extends Deps>(
	deps: Needed,
	{ networkKey, isRight, now }: { networkKey: string | null; isRight: boolean; now: Instant },
): Needed {
	if (networkKey === null) return deps
	const limits = networkLimits('promo-network', networkKey)
	const { rateLimits } = deps
	const counted = [
		...limits.map((rateLimit) => rateLimits.requireAttemptLeft(rateLimit, now)),
		...(isRight ? [] : rateLimits.recordAttempts(limits, now)),
	]
	let isCounted = false
	const writeBatch: WriteBatch = async (batch) => {
		if (isCounted || !isList(batch)) return deps.writeBatch(batch)
		const written = await deps.writeBatch([...counted, ...batch])
		isCounted = true
		return written as Awaited<ReturnType<typeof deps.writeBatch<typeof batch>>>
	}
	return { ...deps, writeBatch }
}

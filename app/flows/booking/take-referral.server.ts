import type { NewCheckout } from '#app/domain/booking/draft/new-booking.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The statements that take a friend's code for a checkout, after its row (D41); none without a code. */
export function takeReferral(
	{ loyalty: { referralCodes } }: Pick<Repositories, 'loyalty'>,
	{
		checkoutId,
		referralCodeId: codeId,
		userId,
		contact,
		isSameDevice,
		now,
	}: Pick<NewCheckout, 'checkoutId' | 'referralCodeId' | 'userId' | 'contact' | 'isSameDevice'> & {
		now: Instant
	},
): Statement[] {
	if (codeId === null) return []
	const { email, phone } = contact
	return referralCodes.insertReferral({
		checkoutId,
		codeId,
		friend: { userId, email, phone },
		isSameDevice,
		now,
	})
}

import { refundableUntil } from '#app/domain/booking/cancellation-policy.ts'
import type { NewPendingCheckout } from '#app/domain/booking/new-booking.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { newCheckout } from './new-booking.server.ts'
import type { VisitWithCalendar } from './read-visit.server.ts'

/** The visit as it is agreed to now. Its id is made of all that is in it: the same visit is the same checkout. */
export async function pendingCheckout(
	wished: VisitWithCalendar,
	agreed: Parameters<typeof newCheckout>[1] & { seen: { startsAt: Instant } },
	dueKobo: Kobo,
): Promise<NewPendingCheckout> {
	const { startsAt } = agreed.seen
	const { checkoutId: _, clientId, now, ...checkout } = newCheckout(wished, agreed)
	const frozen = {
		...checkout,
		services: checkout.services.map((service, position) => {
			const { staff, bufferMinutes = 0 } = wished.draft.services[position] ?? {}
			return {
				...service,
				bufferMinutes,
				staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
			}
		}),
		startsAt,
		refundableUntilAt: refundableUntil(startsAt, wished.shop.freeCancellationMinutes),
		dueKobo,
	}
	return { ...frozen, checkoutId: await contentId(JSON.stringify(frozen)), clientId, now }
}

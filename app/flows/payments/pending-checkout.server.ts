import { refundableUntil } from '#app/domain/booking/appointment/cancellation-policy.ts'
import type { NewPendingCheckout } from '#app/domain/booking/draft/new-booking.ts'
import { newCheckout } from '#app/flows/booking/new-booking.server.ts'
import type { DraftWithCalendar } from '#app/flows/booking/read-draft.server.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'

/** The checkout that a customer agrees to and is about to pay. Its id hashes its content: equal checkouts are one. */
export async function pendingCheckout(
	requested: DraftWithCalendar,
	agreed: Parameters<typeof newCheckout>[1] & { seen: { startsAt: Instant } },
	dueKobo: Kobo,
): Promise<NewPendingCheckout> {
	const { startsAt } = agreed.seen
	const { checkoutId: _, clientId, now, ...checkout } = newCheckout(requested, agreed)
	const content = {
		...checkout,
		services: checkout.services.map((service, position) => {
			const { staff, bufferMinutes = 0 } = requested.draft.services[position] ?? {}
			return {
				...service,
				bufferMinutes,
				staffMemberId: staff?.kind === 'named' ? staff.staffMemberId : null,
			}
		}),
		startsAt,
		refundableUntilAt: refundableUntil(startsAt, requested.shop.freeCancellationMinutes),
		dueKobo,
	}
	return { ...content, checkoutId: await contentId(JSON.stringify(content)), clientId, now }
}

import { isFreeToCancel, isOpen } from '#app/domain/booking/cancellation-policy.ts'
import type { ShownVisit } from '#app/domain/booking/shop-visit-repository.server.ts'
import { type ShopNews, shopVisitMail } from '#app/domain/messaging/shop-visit-mail.server.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { appointmentPayload } from './appointment-message.server.ts'
import { isOldNews, type MessageKind, messageKind } from './message-kind.server.ts'

const news: readonly ShopNews[] = ['booked', 'moved', 'changed', 'cancelled']

/** Tell a shop what its customers did with their visits, as these are when the mail is sent. */
export const shopVisitMessages: readonly MessageKind[] = news.map((one) =>
	messageKind({
		kind: `shop_${one}`,
		payload: appointmentPayload,
		async isStillTrue({ shopVisits }, queued, now) {
			const visit = await shopVisits.visitToMail(queued.payload.appointmentId, now)
			if (!visit) return refused('appointment_not_found')
			const isTrue = one === 'cancelled' ? visit.status === 'CANCELLED' : isOpen(visit.status)
			if (!isTrue) return refused('appointment_changed')
			return isOldNews(queued, now) ? refused('too_old') : accepted(visit)
		},
		compose: ({ sender }, visit) =>
			shopVisitMail(sender, one, { ...visit, toGiveBackKobo: toGiveBackKobo(visit) }),
	}),
)

/** What the customer was told that the shop gives back: a transfer that came, of a visit that was cancelled in time. */
function toGiveBackKobo({
	transferPaidAt,
	cancelledAt,
	refundableUntilAt,
	paidAtShopKobo,
}: ShownVisit): Kobo {
	if (transferPaidAt === null || cancelledAt === null) return 0
	return isFreeToCancel(refundableUntilAt, cancelledAt) ? paidAtShopKobo : 0
}

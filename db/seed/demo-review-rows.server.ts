import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { DemoAppointment } from './book-demo-appointments.server.ts'
import type { BookingRows } from './booking-tables.ts'
import { clientId } from './demo-client-rows.server.ts'
import type { DemoShop } from './demo-shop.ts'
import { pseudoRandom } from './pseudo-random.ts'
import { complaint, mixed, praise } from './review-comments.ts'

/** Reviews of completed visits, by their place among the shop's visits. */
export function addReviewRows(
	rows: BookingRows,
	shop: DemoShop,
	appointments: readonly DemoAppointment[],
	todayStartsAt: Instant,
): void {
	const random = pseudoRandom(`${shop.shopId} reviews`)
	const unsaid = {
		praise: [...praise[shop.categoryIds[0] ?? 'hair-beauty']],
		mixed: [...mixed],
		complaint: [...complaint],
	}
	const reviewers = new Set<number>()
	appointments.forEach((appointment, i) => {
		if (appointment.status !== 'COMPLETED' || !random.chance(shop.history.reviewShare)) return
		// Each person reviews a shop once.
		if (reviewers.has(appointment.person)) return
		reviewers.add(appointment.person)
		const rating = random.chance(shop.history.fiveShare) ? 5 : random.pick([4, 4, 4, 4, 4, 3, 3, 2])
		const words = rating >= 4 ? unsaid.praise : rating === 3 ? unsaid.mixed : unsaid.complaint
		// Most people only tap the stars; no text appears twice in one shop.
		const comment = random.chance(0.5) ? (words.splice(random.below(words.length), 1)[0] ?? '') : ''
		const patience = Math.min(2 * DAY_MS, todayStartsAt - appointment.endsAt)
		rows.reviews.push({
			appointmentId: `${shop.shopId}-visit-${String(i + 1).padStart(3, '0')}`,
			shopId: shop.shopId,
			clientId: clientId(shop, appointment.person),
			rating,
			comment,
			createdAt: appointment.endsAt + Math.floor(random.next() * patience),
		})
	})
}

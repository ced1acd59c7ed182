import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DAY_MS, HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { demoClient } from './demo-accounts.ts'
import type { DemoSeed } from './demo-shop.ts'
import type { BookingRows, MessagingRows } from './seed-tables.ts'

type Rows = MessagingRows & Pick<BookingRows, 'appointments' | 'clients'>
type AppointmentInState = BookingRows['appointments'][number]

const SHOWN_MS = 80 * DAY_MS

/** The demo client's bell: booked, cancelled, and review requests. Two are new. */
export function addNotificationRows(rows: Rows, { shops, todayStartsAt }: DemoSeed): void {
	const own = new Set(rows.clients.flatMap(({ id, userId }) => (userId === demoClient.userId ? [id] : [])))
	const shopNames = new Map(shops.map(({ shopId, values }) => [shopId, values.name]))
	const notifications = rows.appointments
		.filter(({ clientId }) => own.has(clientId))
		.flatMap((appointment) => notificationRow(appointment, shopNames.get(appointment.shopId) ?? ''))
		.filter(({ toldAt }) => toldAt <= todayStartsAt && toldAt > todayStartsAt - SHOWN_MS)
		.toSorted((a, b) => b.toldAt - a.toldAt)
	rows.notifications.push(...notifications)
	const seenAt = notifications[2]?.toldAt
	if (seenAt !== undefined) rows.notificationsSeen.push({ userId: demoClient.userId, seenAt })
}

function notificationRow({ id, status, createdAt, startsAt, endsAt }: AppointmentInState, shopName: string) {
	const words = `${shopName}, ${momentLabelAt(DEFAULT_ZONE, startsAt)}`
	const one = (kind: string, title: string, toldAt: Instant, path = bookingPath(id)) => ({
		id: `demo-${kind}-${id}`,
		userId: demoClient.userId,
		kind,
		title,
		words,
		path,
		toldAt,
	})
	return [
		one('booked', 'Booking confirmed', createdAt),
		...(status === 'COMPLETED'
			? [one('how_was_it', 'How was it?', endsAt + DAY_MS, `/appointments/review?visit=${id}`)]
			: []),
		...(status === 'CANCELLED'
			? [one('cancelled', 'Booking cancelled', Math.max(createdAt, startsAt - 30 * HOUR_MS))]
			: []),
	]
}

function bookingPath(id: string): string {
	return `/booking/confirmation?appointmentId=${id}`
}

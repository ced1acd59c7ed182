import type { LiveAppointment } from '#app/domain/booking/hold/hold-policy.ts'
import type { Place } from '#app/domain/subscriptions/place-repository.server.ts'
import { ownAppointmentPath } from '#app/kernel/booking-paths.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'

/** Longer names are cut; the linked page has them in full. */
const MAX_LETTERS = 20

/** The first appointment or session ahead or in progress, as lines of its card (L30); null for none. */
export function nextAppointmentRow(
	{ appointments, places }: { appointments: readonly LiveAppointment[]; places: readonly Place[] },
	now: Instant,
) {
	const booked = appointments.map(({ appointmentId, serviceName, shopName, timeZone, ...times }) => ({
		...times,
		timeZone,
		noun: 'visit',
		what: `${cut(serviceName)} · ${cut(shopName)}`,
		to: ownAppointmentPath(appointmentId),
	}))
	const sessions = places
		.filter(({ status }) => status === 'booked')
		.map(({ planTitle, shop, startsAt, endsAt }) => ({
			startsAt,
			endsAt,
			timeZone: shop.timeZone,
			noun: 'session',
			what: `${cut(planTitle)} · ${cut(shop.name)}`,
			to: '/sessions?tab=bookings',
		}))
	const ahead = [...booked, ...sessions].filter(({ endsAt }) => endsAt > now)
	const [next] = ahead.sort((one, other) => one.startsAt - other.startsAt)
	if (!next) return null
	const { startsAt, timeZone, noun, what, to } = next
	const label = startsAt > now ? `Your next ${noun}` : 'Happening now'
	// One text of lines: separate values would cost the page more bytes (P1).
	return [to, label, nearMomentLabelAt(timeZone, startsAt, now), what].join('\n')
}

function cut(name: string): string {
	return name.length > MAX_LETTERS ? `${shortenText(name, MAX_LETTERS - 1).trimEnd()}…` : name
}

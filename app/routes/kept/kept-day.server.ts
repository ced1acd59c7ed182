import type { AppLoadContext } from '@remix-run/cloudflare'
import { isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { isIdle, isLocked, locksAt, readKioskCaller, readTouch } from '#app/http/kiosk-cookies.server.ts'
import { readKioskKey } from '#app/http/kiosk-guard.server.ts'
import { addDays } from '#app/kernel/civil.ts'
import { clockLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, dayStartsAt } from '#app/kernel/zone.server.ts'
import type { KeptDay } from '#app/ui/offline/offline-pages.server.tsx'

/** As many as fit on a kept page. */
const APPOINTMENTS_OF_DAY = 60

/** Today, as an open kiosk shows it offline until it locks or the day ends; null without an open kiosk. */
export async function keptDay(
	request: Request,
	context: AppLoadContext,
): Promise<(KeptDay & { until: Instant }) | null> {
	const caller = readKioskCaller(request)
	const now = context.now()
	if (caller === null) return null
	const touch = readTouch(request, context.settings.cookieKeys, caller)
	if (isIdle(touch, now)) return null
	const [key, { shop, appointments }] = await Promise.all([
		readKioskKey(context, caller),
		context.booking.appointmentViews.dayOfShop(caller, {
			date: null,
			now,
			after: null,
			limit: APPOINTMENTS_OF_DAY,
		}),
	])
	if (!key || !shop || isLocked(touch, key, now)) return null
	const { timeZone } = shop
	return {
		shopName: shop.name,
		date: shortDateLabel(shop.date),
		asOf: clockLabelAt(timeZone, now),
		until: Math.min(locksAt(touch), dayStartsAt(timeZone, addDays(civilAt(timeZone, now).date, 1))),
		appointments: appointments
			.filter((appointment) => !isClosed(appointment))
			.map(({ startsAt, ownPart, services, customer, bookingNotes }) => ({
				time: clockLabelAt(timeZone, ownPart?.startsAt ?? startsAt),
				firstName: (bookingNotes.visitorName ?? customer.firstName).trim().split(/\s/, 1)[0] || 'Walk-in',
				what: services.map(({ name }) => name).join(', '),
			})),
	}
}

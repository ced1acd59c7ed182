import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { readShopCalendar } from '#app/flows/booking/read-calendar.server.ts'
import { readShopDay } from '#app/flows/booking/read-shop-day.server.ts'
import { readShopSessions } from '#app/flows/subscriptions/read-shop-sessions.server.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'

/**
 * Appointments, calendar or sessions of a day for the page that shows them. A refresh does not count as a touch of
 * the kiosk.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	if (searchParams.get('of') === 'sessions')
		return Response.json(await readShopSessions(context, kiosk, searchParams))
	if (searchParams.get('of') === 'calendar')
		return Response.json(await readShopCalendar(context, kiosk, searchParams))
	const [, day] = await Promise.all([
		kiosk.opened(),
		readShopDay(context, kiosk.caller, searchParams, kiosk.now),
	])
	if (!day) throw closedKiosk()
	return Response.json({ ...day, act: newId() })
}

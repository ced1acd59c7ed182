import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { askedDayOf, shopDayView, VISITS_OF_DAY } from '#app/domain/booking/shop-day-view.server.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'

/** The list of the day for the page that shows it: what looks again by itself touches no kiosk. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const asked = askedDayOf(new URL(request.url).searchParams)
	const [, day] = await Promise.all([
		kiosk.opened(),
		context.shopVisits.day(kiosk.caller, { date: asked.date, now: kiosk.now, after: null, limit: VISITS_OF_DAY }),
	])
	const { shop } = day
	if (!shop) throw closedKiosk()
	return Response.json({ ...shopDayView({ ...day, shop }, asked, kiosk.now), act: newId() })
}

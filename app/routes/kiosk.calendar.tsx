import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { readShopCalendar } from '#app/flows/booking/read-calendar.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { CalendarTable } from '#app/ui/kiosk/calendar-table.tsx'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { useFresh } from '#app/ui/kiosk/use-fresh.ts'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load the calendar' }

export const meta = unlisted('Calendar')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const calendar = await readShopCalendar(context, kiosk, new URL(request.url).searchParams)
	return kiosk.pageData(calendar)
}

/** The day of all people in columns, or the week of one. */
export default function KioskCalendar() {
	const loaded = useLoaderData<typeof loader>()
	const search = loaded.here.split('?')[1]
	const calendar = useFresh(loaded, `/kiosk/fresh?of=calendar${search ? `&${search}` : ''}`)
	const { title, shopName, dateLabel, staff, days, links, times, columns, off } = calendar
	return (
		<KioskPage
			title={title}
			subtitle={`${shopName} · ${dateLabel}`}
			section="Today"
			back={links.day === null ? undefined : { to: links.day, label: 'Everyone' }}
			isList
		>
			<DayNavigation
				days={days}
				page="/kiosk/calendar"
				kept={staff === null ? {} : { staff }}
				unit={staff === null ? 'Day' : 'Week'}
			>
				{links.list !== null && <ChipLink to={links.list}>List</ChipLink>}
			</DayNavigation>
			{columns.length > 0 ? (
				<CalendarTable caption={`${title}, ${dateLabel}`} times={times} columns={columns} />
			) : (
				<EmptyState icon="calendar" title={staff === null ? 'No one works on this day' : 'Off all week'}>
					Hours and days off are set by the shop’s owner, under People.
				</EmptyState>
			)}
			{off.length > 0 && (
				<ul className="bar mt-4" aria-label="Off on this day">
					{off.map((one) => (
						<li key={one.to}>
							<Link to={one.to} className="tap">
								{one.name}: {one.hours}
							</Link>
						</li>
					))}
				</ul>
			)}
			<div className="bar mt-4">
				{links.before !== null && (
					<ButtonLink to={links.before} variant="quiet" size="small">
						Previous people
					</ButtonLink>
				)}
				{links.on !== null && (
					<ButtonLink to={links.on} variant="quiet" size="small">
						More people
					</ButtonLink>
				)}
			</div>
		</KioskPage>
	)
}

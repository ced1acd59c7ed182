import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { readShopDay } from '#app/domain/booking/shop-day-view.server.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { kioskMeta } from '#app/ui/kiosk/kiosk-meta.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { useFresh } from '#app/ui/kiosk/use-fresh.ts'
import { VisitList, type VisitRowView } from '#app/ui/kiosk/visit-list.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: () => 'Unable to load the day' }

export const meta: MetaFunction = () => kioskMeta('Kiosk')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	const [, day] = await Promise.all([
		kiosk.opened(),
		readShopDay(context, kiosk.caller, searchParams, kiosk.now),
	])
	if (!day) throw closedKiosk()
	return data({ ...day, act: newId() }, { headers: kiosk.headers })
}

/** The day of the shop. */
export default function KioskToday() {
	const loaded = useLoaderData<typeof loader>()
	const search = loaded.here.split('?')[1]
	const day = useFresh(loaded, `/kiosk/fresh${search ? `?${search}` : ''}`)
	const { links, byTime, byPerson, count } = day
	return (
		<KioskPage
			title={day.day}
			subtitle={`${day.shopName} · ${day.dateLabel} · ${countWords(count)}`}
			section="Today"
			isList
		>
			<nav className="bar" aria-label="Day and order">
				<ChipLink to={links.before}>Day before</ChipLink>
				{links.today && <ChipLink to={links.today}>Today</ChipLink>}
				<ChipLink to={links.after}>Day after</ChipLink>
				<span className="bar">
					<ChipLink to={links.byTime} current={byTime !== null}>
						By time
					</ChipLink>
					<ChipLink to={links.byPerson} current={byPerson !== null}>
						By person
					</ChipLink>
				</span>
			</nav>
			{day.closed && (
				<Notice className="mb-4" title="Closed.">
					{day.closed}
				</Notice>
			)}
			{count.all === 0 && (
				<EmptyState
					icon="calendar"
					title="No bookings on this day"
					action={
						<ButtonLink to="/kiosk/walk-in" size="small">
							Book a walk-in
						</ButtonLink>
					}
				/>
			)}
			<Form method="post">
				<input type="hidden" name="act" value={day.act} />
				<input type="hidden" name="back" value={day.here} />
				{byTime && <VisitList visits={byTime.open} />}
				{byTime && <Later title="Earlier, still open" visits={byTime.late} />}
				{byTime && <Later title="Over" visits={byTime.over} />}
				{byPerson && (
					<div className="people">
						{byPerson.map(({ id, name, hours, blocks, visits }) => (
							<section key={id}>
								<h2>
									{name} <span className="soft num">{hours}</span>
								</h2>
								{blocks.map((block) => (
									<p key={block.id} className="num soft">
										{block.text}
									</p>
								))}
								{visits.length > 0 ? <VisitList visits={visits} /> : <p className="soft">No visits</p>}
							</section>
						))}
					</div>
				)}
			</Form>
			<div className="bar mt-4">
				{links.back && (
					<Link to={links.back} className="tap">
						Back in the list
					</Link>
				)}
				{links.on && (
					<ButtonLink to={links.on} variant="quiet" size="small">
						More visits
					</ButtonLink>
				)}
			</div>
		</KioskPage>
	)
}

function Later({ title, visits }: { title: string; visits: VisitRowView[] }) {
	return visits.length === 0 ? null : (
		<>
			<h2>{title}</h2>
			<VisitList visits={visits} />
		</>
	)
}

function countWords({ all, open }: { all: number; open: number }): string {
	if (all === 0) return 'no visits'
	return `${all === 1 ? '1 visit' : `${all} visits`}, ${open} open`
}

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { readShopDay } from '#app/flows/booking/read-shop-day.server.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { AppointmentList, type AppointmentRowView } from '#app/ui/kiosk/appointment-list.tsx'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { useFresh } from '#app/ui/kiosk/use-fresh.ts'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load the day' }

export const meta = unlisted('Kiosk')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	const [, day] = await Promise.all([
		kiosk.opened(),
		readShopDay(context, kiosk.caller, searchParams, kiosk.now),
	])
	if (!day) throw closedKiosk()
	return kiosk.pageData({ ...day, act: newId() })
}

export default function KioskToday() {
	const loaded = useLoaderData<typeof loader>()
	const search = loaded.here.split('?')[1]
	const day = useFresh(loaded, `/kiosk/fresh${search ? `?${search}` : ''}`)
	const { links, byTime, byPerson, count, own } = day
	return (
		<KioskPage
			title={day.day}
			subtitle={`${own ? own.name : day.shopName} · ${day.dateLabel} · ${countWords(count)}`}
			section="Today"
			isOfPerson={own !== null}
			isList
		>
			<DayNavigation
				days={day.days}
				page="/kiosk"
				kept={byPerson ? { by: 'person' } : {}}
				folded={own ? 'Date' : 'Date and view'}
				beside={!own && <ChipLink to="/kiosk/search">Find a customer</ChipLink>}
			>
				{!own && (
					<span className="bar">
						<ChipLink to={links.byTime} current={byTime !== null}>
							By time
						</ChipLink>
						<ChipLink to={links.byPerson} current={byPerson !== null}>
							By person
						</ChipLink>
						<ChipLink to={links.calendar}>Calendar</ChipLink>
					</span>
				)}
			</DayNavigation>
			{own && !day.closed && (
				<p className="mb-4">
					Your hours: <b className="num">{own.hours}</b>
				</p>
			)}
			{day.toDo && (
				<p className="bar">
					<Link to="/kiosk/to-do" className="tap num">
						{day.toDo}
					</Link>
				</p>
			)}
			{day.payoutAccountFrom && (
				<Notice className="mb-4" title="New payout account.">
					It takes effect {day.payoutAccountFrom}. Didn’t expect it? Tell the owner now: they can stop it.
				</Notice>
			)}
			{day.closed && (
				<Notice className="mb-4" title="Closed.">
					{day.closed}
				</Notice>
			)}
			{day.waiting.length > 0 && (
				<section className="mb-4">
					<h2>Held for a deposit</h2>
					<Card kind="rows" as="ul">
						{day.waiting.map(({ to, name, about }) => (
							<li key={to}>
								<Link to={to} className="line">
									<b>{name}</b>
									<small className="num">{about}</small>
								</Link>
							</li>
						))}
					</Card>
				</section>
			)}
			{count.all === 0 && (
				<EmptyState
					icon="calendar"
					title="No bookings on this day"
					action={
						!own && (
							<ButtonLink to="/kiosk/walk-in" size="small">
								Book a walk-in
							</ButtonLink>
						)
					}
				/>
			)}
			<KioskForm act={day.act} hidden={{ back: day.here }}>
				{byTime && <AppointmentList appointments={byTime.open} />}
				{byTime && <Later title="Earlier, still open" appointments={byTime.late} />}
				{byTime && <Later title="Over" appointments={byTime.over} />}
				{byPerson && (
					<div className="people">
						{byPerson.map(({ id, name, hours, blocks, appointments }) => (
							<section key={id}>
								<h2>
									{name} <span className="soft num">{hours}</span>
								</h2>
								{blocks.map((block) => (
									<p key={block.id} className="num soft">
										{block.text}
									</p>
								))}
								{appointments.length > 0 ? (
									<AppointmentList appointments={appointments} />
								) : (
									<p className="soft">No visits</p>
								)}
							</section>
						))}
					</div>
				)}
			</KioskForm>
			{byTime && byTime.blocks.length > 0 && (
				<section>
					<h2>Blocked time</h2>
					{byTime.blocks.map(({ id, text }) => (
						<p key={id} className="num">
							{text}
						</p>
					))}
				</section>
			)}
			<div className="bar mt-4">
				{links.back && (
					<Link to={links.back} className="tap">
						Previous visits
					</Link>
				)}
				{links.on && (
					<ButtonLink to={links.on} variant="quiet" size="small">
						More visits
					</ButtonLink>
				)}
				{!own && (
					<>
						<ButtonLink to={`/kiosk/book?date=${day.days.date}`} variant="quiet" size="small">
							New booking
						</ButtonLink>
						<ButtonLink to={links.block} variant="quiet" size="small">
							Block or unblock time
						</ButtonLink>
					</>
				)}
			</div>
		</KioskPage>
	)
}

function Later({ title, appointments }: { title: string; appointments: AppointmentRowView[] }) {
	return appointments.length === 0 ? null : (
		<>
			<h2>{title}</h2>
			<AppointmentList appointments={appointments} />
		</>
	)
}

function countWords({ all, open }: { all: number; open: number }): string {
	if (all === 0) return 'no visits'
	return `${all === 1 ? '1 visit' : `${all} visits`}, ${open} open`
}

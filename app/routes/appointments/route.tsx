import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import {
	type AppointmentTab,
	appointmentTabs,
	readAppointmentTab,
} from '#app/domain/booking/appointment/appointment-tabs.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { newBookingPath } from '#app/kernel/booking-paths.ts'
import { ticketsPath } from '#app/kernel/ticket.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState, Notice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import {
	type AppointmentCardView,
	appointmentCard,
	type NextSessionRow,
	nextSessionRow,
	readCursor,
	type WaitRow,
	waitRows,
	writeCursor,
} from './appointments-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('My Appointments')

const PAGE_SIZE = 10

const tabNames: Record<AppointmentTab, string> = {
	pending: 'Pending',
	completed: 'Completed',
	cancelled: 'Cancelled',
}

const emptyTitles: Record<AppointmentTab, string> = {
	pending: 'No pending appointments',
	completed: 'No completed appointments yet',
	cancelled: 'No cancelled appointments',
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const url = new URL(request.url)
	const tab = readAppointmentTab(url.searchParams.get('tab'))
	const after = readCursor(url.searchParams.get('after'))
	try {
		const [user, counts, appointments, waits, places] = await Promise.all([
			requireUser(request, context),
			context.booking.appointmentViews.countAppointments(actor),
			context.booking.appointmentViews.listAppointments(actor, { tab, after, limit: PAGE_SIZE + 1 }),
			tab === 'pending' ? context.booking.slotWaits.waitsOf(actor) : [],
			tab === 'pending' && after === null
				? context.subscriptions.places.listPlaces(actor, { isPast: false, after: null, limit: 1 })
				: [],
		])
		const shown = appointments.slice(0, PAGE_SIZE)
		const last = shown.at(-1)
		const cards = shown.map((appointment) =>
			appointmentCard(appointment, context.settings.cookieKeys, actor.at),
		)
		return data({
			tab,
			path: url.pathname + url.search,
			list: {
				counts,
				cards: await Promise.all(cards),
				next: appointments.length > PAGE_SIZE && last ? `?tab=${tab}&after=${writeCursor(last)}` : null,
				isEmailVerified: user.isEmailVerified,
				waits: waitRows(waits, actor.at),
				nextSession: nextSessionRow(places, actor.at),
			},
		})
	} catch (error) {
		if (!isUnavailable(error)) throw error
		return data({ tab, path: url.pathname + url.search, list: null }, { status: 503 })
	}
}

export default function Appointments() {
	const { tab, path, list } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="My Appointments" back={{ to: '/profile', label: 'Profile' }} />
			{list === null ? (
				<EmptyState
					icon="alert"
					title="Failed to load appointments"
					action={
						<ButtonLink to={path} reloadDocument>
							Try Again
						</ButtonLink>
					}
				/>
			) : (
				<>
					<nav className="chips even" aria-label="Appointments">
						{appointmentTabs.map((one) => (
							<ChipLink key={one} to={`/appointments?tab=${one}`} current={one === tab}>
								{tabNames[one]}({list.counts[one]})
							</ChipLink>
						))}
					</nav>
					{!list.isEmailVerified && (
						<Notice tone="info" className="mt-3">
							Booked as a guest before? Confirm your email to see those bookings here.
							<br />
							<Link to="/verify-email" className="link tap">
								Confirm your email
							</Link>
						</Notice>
					)}
					<NextSession session={list.nextSession} />
					{list.cards.length === 0 ? (
						<EmptyState
							icon="calendar"
							title={emptyTitles[tab]}
							action={
								tab === 'pending' && <ButtonLink to={newBookingPath}>Book Your First Appointment</ButtonLink>
							}
						/>
					) : (
						<ul className="mt-3">
							{list.cards.map((appointment) => (
								<AppointmentCard key={appointment.id} appointment={appointment} />
							))}
						</ul>
					)}
					{tab === 'pending' && list.cards.length > 0 && (
						<p>
							<Link to={ticketsPath} reloadDocument className="link tap">
								My tickets, to open without internet
							</Link>
						</p>
					)}
					<WaitingList waits={list.waits} />
					<ListPages next={list.next && `/appointments${list.next}`} />
				</>
			)}
		</Page>
	)
}

function AppointmentCard({ appointment }: { appointment: AppointmentCardView }) {
	const { tab, status } = appointment
	const itsName = (
		<span className="sr">
			: {appointment.services}, {appointment.when}
		</span>
	)
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h2 className="min-w-0">{appointment.services}</h2>
				<Tag tone={status.tone}>{status.label}</Tag>
			</div>
			<p className="soft text-sm num">Ref: {appointment.referenceNumber}</p>
			<p className="mt-2">
				<b className="num">{appointment.when}</b>
			</p>
			<p className="text-sm">{appointment.who}</p>
			{appointment.isByShop && <p className="soft text-sm">Booked for you by the shop</p>}
			<p className="soft text-sm">{appointment.address}</p>
			<p className="mt-2">
				<b className="num">{appointment.total}</b>
			</p>
			<div className="row mt-3 flex-wrap">
				{tab === 'pending' && appointment.movePage && (
					<ButtonLink to={appointment.movePage} size="small" variant="quiet" className="flex-1">
						Reschedule{itsName}
					</ButtonLink>
				)}
				{appointment.reviewLabel && (
					<ButtonLink
						to={`/appointments/review?visit=${appointment.id}`}
						size="small"
						variant="quiet"
						className="flex-1"
					>
						{appointment.reviewLabel}
						{itsName}
					</ButtonLink>
				)}
				{tab !== 'pending' && (
					<Form method="post" action={appointment.detailsPage} className="row flex-1">
						<SubmitButton size="small" variant="quiet" className="flex-1" name="intent" value="again">
							Rebook{itsName}
						</SubmitButton>
					</Form>
				)}
				{/* A past appointment's page takes problem reports. */}
				<ButtonLink to={appointment.detailsPage} size="small" variant="quiet" className="flex-1">
					View Details{itsName}
				</ButtonLink>
			</div>
		</li>
	)
}

/** Leads a member to the next session of a plan (M32). */
function NextSession({ session }: { session: NextSessionRow }) {
	if (!session) return null
	return (
		<Card kind="rows" className="mt-3">
			<Link to="/sessions?tab=bookings&back=appointments" className="menu-row">
				<span>
					<span className="soft text-sm">Next session</span>
					<br />
					<b className="num">{session.when}</b>
					<br />
					<span className="soft text-sm">{session.what}</span>
				</span>
			</Link>
		</Card>
	)
}

function WaitingList({ waits }: { waits: readonly WaitRow[] }) {
	if (waits.length === 0) return null
	return (
		<section className="mt-6">
			<h2 className="mb-2">Waiting for a time</h2>
			<ul className="card rows">
				{waits.map(({ to, title, detail }) => (
					<li key={to}>
						<Link to={to} className="menu-row">
							<span>
								<b>{title}</b>
								<br />
								<span className="soft text-sm">{detail}</span>
							</span>
						</Link>
					</li>
				))}
			</ul>
		</section>
	)
}

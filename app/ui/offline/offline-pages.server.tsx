import { renderToStaticMarkup } from 'react-dom/server'
import { type Ticket, ticketFilePath, ticketPath, ticketsPath } from '#app/kernel/ticket.ts'
import { Icon } from '../icon.tsx'
import { offlineDocument } from './offline-document.server.tsx'

type Appearance = Pick<Parameters<typeof offlineDocument>[0], 'theme' | 'nonce'>

/**
 * Parts of kept pages stand in comments. The service worker (service-worker.js) shows the ones that apply: 'get' or
 * 'post' while offline, 'secret' if the form had a password, 'slow' or 'busy' beside a ticket's copy. It fills in
 * the kept rows and the unsent form.
 */
const marked = (mark: 'get' | 'post' | 'secret' | 'slow' | 'busy', part: string) =>
	`<!--${mark} ${part} ${mark}-->`
const ROWS = '__rows__'
const FORM = '__form__'
/** An empty href: the address that failed. */
const TRY_AGAIN = '<a class="btn mt-4" href="">Try again</a>'

function Marked({ parts }: { parts: readonly string[] }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own markup
	return <div dangerouslySetInnerHTML={{ __html: parts.join('') }} />
}

/** Reloads once online (L36); a page with an unsent form waits for a tap. */
const GO_ON = `addEventListener('online',()=>document.forms.length||location.reload())`

/** The page for an address that could not be fetched. It holds no personal data, so any phone may keep it. */
export function offlinePage(appearance: Appearance): string {
	return offlineDocument({
		...appearance,
		title: 'You are offline',
		script: GO_ON,
		children: (
			<>
				<header className="page-header">
					<h1>You are offline</h1>
					<p>This page needs the internet. Check your connection, then try again.</p>
				</header>
				<Marked
					parts={[
						marked('get', `${ROWS}${TRY_AGAIN}`),
						marked(
							'post',
							`${FORM}<p class="notice error" role="alert"><b>We couldn’t send that, or didn’t hear back.</b> Your details are still here. ‘Try again’ sends them once more. It won’t book or charge you twice.</p>`,
						),
						marked('secret', '<p class="mt-3">We don’t keep passwords: please type yours again.</p>'),
						marked('post', '<button class="btn mt-4">Try again</button></form>'),
					]}
				/>
			</>
		),
	})
}

/** Shown where tickets could not be read. */
export function busyPage(appearance: Appearance): string {
	return offlineDocument({
		...appearance,
		title: 'We are busy right now',
		children: (
			<>
				<header className="page-header">
					<h1>We are busy right now</h1>
					<p>We couldn’t load this. Please try again in a moment.</p>
				</header>
				<Marked parts={[TRY_AGAIN]} />
			</>
		),
	})
}

export function ticketDocument(ticket: Ticket, appearance: Appearance): string {
	const { shop } = ticket
	const lines: [string, string | null][] = [
		['Where', [shop.name, shop.address].join(', ')],
		['How to find it', shop.landmark],
		['With', ticket.staff],
		['Reference', ticket.referenceNumber],
		['Booked by', ticket.firstName],
	]
	return offlineDocument({
		...appearance,
		title: ticket.what,
		children: (
			<>
				<header className="page-header">
					<a href={ticketsPath} className="back">
						<Icon name="back" size={18} />
						My tickets
					</a>
					<h1>{ticket.when}</h1>
					<p>{ticket.what}</p>
				</header>
				<Marked
					parts={[
						marked('slow', '<p class="notice" role="status">Slow connection. Showing your saved ticket.</p>'),
						marked(
							'busy',
							'<p class="notice" role="status">We’re busy right now. Showing your saved ticket.</p>',
						),
					]}
				/>
				<dl className="ticket">
					{lines.map(
						([name, text]) =>
							text && (
								<div key={name}>
									<dt>{name}</dt>
									<dd>{text}</dd>
								</div>
							),
					)}
				</dl>
				<p className="soft text-sm mt-4">
					As of {ticket.asOf}. Call the shop if you’re not sure it still stands.
				</p>
				{shop.phone && (
					<a className="btn mt-4" href={`tel:${shop.phone}`}>
						Call the shop
					</a>
				)}
				<a className="btn quiet mt-3" href={ticketFilePath(ticket.name)}>
					Add to calendar
				</a>
			</>
		),
	})
}

export function ticketsDocument(tickets: readonly Ticket[], appearance: Appearance): string {
	return offlineDocument({
		...appearance,
		title: 'My tickets',
		children: (
			<>
				<header className="page-header">
					<a href="/discover" className="back">
						<Icon name="back" size={18} />
						Discover
					</a>
					<h1>My tickets</h1>
					<p>Your next bookings. You can also open them without internet.</p>
				</header>
				{tickets.length > 0 ? (
					<ul className="card rows">{tickets.map(ticketRow)}</ul>
				) : (
					<>
						<p className="soft">No upcoming bookings</p>
						<a className="btn mt-4" href="/discover">
							Find a shop
						</a>
					</>
				)}
			</>
		),
	})
}

export function ticketRowMarkup(ticket: Ticket): string {
	return renderToStaticMarkup(ticketRow(ticket))
}

function ticketRow({ name, when, what, shop }: Ticket) {
	return (
		<li key={name} className="kept">
			<a href={ticketPath(name)}>
				<b>{when}</b>
				<br />
				{what} · {shop.name}
			</a>
			{shop.phone && (
				<a className="btn quiet small" href={`tel:${shop.phone}`}>
					Call<span className="sr"> {shop.name}</span>
				</a>
			)}
		</li>
	)
}

/** Today's list on a shop's device, offline. */
export type KeptDay = {
	shopName: string
	/** 'Tue 24 Nov'. */
	date: string
	/** '2:02 PM'. */
	asOf: string
	appointments: { time: string; firstName: string; what: string }[]
}

/** Only first names, times and services. */
export function keptDayDocument(
	{ shopName, date, asOf, appointments }: KeptDay,
	appearance: Appearance,
): string {
	return offlineDocument({
		...appearance,
		title: 'Today, offline',
		children: (
			<>
				<header className="page-header">
					<h1>Today</h1>
					<p>
						{shopName} · {date}
					</p>
				</header>
				<p className="notice" role="status">
					<b>No internet.</b> This is the list as of {asOf}. You can’t change anything until you’re back
					online.
				</p>
				{appointments.length === 0 ? (
					<p className="soft mt-4">No open visits.</p>
				) : (
					<ul className="card rows mt-4">
						{appointments.map(({ time, firstName, what }) => (
							<li key={`${time} ${firstName} ${what}`} className="kept">
								<span>
									<b className="num">{time}</b> {firstName}
									<br />
									{what}
								</span>
							</li>
						))}
					</ul>
				)}
				<a className="btn mt-4" href="/kiosk">
					Try again
				</a>
			</>
		),
	})
}

export function keptDayRowMarkup({ shopName, asOf }: KeptDay): string {
	return renderToStaticMarkup(
		<li className="kept">
			<a href="/kiosk">
				<b>Today’s list</b>
				<br />
				{shopName} · as of {asOf}
			</a>
		</li>,
	)
}

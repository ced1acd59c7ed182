import { data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { offSpans, type RotaDay, sevenDays } from '#app/domain/availability/rota.ts'
import { closedKiosk, requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { addDays, type CivilDate, dateOfInstant, isCivilDate } from '#app/kernel/civil.ts'
import { hoursLabel, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { DayLinks } from '#app/kernel/day-links.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your rota' }

export const meta = unlisted('Rota')

const DAYS = 7
const MOST_DAYS_AHEAD = 366

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const named = new URL(request.url).searchParams.get('date')
	const requested = named !== null && isCivilDate(named) ? named : null
	// The UTC date, at most a day off: the zone is read at the same time.
	const around = requested ?? dateOfInstant(kiosk.now)
	const [key, rota] = await Promise.all([
		kiosk.opened(),
		context.availability.ownRota.rotaOfPerson(kiosk.caller, {
			from: addDays(around, -1),
			until: addDays(around, MOST_DAYS_AHEAD),
			fromAt: Date.parse(addDays(around, -1)) - DAY_MS,
			untilAt: Date.parse(addDays(around, DAYS + 1)) + DAY_MS,
		}),
	])
	// Only a person's own device has a rota.
	if (!rota) throw key.person ? closedKiosk() : data(null, { status: 404 })
	const today = civilAt(key.shop.timeZone, kiosk.now).date
	const from = requested ?? today
	const { lastDay } = rota
	return kiosk.pageData({
		name: key.person?.name ?? '',
		shopName: key.shop.name,
		links: weekLinks(from, today),
		days: sevenDays(from, rota).map(({ date, works, isClosed }) => {
			const count = rota.counts.find((day) => day.date === date)?.count ?? 0
			const hours = works ? hoursWords(works) : isClosed ? 'Shop closed' : 'Off'
			return {
				date,
				to: date === today ? '/kiosk' : `/kiosk?date=${date}`,
				label: date === today ? 'Today' : shortDateLabel(date),
				about: works || count > 0 ? `${hours} · ${countWords(count)}` : hours,
			}
		}),
		daysOff: offSpans(
			rota.daysOff.filter((date) => date >= from && (lastDay === null || date <= lastDay)),
		).map(({ from: first, until }) =>
			first === until ? shortDateLabel(first) : `${shortDateLabel(first)} – ${shortDateLabel(until)}`,
		),
		lastDay: lastDay && shortDateLabel(lastDay),
	})
}

function weekLinks(date: CivilDate, today: CivilDate): DayLinks {
	const rotaAddress = (day: CivilDate) => (day === today ? '/kiosk/rota' : `/kiosk/rota?date=${day}`)
	return {
		date,
		before: rotaAddress(addDays(date, -DAYS)),
		today: date === today ? null : '/kiosk/rota',
		after: rotaAddress(addDays(date, DAYS)),
	}
}

function hoursWords({ startMinute, endMinute, breakStartMinute, breakEndMinute }: RotaDay): string {
	const hours = hoursLabel(startMinute, endMinute, 'All day')
	return breakStartMinute === null || breakEndMinute === null
		? hours
		: `${hours}, break ${hoursLabel(breakStartMinute, breakEndMinute)}`
}

function countWords(count: number): string {
	if (count === 0) return 'No visits'
	return count === 1 ? '1 visit' : `${count} visits`
}

export default function Rota() {
	const { name, shopName, links, days, daysOff, lastDay } = useLoaderData<typeof loader>()
	return (
		<KioskPage title="Rota" subtitle={`${name} · ${shopName}`} section="Rota" isOfPerson>
			<DayNavigation days={links} page="/kiosk/rota" unit="Week" />
			<div className="two">
				<section>
					<h2>Your week</h2>
					<Card kind="rows" as="ul">
						{days.map(({ date, to, label, about }) => (
							<li key={date}>
								<Link to={to} className="line">
									<b className="num">{label}</b>
									<small className="num">{about}</small>
								</Link>
							</li>
						))}
					</Card>
				</section>
				<section>
					<h2>Days off</h2>
					{daysOff.length === 0 ? (
						<p className="soft">None ahead.</p>
					) : (
						<Card kind="rows" as="ul">
							{daysOff.map((label) => (
								<li key={label} className="padded num">
									{label}
								</li>
							))}
						</Card>
					)}
					{lastDay && <p className="soft num mt-3">Your last day here: {lastDay}</p>}
					<Form method="post" action="/kiosk/more" className="mt-4">
						<SubmitButton variant="quiet" size="small" name="intent" value="lock">
							Lock now
						</SubmitButton>
					</Form>
				</section>
			</div>
		</KioskPage>
	)
}

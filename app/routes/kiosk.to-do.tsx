import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { appointmentProblemWords } from '#app/domain/booking/appointment/appointment-problem.ts'
import { customerName, nameWithVisitor } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { waitingDepositWords } from '#app/domain/booking/desk/shop-day-view.server.ts'
import { isToClose, NEW_BOOKING_DAYS, UNCLOSED_DAYS } from '#app/domain/booking/desk/shop-to-do.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { lastDayShortLabel, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { KioskForm, KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load what is to do' }

export const meta = unlisted('To do')

/** As many of each kind as fit into 10 KB (P1); the rest follows once these are done. */
const SHOWN_OF_KIND = 20

type Named = {
	referenceNumber: string
	startsAt: Instant
	firstName: string
	lastName: string
	visitorName: string | null
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { caller, now, pageData } = kiosk
	const [{ shop }, toDo, waiting] = await Promise.all([
		kiosk.opened(),
		context.booking.appointmentViews.toDoOfShop(caller, now),
		context.booking.deposits.waitingDeposits(caller, now),
	])
	const zone = shop.timeZone
	const today = civilAt(zone, now).date
	const toLine = (appointment: Named, about: string) => ({
		to: `/kiosk/visits/${appointment.referenceNumber}`,
		name: nameWithVisitor({ ...appointment, customer: appointment }),
		about: `${momentLabelAt(zone, appointment.startsAt, now)} · ${about}`,
	})
	return pageData({
		shopName: shop.name,
		unclosed: toDo.unclosed
			.filter(({ date }) => isToClose(date, today))
			.slice(0, SHOWN_OF_KIND)
			.map((one) => toLine(one, `${one.serviceNames} · ${one.staffNames}`)),
		newAhead: toDo.newAhead
			.filter(({ date }) => date > today)
			.slice(0, SHOWN_OF_KIND)
			.map((one) => toLine(one, `${one.serviceNames} · ${one.staffNames}`)),
		problems: toDo.problems
			.slice(0, SHOWN_OF_KIND)
			.map((one) => toLine(one, appointmentProblemWords[one.kind])),
		orders: toDo.orders
			.slice(0, SHOWN_OF_KIND)
			.map(({ referenceNumber, planTitle, firstName, lastName, toPayKobo, expiresAt }) => ({
				referenceNumber,
				name: `${firstName} ${lastName}`.trim(),
				about: `${planTitle} · ${formatNaira(toPayKobo)} · until ${lastDayShortLabel(zone, expiresAt)}`,
			})),
		deposits: waiting.map((deposit) => ({
			to: `/kiosk/deposits/${deposit.checkoutId}`,
			name: customerName(deposit),
			about: `${momentLabelAt(zone, deposit.startsAt, now)} · ${waitingDepositWords(deposit, zone, now)}`,
		})),
		act: newId(),
	})
}

export default function KioskToDo() {
	const { shopName, unclosed, newAhead, problems, orders, deposits, act } = useLoaderData<typeof loader>()
	const isAllDone = [unclosed, newAhead, problems, orders, deposits].every(({ length }) => length === 0)
	return (
		<KioskPage title="To do" subtitle={shopName} section="Today" back={{ to: '/kiosk', label: 'Today' }}>
			{isAllDone && (
				<EmptyState
					icon="check"
					title="All done"
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to today’s visits
						</ButtonLink>
					}
				/>
			)}
			<div className="two">
				<Lines
					title="Visits to close"
					hint={`Of the last ${UNCLOSED_DAYS} days. Open one to say how it ended.`}
					lines={unclosed}
				/>
				<Lines
					title="New bookings"
					hint={`For another day. Each stays here for ${NEW_BOOKING_DAYS} days, or until you confirm or change it.`}
					lines={newAhead}
				/>
				<Lines
					title="Deposits to come"
					hint="Each time is held until its deposit is paid, or the wait is over."
					lines={deposits}
				/>
				<Lines title="Problems" hint="Your customer reads your answer." lines={problems} />
				{orders.length > 0 && (
					<Section
						title="Orders to be paid"
						hint="Plans that customers pay for at your desk."
						count={orders.length}
					>
						<KioskForm act={act} action="/kiosk/scan" reloadDocument>
							<Card kind="rows" as="ul">
								{orders.map(({ referenceNumber, name, about }) => (
									<li key={referenceNumber}>
										<button type="submit" name="code" value={referenceNumber} className="line">
											<b>{name}</b>
											<small className="num">
												{about} · {referenceNumber}
											</small>
										</button>
									</li>
								))}
							</Card>
						</KioskForm>
					</Section>
				)}
			</div>
		</KioskPage>
	)
}

type Line = { to: string; name: string; about: string }

function Lines({ title, hint, lines }: { title: string; hint: string; lines: Line[] }) {
	if (lines.length === 0) return null
	return (
		<Section title={title} hint={hint} count={lines.length}>
			<Card kind="rows" as="ul">
				{lines.map(({ to, name, about }) => (
					<li key={to}>
						<Link to={to} className="line">
							<b>{name}</b>
							<small className="num">{about}</small>
						</Link>
					</li>
				))}
			</Card>
		</Section>
	)
}

type SectionProps = { title: string; hint: string; count: number; children: ReactNode }

function Section({ title, hint, count, children }: SectionProps) {
	return (
		<section>
			<h2>{title}</h2>
			<p className="soft mb-4">
				{hint} {count === SHOWN_OF_KIND && `Only the first ${SHOWN_OF_KIND} are shown.`}
			</p>
			{children}
		</section>
	)
}

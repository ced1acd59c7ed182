import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { nameInitials } from '#app/domain/identity/initials.ts'
import type { MoneySums } from '#app/domain/payments/movement.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import { ticketsPath } from '#app/kernel/ticket.ts'
import { civilAt, DEFAULT_ZONE, dayStartsAt } from '#app/kernel/zone.server.ts'
import { MenuRow } from '#app/ui/account/rows.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PriceLines } from '#app/ui/money-lines.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Page, type PageHandle, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('Profile')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const year = Number(civilAt(DEFAULT_ZONE, actor.at).date.slice(0, 4))
	const [user, money] = await Promise.all([
		requireUser(request, context),
		context.payments.movements.moneyBetween(actor, {
			sinceAt: dayStartsAt(DEFAULT_ZONE, `${year}-01-01`),
			untilAt: dayStartsAt(DEFAULT_ZONE, `${year + 1}-01-01`),
		}),
	])
	return {
		year,
		money: moneyLines(money),
		name: `${user.firstName} ${user.lastName}`.trim(),
		initials: nameInitials(user),
		email: user.email,
		phone: user.phone && phoneLabel(user.phone),
		isEmailVerified: user.isEmailVerified,
	}
}

/** Always the paid sum; the others unless zero. */
function moneyLines({ paidKobo, refundedKobo, keptKobo, savedKobo }: MoneySums) {
	const others = [
		{ label: 'Refunded to you', amountKobo: refundedKobo },
		{ label: 'Kept for late cancellations and missed visits', amountKobo: keptKobo },
		{ label: 'Saved with discounts, rewards and cashback', amountKobo: savedKobo },
	].filter(({ amountKobo }) => amountKobo > 0)
	return paidKobo === 0 && others.length === 0 ? [] : [{ label: 'Paid', amountKobo: paidKobo }, ...others]
}

export default function Profile() {
	const { name, initials, email, phone, isEmailVerified, year, money } = useLoaderData<typeof loader>()
	return (
		<Page>
			<header className="page-header row mt-4">
				<span className="medal font-bold text-lg flex-none" aria-hidden="true">
					{initials}
				</span>
				<div className="min-w-0">
					<h1>{name}</h1>
					<p className="text-sm">{email}</p>
					{phone && <p className="text-sm num">{phone}</p>}
				</div>
			</header>
			<div className="row justify-between mb-4">
				<Tag>Client Account</Tag>
				<ButtonLink to="/profile/edit" variant="quiet" size="small">
					Edit<span className="sr"> profile</span>
				</ButtonLink>
			</div>
			{!isEmailVerified && (
				<Notice className="mb-4">
					Confirm your email to see the bookings you made as a guest.
					<br />
					<Link to="/verify-email" className="link tap">
						Confirm your email
					</Link>
				</Notice>
			)}
			<Card kind="rows" as="ul">
				<MenuRow to="/appointments" icon="calendar" label="My Appointments" />
				<MenuRow to={ticketsPath} icon="ticket" label="My Tickets" reloadDocument />
				<MenuRow to="/subscriptions" icon="card" label="My Subscriptions" />
				<MenuRow to="/sessions?tab=bookings&back=profile" icon="calendar" label="My Sessions" />
				<MenuRow to="/events" icon="star" label="Events" />
				<MenuRow to="/orders" icon="bag" label="Orders" />
				<MenuRow to="/favorites" icon="heart" label="My Favorites" />
				<MenuRow to="/rewards" icon="tag" label="My Rewards" />
				<MenuRow to="/my-services" icon="compass" label="My Services" />
				<MenuRow to="/settings" icon="profile" label="Settings" />
			</Card>
			<section className="section">
				<h2>Your money in {year}</h2>
				{money.length > 0 ? (
					<Card>
						<PriceLines lines={money} />
					</Card>
				) : (
					<p className="soft">Nothing paid yet this year.</p>
				)}
				<p className="mt-2">
					<Link to="/transactions" className="link tap">
						All transactions
					</Link>
				</p>
			</section>
			<Form method="post" action="/logout" className="mt-5">
				<SubmitButton variant="quiet" busyLabel="Signing out…">
					Sign Out
				</SubmitButton>
			</Form>
		</Page>
	)
}

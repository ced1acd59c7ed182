import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { Card } from '#app/ui/card.tsx'
import { FirstSteps } from '#app/ui/kiosk/first-steps.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load this page',
}

export const meta: MetaFunction = () => unlistedMeta('Your shop')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [{ shop }, beginning] = await Promise.all([
		owner.opened(),
		context.discovery.beginnings.beginningOf(owner.caller),
	])
	const { begins, isListed, isBookable, ...steps } = beginning
	return data(
		{
			shopName: shop.name,
			customersPage: isListed ? (shop.slug ? `/s/${shop.slug}` : `/business/${shop.id}`) : null,
			canBook: isListed && isBookable,
			steps: begins && !isListed ? steps : null,
		},
		{ headers: owner.headers },
	)
}

const pages = [
	{ to: '/kiosk/shop/services', name: 'Services and add-ons', about: 'Names, prices, minutes, on and off' },
	{ to: '/kiosk/shop/people', name: 'People', about: 'Who works here, what they do, and when' },
	{ to: '/kiosk/shop/hours', name: 'Hours and closed days', about: 'When customers can book' },
	{ to: '/kiosk/shop/takings', name: 'Takings', about: 'What came in, by day, week and month' },
	{ to: '/kiosk/shop/money', name: 'Money', about: 'What we owe you, payouts, statements' },
	{ to: '/kiosk/shop/payout-account', name: 'Payout account', about: 'Where your online money is paid' },
	{ to: '/kiosk/shop/details', name: 'Your details', about: 'What customers read, deposit, deadlines' },
	{ to: '/kiosk/shop/reviews', name: 'Reviews', about: 'What customers wrote, and your replies' },
	{ to: '/kiosk/shop/problems', name: 'Problems', about: 'Reports, referrals on hold, cashback owed' },
	{ to: '/kiosk/shop/photos', name: 'Photos', about: 'Your shop’s picture, photos of each service' },
	{ to: '/kiosk/shop/promos', name: 'Promo codes', about: 'What customers type to pay less' },
	{ to: '/kiosk/shop/programs', name: 'Loyalty programs', about: 'Punch cards, cashback, rewards' },
	{ to: '/kiosk/shop/plans', name: 'Plans', about: 'What customers buy for weeks' },
	{ to: '/kiosk/shop/sessions', name: 'Sessions', about: 'Classes, seats, repeats every week' },
	{ to: '/kiosk/shop/feeds', name: 'Calendars', about: 'Your visits in Google, Apple or Outlook' },
	{ to: '/kiosk/shop/devices', name: 'Devices', about: 'Invite a kiosk or staff, end a lost one' },
	{ to: '/kiosk/shop/keys', name: 'API keys', about: 'For your website and other programs' },
]

/** What an owner changes about the shop. */
export default function OwnerHome() {
	const { shopName, customersPage, canBook, steps } = useLoaderData<typeof loader>()
	return (
		<KioskPage
			title="Your shop"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/more', label: 'More' }}
		>
			{steps && <FirstSteps {...steps} />}
			{steps && <h2>All pages</h2>}
			<Card kind="rows" as="ul">
				{pages.map(({ to, name, about }) => (
					<li key={to}>
						<Link to={to} className="line">
							<b>{name}</b>
							<small>{about}</small>
						</Link>
					</li>
				))}
				{customersPage && (
					<li>
						<Link to={customersPage} className="line">
							<b>What a customer sees</b>
							{canBook && <Tag tone="leaf">Customers can book you</Tag>}
							<small>Your page, as it is now</small>
						</Link>
					</li>
				)}
			</Card>
		</KioskPage>
	)
}

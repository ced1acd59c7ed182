import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireUser } from '#app/http/signed-in-user.server.ts'
import { MenuRow } from '#app/ui/account/rows.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('My Services')

export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireUser(request, context)
	return null
}

/** Four areas, of which only Subscriptions is built (D22). */
export default function MyServices() {
	const soon = <Tag tone="plain">Coming Soon</Tag>
	return (
		<Page>
			<PageHeader title="My Services" back={{ to: '/profile', label: 'Profile' }} />
			<Card kind="rows" as="ul">
				<MenuRow to="/appointments" icon="calendar" label="Appointments" />
				<MenuRow to="/subscriptions" icon="card" label="Subscriptions" />
				<MenuRow to="/sessions?tab=bookings&back=services" icon="calendar" label="My Sessions" />
				<MenuRow to="/events" icon="star" label="Events" end={soon} />
				<MenuRow to="/orders" icon="bag" label="Orders" end={soon} />
			</Card>
		</Page>
	)
}

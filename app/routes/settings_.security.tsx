import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { accountEventWords } from '#app/domain/identity/account-event-words.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { nearMomentLabelAt } from '#app/kernel/date-labels.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('Sign-ins and security')

/** The customer's export has all events. */
const EVENTS_OF_PAGE = 50

export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, events] = await Promise.all([
		requireUser(request, context),
		context.identity.accountEvents.listEvents(actor, EVENTS_OF_PAGE),
	])
	return {
		events: events.map(({ id, kind, deviceLabel, happenedAt, times }) => ({
			id,
			what: times > 1 ? `${accountEventWords[kind]}, ${times} times` : accountEventWords[kind],
			where: `${nearMomentLabelAt(DEFAULT_ZONE, happenedAt, actor.at)}, ${deviceLabel}`,
		})),
	}
}

export default function Security() {
	const { events } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader
				title="Sign-ins and security"
				subtitle="The last 90 days of your account."
				back={{ to: '/settings', label: 'Settings' }}
			/>
			{events.length === 0 ? (
				<p className="soft">Nothing yet.</p>
			) : (
				<Card kind="rows" as="ul">
					{events.map(({ id, what, where }) => (
						<li key={id} className="offer">
							<div className="min-w-0">
								<b>{what}</b>
								<p className="soft num">{where}</p>
							</div>
						</li>
					))}
				</Card>
			)}
			<p className="soft mt-3">Something wasn’t you? Set a new password: it signs out all devices.</p>
			<ButtonLink to="/forgot-password?change" variant="quiet" className="mt-3">
				Set a new password
			</ButtonLink>
		</Page>
	)
}

import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { SESSIONS_A_PAGE } from '#app/domain/subscriptions/owner-session-repository.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { LinkRows } from '#app/ui/kiosk/link-rows.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your sessions' }

export const meta = unlisted('Sessions')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const requested = new URL(request.url).searchParams.get('from') ?? ''
	const from = /^\d{13}$/.test(requested) ? Math.max(Number(requested), owner.now) : owner.now
	const [{ shop }, sessions] = await Promise.all([
		owner.opened(),
		context.subscriptions.ownSessions.ahead(owner.caller, from),
	])
	const next = sessions[SESSIONS_A_PAGE]
	return owner.pageData({
		shopName: shop.name,
		sessions: sessions.slice(0, SESSIONS_A_PAGE).map((session) => ({
			to: `/kiosk/shop/sessions/${session.id}`,
			title: session.planTitle,
			end: momentLabelAt(shop.timeZone, session.startsAt, owner.now),
			detail: [session.leader, `${session.placesTaken} of ${session.capacity} booked`]
				.filter(Boolean)
				.join(' · '),
		})),
		later: next ? `/kiosk/shop/sessions?from=${next.startsAt}` : null,
	})
}

export default function OwnerSessions() {
	const { shopName, sessions, later } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Sessions" subtitle={shopName}>
			{sessions.length === 0 ? (
				<EmptyState
					icon="calendar"
					title="No sessions ahead. They are classes that holders of a plan book."
				/>
			) : (
				<LinkRows rows={sessions} />
			)}
			{later && (
				<ButtonLink to={later} variant="quiet" className="mt-3">
					Later sessions
				</ButtonLink>
			)}
			<ButtonLink to="/kiosk/shop/sessions/new" className="mt-3">
				Add sessions
			</ButtonLink>
		</OwnerPage>
	)
}

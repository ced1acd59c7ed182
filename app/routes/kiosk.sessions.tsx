import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readShopSessions } from '#app/flows/subscriptions/read-shop-sessions.server.ts'
import { requireKiosk } from '#app/http/kiosk-guard.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { useFresh } from '#app/ui/kiosk/use-fresh.ts'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load the sessions' }

export const meta = unlisted('Sessions')

export async function loader({ request, context }: LoaderFunctionArgs) {
	const kiosk = requireKiosk(request, context)
	const { searchParams } = new URL(request.url)
	return kiosk.pageData(await readShopSessions(context, kiosk, searchParams))
}

/** A day's group sessions, and who has arrived. */
export default function KioskSessions() {
	const loaded = useLoaderData<typeof loader>()
	const search = loaded.here.split('?')[1]
	const { shopName, dateLabel, isToday, days, sessions } = useFresh(
		loaded,
		`/kiosk/fresh?of=sessions${search ? `&${search}` : ''}`,
	)
	return (
		<KioskPage title="Sessions" subtitle={`${shopName} · ${dateLabel}`} section="Sessions" isList>
			<DayNavigation days={days} page="/kiosk/sessions" />
			{sessions.length === 0 ? (
				<EmptyState
					icon="calendar"
					title={isToday ? 'No sessions today' : 'No sessions on this day'}
					action={
						<ButtonLink to="/kiosk" size="small">
							Back to today’s visits
						</ButtonLink>
					}
				/>
			) : (
				<>
					{isToday && (
						<p className="bar">
							<ButtonLink to="/kiosk/scan" reloadDocument size="small">
								Check someone in
							</ButtonLink>
						</p>
					)}
					<div className="two">
						{sessions.map(({ id, title, when, leader, count, state, people }) => (
							<Card key={id} as="section">
								<h2>{title}</h2>
								<p className="num">
									{when}
									{leader && ` · ${leader}`} {state && <Tag tone="plain">{state}</Tag>}
								</p>
								<p className="soft num">{count}</p>
								<ul>
									{people.map((person) => (
										<li key={person.id} className="row mt-3">
											{person.name}{' '}
											<Tag tone={describeState(person.status).tone}>{describeState(person.status).word}</Tag>
										</li>
									))}
								</ul>
							</Card>
						))}
					</div>
				</>
			)}
		</KioskPage>
	)
}

function describeState(status: string | null): { word: string; tone: 'leaf' | 'clay' | 'plain' } {
	if (status === 'completed') return { word: 'Here', tone: 'leaf' }
	return status === 'no_show' ? { word: 'No-show', tone: 'clay' } : { word: 'Booked', tone: 'plain' }
}

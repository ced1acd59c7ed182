import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { done } from '#app/http/answers.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'
import {
	NOTIFICATIONS_PER_PAGE,
	notificationsView,
	readNotificationsQuery,
} from './notifications-view.server.ts'

export const handle: PageHandle = { bottomNavigation: 'discover' }

export const meta = titled('Notifications')

/** Newest first. A GET changes nothing: the bell's post has marked them as seen. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const query = readNotificationsQuery(new URL(request.url).searchParams)
	const [, notifications] = await Promise.all([
		requireUser(request, context),
		context.messaging.notifications.list(actor, { after: query.after, limit: NOTIFICATIONS_PER_PAGE + 1 }),
	])
	return data(notificationsView(notifications, query, actor.at))
}

/** Marks everything up to now as seen. */
export async function action({ request, context }: ActionFunctionArgs) {
	await readForm(request)
	const actor = requireActor(request, context)
	const [, bell] = await Promise.all([
		requireUser(request, context),
		context.messaging.notifications.bell(actor),
	])
	if (bell?.newestAt)
		await context.writeBatch([context.messaging.notifications.markSeen(actor, bell.newestAt)])
	return done(context, '/notifications', { inPlace: true })
}

export default function Notifications() {
	const { rows, hasUnseen, next } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="Notifications" back={{ to: '/discover', label: 'Discover' }} />
			{rows.length === 0 ? (
				<EmptyState
					icon="bell"
					title="Nothing yet"
					action={<ButtonLink to="/discover">Book a visit</ButtonLink>}
				>
					Updates about your bookings will appear here.
				</EmptyState>
			) : (
				<Card kind="rows" as="ul">
					{rows.map(({ id, title, words, path, when, isNew }) => (
						<li key={id}>
							<Link to={path} className="menu-row">
								<div className="min-w-0 grow">
									<div className="title-row">
										<b>{title}</b>
										{isNew && <Tag>New</Tag>}
									</div>
									<p className="text-sm">{words}</p>
									<p className="soft text-sm num">{when}</p>
								</div>
							</Link>
						</li>
					))}
				</Card>
			)}
			<ListPages next={next} label="Show older" className="mt-4" />
			{hasUnseen && (
				<Form method="post" className="mt-4">
					<SubmitButton variant="quiet" busyLabel="Marking…">
						Mark all as read
					</SubmitButton>
				</Form>
			)}
			<p className="soft text-sm mt-4">
				We keep these for 90 days.{' '}
				<Link to="/settings" className="link tap">
					Choose what we send you
				</Link>
			</p>
		</Page>
	)
}

import { Form, Link } from '@remix-run/react'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { bookSessionPath, type SessionsQuery, sessionsPath } from '#app/ui/account/sessions-query.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { SessionCardView } from './available-view.server.ts'

const tones = { green: 'leaf', yellow: undefined, orange: 'amber', red: 'clay' } as const

const LINE_CLOSED = sessionRefusals.line_closed.text

export function SessionCard({ session, query }: { session: SessionCardView; query: SessionsQuery }) {
	const { planTitle, shopName, isFull, spots, wait } = session
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h3 className="min-w-0">{planTitle}</h3>
				{isFull && <Tag tone="clay">FULL</Tag>}
			</div>
			<p className="soft text-sm">{shopName}</p>
			<p className="mt-2 num">
				<b>
					{session.day} · {session.time}
				</b>{' '}
				<span className="soft text-sm">{session.duration}</span>
			</p>
			{session.instructor && <p className="text-sm">Instructor: {session.instructor}</p>}
			<p className="mt-2 text-sm num">
				<Tag tone={tones[spots.tone]}>{spots.words}</Tag>{' '}
				{spots.hint && <span className="soft">{spots.hint}</span>}
			</p>
			{wait?.kind === 'offered' && (
				<Notice className="mt-3">A seat is held for you until {wait.until}.</Notice>
			)}
			{wait?.kind === 'waiting' && (
				<Notice className="mt-3">
					You are number {wait.place} in line.{' '}
					{isFull
						? session.isLineClosed
							? LINE_CLOSED
							: 'We’ll email you when a seat is yours.'
						: 'A seat is free now.'}
				</Notice>
			)}
			<Actions session={session} query={query} />
		</li>
	)
}

function Actions({ session, query }: { session: SessionCardView; query: SessionsQuery }) {
	const { id, isFull, isLineClosed, isBooked, wait, subscriptionId, problem } = session
	if (isBooked)
		return (
			<p className="mt-3 text-sm">
				You’re booked.{' '}
				<Link to={sessionsPath({ ...query, tab: 'bookings', after: null })} className="link tap">
					See my bookings
				</Link>
			</p>
		)
	const isInLine = wait?.kind === 'waiting' || wait?.kind === 'offered'
	return (
		<>
			{problem && (
				<p className="mt-2 text-sm">
					{problem.text}{' '}
					{problem.nextStep && (
						<Link to={problem.nextStep.path} className="link tap">
							{problem.nextStep.label}
						</Link>
					)}
				</p>
			)}
			{!isFull && subscriptionId && (
				<ButtonLink
					to={bookSessionPath(id, subscriptionId, query)}
					className="mt-3"
					aria-label={label('Book Now', session)}
				>
					Book Now
				</ButtonLink>
			)}
			{!isFull && !subscriptionId && (
				<SubmitButton className="mt-3" disabled aria-label={label('Book Now', session)}>
					Book Now
				</SubmitButton>
			)}
			{isFull && isLineClosed && !isInLine && <p className="mt-2 text-sm">{LINE_CLOSED}</p>}
			{((isFull && !isLineClosed) || isInLine) && (
				<Form method="post" action={sessionsPath(query)} className="mt-3" preventScrollReset>
					{isInLine ? (
						<SubmitButton
							variant="quiet"
							name="leave"
							value={id}
							busyLabel="Leaving..."
							aria-label={label('Leave waitlist', session)}
						>
							Leave waitlist
						</SubmitButton>
					) : (
						<>
							{subscriptionId && <input type="hidden" name="subscription" value={subscriptionId} />}
							<SubmitButton
								variant="quiet"
								name="join"
								value={id}
								disabled={!subscriptionId}
								busyLabel="Joining..."
								aria-label={label('Join Waitlist', session)}
							>
								Join Waitlist
							</SubmitButton>
						</>
					)}
				</Form>
			)}
		</>
	)
}

/** Buttons name their session for screen readers. */
function label(action: string, { planTitle, day, time }: SessionCardView): string {
	return `${action}: ${planTitle}, ${day}, ${time}`
}

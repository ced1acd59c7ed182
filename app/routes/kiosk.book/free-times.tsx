import { Form } from '@remix-run/react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { fieldKinds } from '#app/ui/form/field-kinds.ts'
import { DayNavigation } from '#app/ui/kiosk/day-navigation.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { BookingView } from './booking-view.server.ts'

type Times = Exclude<BookingView, { step: 'services' }>['times']

/** A day's free half-hours, and a field for any other minute. */
export function FreeTimes({
	times: { dayLabel, days, kept, free, next },
	more,
	problem,
}: {
	times: Times
	more: string
	problem: string | null
}) {
	return (
		<>
			<p className="soft num mb-4">{more}</p>
			{problem && (
				<Notice tone="error" role="alert" className="mb-4" title={problem}>
					See what’s free below.
				</Notice>
			)}
			<DayNavigation days={days} page="/kiosk/book" kept={kept} />
			<h2>{dayLabel}</h2>
			{free.length === 0 ? (
				<EmptyState
					icon="calendar"
					title="No free time on this day"
					action={
						<ButtonLink to={next.to} size="small">
							See {next.label}
						</ButtonLink>
					}
				/>
			) : (
				<nav className="bar" aria-label="Free times">
					{free.map(({ label, to }) => (
						<ButtonLink key={to} to={to} variant="quiet" size="small">
							{label}
						</ButtonLink>
					))}
				</nav>
			)}
			<Form action="/kiosk/book" className="bar mt-4" key={days.date}>
				{Object.entries({ ...kept, date: days.date }).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<label htmlFor="time">Another time</label>
				<input {...fieldKinds.time} id="time" name="time" enterKeyHint="go" className="input" />
				<Button type="submit" variant="quiet" size="small">
					Go
				</Button>
			</Form>
		</>
	)
}

import { Form, Link } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { ActionBar } from './action-bar.tsx'
import { SubmitButton } from './button.tsx'
import { DateStrip, type StripDay } from './date-strip.tsx'
import { EmptyState } from './empty-state.tsx'
import { type SlotChoice, SlotGrid } from './slot-grid.tsx'
import { useHydrated } from './use-hydrated.ts'

export interface WeekOfSlotsProps {
	week: {
		chosenDate: string | null
		/** 'Tue 24 Nov'. */
		chosenLabel: string | null
		days: StripDay[]
		groups: { legend: string; slots: SlotChoice[] }[]
		previousTo: string | null
		nextTo: string | null
	}
	/** The time that the customer has; choosing it again may mean nothing (`mayKeep`). */
	chosenValue: string
	mayKeep: boolean
	/** What can be done when no day of the last strip is free. */
	whenNothingIsFree: string
	summary: ReactNode
	note?: ReactNode
	button: string
	busyLabel: string
}

/** Seven days as a strip of links, and one day's times as a form that posts `startsAt` to this page. */
export function WeekOfSlots({ week, ...form }: WeekOfSlotsProps) {
	return (
		<>
			<DateStrip days={week.days} chosenDate={week.chosenDate} />
			<div className="row justify-between text-sm">
				{week.previousTo ? (
					<Link to={week.previousTo} className="tap" preventScrollReset>
						Previous 7 days
					</Link>
				) : (
					<span />
				)}
				{week.nextTo && (
					<Link to={week.nextTo} className="tap" preventScrollReset>
						Next 7 days
					</Link>
				)}
			</div>
			{week.chosenDate === null ? (
				<EmptyState icon="clock" title="No available times for this date.">
					Every day shown is full or closed.{' '}
					{week.nextTo ? 'Please look at the next 7 days.' : form.whenNothingIsFree}
				</EmptyState>
			) : (
				// A fresh answer, or another day, brings its own choice.
				<SlotForm key={`${week.chosenDate} ${form.chosenValue}`} week={week} {...form} />
			)}
		</>
	)
}

function SlotForm({ week, chosenValue, mayKeep, summary, note, button, busyLabel }: WeekOfSlotsProps) {
	const isHydrated = useHydrated()
	const isOffered = week.groups.some((group) =>
		group.slots.some((slot) => slot.state === 'free' && slot.value === chosenValue),
	)
	const [hasChosen, setHasChosen] = useState(mayKeep && isOffered)
	return (
		<Form method="post" className="fill" onChange={() => setHasChosen(true)}>
			<p className="sr" role="status">
				Times for {week.chosenLabel}
			</p>
			{week.groups.map(({ legend, slots }) => (
				<SlotGrid key={legend} legend={legend} name="startsAt" slots={slots} chosenValue={chosenValue} />
			))}
			<ActionBar summary={summary} note={note}>
				<SubmitButton busyLabel={busyLabel} disabled={isHydrated && !hasChosen}>
					{button}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

import { Form, Link } from '@remix-run/react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionBar, SubmitButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { PageStyle, SlotsStyle } from './inline.tsx'
import { EmptyState } from './notice.tsx'
import { type SlotChoice, SlotGrid } from './slot-grid.tsx'
import daysCss from './styles/days.css?inline'

export interface WeekOfSlotsProps {
	week: {
		chosenDate: string | null
		chosenLabel: string | null
		days: StripDay[]
		groups: { legend: string; slots: SlotChoice[] }[]
		previousTo: string | null
		nextTo: string | null
		/** Why no day of the strip is free; null if one is. */
		nothingFree: { words: string; isTooLong: boolean } | null
	}
	monthTo?: string
	/** The current start. `mayKeep`: it may be posted again. */
	chosenValue: string
	mayKeep: boolean
	/** What to do when the last strip has no free day. */
	whenNothingIsFree: string
	/** Below the strip: what can be done about its full days. */
	aboutFullDays?: ReactNode
	summary: ReactNode
	note?: ReactNode
	/** Replaces `note`, by the ticked time; needs script. */
	notes?: Readonly<Record<string, string>>
	button: string
	busyLabel: string
}

/** Seven days as links, and one day's times as a form that posts `startsAt`. */
export function WeekOfSlots({ week, monthTo, aboutFullDays, ...form }: WeekOfSlotsProps) {
	return (
		<>
			<SlotsStyle />
			<DateStrip days={week.days} chosenDate={week.chosenDate} />
			<div className="row flex-wrap justify-between text-sm">
				{week.previousTo ? (
					<Link to={week.previousTo} className="tap" preventScrollReset replace>
						Previous 7 days
					</Link>
				) : (
					<span />
				)}
				{monthTo && (
					<Link to={monthTo} className="tap" discover="none">
						Month
					</Link>
				)}
				{week.nextTo && (
					<Link to={week.nextTo} className="tap" preventScrollReset replace>
						Next 7 days
					</Link>
				)}
			</div>
			{aboutFullDays}
			{week.chosenDate === null ? (
				<EmptyState icon="clock" title="No available times for this date.">
					{week.nothingFree?.words} {nextStep(week, form.whenNothingIsFree)}
				</EmptyState>
			) : (
				// Another day or a new answer has its own choice, so the key resets the form.
				<SlotForm key={`${week.chosenDate} ${form.chosenValue}`} week={week} {...form} />
			)}
		</>
	)
}

function nextStep({ nothingFree, nextTo }: WeekOfSlotsProps['week'], whenNothingIsFree: string): string {
	if (nothingFree?.isTooLong) return 'Please choose another service or person, or call the shop.'
	return nextTo ? 'Try the next 7 days.' : whenNothingIsFree
}

function SlotForm({
	week,
	chosenValue,
	mayKeep,
	summary,
	note,
	notes,
	button,
	busyLabel,
}: Omit<WeekOfSlotsProps, 'monthTo' | 'aboutFullDays'>) {
	const [isWaiting, setIsWaiting] = useState(false)
	const [tickedValue, setTickedValue] = useState('')
	const form = useRef<HTMLFormElement>(null)
	// The keyboard's arrows tick each time in turn, so focus stays.
	const isByKeyboard = useRef(false)
	const isChosen = useRef(false)
	// A time may have been ticked before the script ran, so the form is asked.
	useEffect(() => {
		const ticked = form.current?.querySelector<HTMLInputElement>('[name=startsAt]:checked')?.value
		setIsWaiting(ticked === undefined || (ticked === chosenValue && !mayKeep))
		setTickedValue(ticked ?? '')
	}, [chosenValue, mayKeep])
	// After a tap or a screen reader's choice, the button takes the focus (R48).
	useEffect(() => {
		if (isChosen.current && !isByKeyboard.current && tickedValue)
			form.current?.querySelector<HTMLButtonElement>('[type=submit]')?.focus()
	}, [tickedValue])
	return (
		<Form
			ref={form}
			method="post"
			// Names its day: the first free day may differ by then, and an answer keeps the input (F2).
			action={week.days.find(({ date }) => date === week.chosenDate)?.to}
			className="fill"
			onKeyDown={() => {
				isByKeyboard.current = true
			}}
			onPointerDown={() => {
				isByKeyboard.current = false
			}}
			onChange={({ target }) => {
				isChosen.current = true
				setIsWaiting(false)
				if (target instanceof HTMLInputElement) setTickedValue(target.value)
			}}
		>
			<p className="sr" role="status">
				Times for {week.chosenLabel}
			</p>
			{week.groups.map(({ legend, slots }) => (
				<SlotGrid key={legend} legend={legend} name="startsAt" slots={slots} chosenValue={chosenValue} />
			))}
			<ActionBar summary={summary} note={notes?.[tickedValue] ?? note}>
				<SubmitButton busyLabel={busyLabel} disabled={isWaiting}>
					{button}
				</SubmitButton>
			</ActionBar>
		</Form>
	)
}

interface StripDay {
	date: string
	/** 'Today', 'Tomorrow', 'Tue'. */
	label: string
	dayOfMonth: number
	/** 'Nov'. */
	month: string
	isFree: boolean
	/** All times are taken. A day that has none, or none left, is not full. */
	isFull: boolean
	/** Open, but for less time than the appointment needs. */
	isTooShort: boolean
	to: string
}

/**
 * Seven days as links. A day without a free time reads 'Full', 'Closed' or 'Too short' and is no link (C31, L1, R51).
 */
function DateStrip({ days, chosenDate }: { days: StripDay[]; chosenDate: string | null }) {
	return (
		<>
			<PageStyle css={daysCss} />
			<nav className="days" aria-label="Day">
				{days.map(({ date, label, dayOfMonth, month, isFree, isFull, isTooShort, to }) => {
					const chosen = date === chosenDate
					const why = isFull ? 'Full' : isTooShort ? 'Too short' : 'Closed'
					const inner = (
						<>
							{label} <b>{dayOfMonth}</b> {isFree ? month : why}
						</>
					)
					if (isFree) {
						return (
							<Link
								key={date}
								to={to}
								className="day"
								aria-current={chosen ? 'date' : undefined}
								preventScrollReset
								replace
							>
								{inner}
							</Link>
						)
					}
					return (
						<span key={date} className={classNames('day', 'off')}>
							{inner}
						</span>
					)
				})}
			</nav>
		</>
	)
}

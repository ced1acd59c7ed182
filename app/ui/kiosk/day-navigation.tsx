import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { DayLinks } from '#app/kernel/day-links.ts'
import { Button } from '../button.tsx'
import { ChipLink } from '../chip.tsx'
import { fieldKinds } from '../form/field-kinds.ts'

interface DayNavigationProps {
	days: DayLinks
	page: string
	/** Other parameters of the address. */
	kept?: Record<string, string>
	unit?: 'Day' | 'Week' | 'Month'
	/** The label of a fold: on a phone the field and the children are in it. */
	folded?: string
	/** Outside the fold. */
	beside?: ReactNode
	children?: ReactNode
}

/** Links to the neighbouring days, weeks or months, and a field for any other (O6). */
export function DayNavigation({
	days,
	page,
	kept = {},
	unit = 'Day',
	folded,
	beside,
	children,
}: DayNavigationProps) {
	const { date, before, today, after } = days
	const others = (
		<>
			<Form action={page} className="bar" key={date}>
				{Object.entries(kept).map(([name, value]) => (
					<input key={name} type="hidden" name={name} value={value} />
				))}
				<input
					{...fieldKinds.date}
					name="date"
					aria-label="Date"
					defaultValue={date}
					enterKeyHint="go"
					className="input"
				/>
				<Button type="submit" variant="quiet" size="small">
					Go
				</Button>
			</Form>
			{children}
		</>
	)
	return (
		<nav className="bar" aria-label={unit}>
			{before && <ChipLink to={before}>{unit} before</ChipLink>}
			{today && <ChipLink to={today}>{unit === 'Day' ? 'Today' : `This ${unit.toLowerCase()}`}</ChipLink>}
			<ChipLink to={after}>{unit} after</ChipLink>
			{beside}
			{folded ? (
				<details className="folded">
					<summary className="chip">{folded}</summary>
					<div className="bar">{others}</div>
				</details>
			) : (
				others
			)}
		</nav>
	)
}

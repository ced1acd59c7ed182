import type { SubmissionResult } from '@conform-to/react'
import { Form, Link } from '@remix-run/react'
import { useState } from 'react'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ChipLink } from '#app/ui/chip.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import type { filterView } from './transactions-view.server.ts'

interface DateFilterProps {
	filter: ReturnType<typeof filterView>
	/** Unusable dates, with the typed values. */
	result: SubmissionResult | null
	/** The fields restart when the address changes. */
	path: string
}

/** Quick ranges are links; From and To are a form. */
export function DateFilter({ filter, result, path }: DateFilterProps) {
	const form = formState(result, { from: filter.from, to: filter.to })
	return (
		<Card as="section" className="mb-4">
			<ErrorSummary form={form} order={['from', 'to']} />
			<nav className="row flex-wrap gap-2" aria-label="Dates">
				{filter.ranges.map(({ label, path, isCurrent }) => (
					<ChipLink key={label} to={path} current={isCurrent}>
						{label}
					</ChipLink>
				))}
			</nav>
			<Form method="get" action="/transactions" noValidate className="mt-3">
				<DateFields key={path} form={form} />
				<div className="row mt-3">
					<SubmitButton size="small" variant="quiet">
						Show these dates
					</SubmitButton>
					{filter.isFiltered && (
						<Link to="/transactions" className="tap" preventScrollReset>
							Clear filters
						</Link>
					)}
				</div>
			</Form>
		</Card>
	)
}

function DateFields({ form }: { form: FormState }) {
	const [from, setFrom] = useState(form.field('from').defaultValue)
	// Without script it could not follow From, and would block days.
	const earliestTo = useHydrated() ? from : undefined
	return (
		<div className="date-range">
			<TextField
				field={form.field('from')}
				kind="date"
				label="From"
				onChange={(event) => setFrom(event.currentTarget.value)}
			/>
			<TextField field={form.field('to')} kind="date" label="To" min={earliestTo} enterKeyHint="go" />
		</div>
	)
}

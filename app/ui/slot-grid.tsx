export interface SlotChoice {
	value: string
	/** '2:30 PM'. */
	label: string
	state: 'free' | 'taken'
}

interface SlotGridProps {
	legend: string
	name: string
	slots: SlotChoice[]
	chosenValue?: string | null
	className?: string
}

/**
 * Times as a radio group. Taken ones stay visible, struck through. Chromium calls an unanswered required choice
 * invalid, which screen readers announce as an error: so `aria-invalid` is set here.
 */
export function SlotGrid({ legend, name, slots, chosenValue, className = 'mt-5' }: SlotGridProps) {
	if (slots.length === 0) return null
	return (
		<fieldset className={className}>
			<legend className="mb-2 text-lg font-bold">{legend}</legend>
			<div className="slots">
				{slots.map(({ value, label, state }) =>
					state === 'taken' ? (
						<div key={value} className="slot taken">
							<span>
								{label}
								<span className="sr"> taken</span>
							</span>
						</div>
					) : (
						<label key={value} className="slot">
							<input
								type="radio"
								name={name}
								value={value}
								defaultChecked={value === chosenValue}
								required
								aria-invalid={false}
							/>
							<span>{label}</span>
						</label>
					),
				)}
			</div>
		</fieldset>
	)
}

/** Times that are all free, each labelled as a clock time. */
export function freeSlots(times: readonly { startsAt: number; label: string }[]): SlotChoice[] {
	const inOrder = [...times].sort((a, b) => a.startsAt - b.startsAt)
	return inOrder.map(({ startsAt, label }) => ({ value: String(startsAt), label, state: 'free' }))
}

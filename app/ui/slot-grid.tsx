export interface SlotChoice {
	/** What the form sends. */
	value: string
	/** '2:30 PM'. */
	label: string
	state: 'free' | 'taken'
}

interface SlotGridProps {
	/** 'Morning', 'Nearest free times'. */
	legend: string
	name: string
	slots: SlotChoice[]
	chosenValue?: string | null
	className?: string
}

/**
 * Times as a radio group. Taken times stay visible, struck through, so that customers trust the page. Chromium calls
 * each time of a required choice invalid until one is chosen: a screen reader would read an error before any answer.
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

/** Times that are all free, as a clock shows them, however near each is. */
export function freeSlots(times: readonly { startsAt: number; label: string }[]): SlotChoice[] {
	const inOrder = [...times].sort((a, b) => a.startsAt - b.startsAt)
	return inOrder.map(({ startsAt, label }) => ({ value: String(startsAt), label, state: 'free' }))
}

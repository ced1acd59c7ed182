import { formatNaira, percentOf } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary/booking.ts'
import { TextField } from '#app/ui/form/fields.tsx'
import type { FieldState, FormState } from '#app/ui/form/form-state.ts'
import { SlotsStyle } from '#app/ui/inline.tsx'
import { Fold } from './fold.tsx'

interface TipFieldProps {
	choices: FormState
	customTip: FieldState
	/** The answer to a post refused for the typed amount alone. */
	answer: unknown
	savedCustomTip: string
	/** The base of a percentage, in kobo; null without script. */
	tippedKobo: number | null
}

export function TipField({ choices, customTip, answer, savedCustomTip, tippedKobo }: TipFieldProps) {
	return (
		<Fold label="Add a tip" isOpen={!choices.isChosen('tip', 'none') || !!customTip.error}>
			<fieldset className="field">
				<legend className="sr">Tip</legend>
				<SlotsStyle />
				<div className="slots">
					<TipTile value="none" label="No tip" isChosen={choices.isChosen('tip', 'none')} amountKobo={null} />
					{tipPresetPercents.map((percent) => (
						<TipTile
							key={percent}
							value={String(percent)}
							label={`${percent}%`}
							amountKobo={tippedKobo === null ? null : percentOf(tippedKobo, percent)}
							isChosen={choices.isChosen('tip', String(percent))}
						/>
					))}
					<TipTile
						value="custom"
						label="Other"
						isChosen={choices.isChosen('tip', 'custom')}
						amountKobo={null}
					/>
				</div>
				<input type="hidden" name="shownTip" value={savedCustomTip} />
				<div className="other mt-3">
					<TextField field={customTip} kind="amount" label="Other amount in naira" answer={answer} />
				</div>
			</fieldset>
		</Fold>
	)
}

interface TipTileProps {
	value: string
	label: string
	isChosen: boolean
	/** Null without script. */
	amountKobo: number | null
}

function TipTile({ value, label, isChosen, amountKobo }: TipTileProps) {
	return (
		<label className="slot">
			<input type="radio" name="tip" value={value} defaultChecked={isChosen} />
			<span>
				{label}
				{amountKobo !== null && <small>{formatNaira(amountKobo)}</small>}
			</span>
		</label>
	)
}

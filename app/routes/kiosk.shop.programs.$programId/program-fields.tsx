import type { ProgramKind } from '#app/kernel/vocabulary/loyalty.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { OptionRow } from '#app/ui/option-row.tsx'

/** Of a new program: what it is, and its card. Neither changes later. */
export function NewProgramFields({ form }: { form: FormState }) {
	return (
		<>
			<SelectField
				field={form.field('kind')}
				label="What it is"
				hint="This can’t be changed later."
				empty="Choose one"
				options={[
					{ id: 'punch_card', name: 'Punch card: a stamp for each visit' },
					{ id: 'cashback', name: 'Cashback: part of the price back' },
				]}
			/>
			<TextField
				field={form.field('visitsRequired')}
				kind="count"
				label="Stamps on the card"
				hint="Punch card only, and it can’t be changed later. You add its rewards next."
			/>
			<div className="field">
				<OptionRow
					type="checkbox"
					name="isCyclic"
					value="on"
					defaultChecked={form.isChosen('isCyclic', 'on')}
					title="A full card starts again"
				/>
			</div>
		</>
	)
}

/** What can be changed of a program; `kind` is null for one that is not chosen yet. */
export function ProgramTermFields({
	form,
	kind,
	isOpen,
}: {
	form: FormState
	kind: ProgramKind | null
	isOpen: boolean
}) {
	return (
		<>
			<TextField field={form.field('name')} kind="remark" label="Name" />
			{kind !== 'punch_card' && (
				<TextField
					field={form.field('cashbackPercent')}
					kind="count"
					label="Cashback in percent"
					hint={
						kind === null
							? 'Cashback only. Of what customers pay, without tips.'
							: 'Of what customers pay, without tips.'
					}
				/>
			)}
			<TextArea field={form.field('description')} label="Description" rows={3} />
			<TextField
				field={form.field('lastDay')}
				kind="date"
				label="Last day"
				hint="Leave empty if it has no end."
			/>
			<details open={isOpen} className="field">
				<summary className="tap">More rules</summary>
				<TextField
					field={form.field('minimumSpend')}
					kind="amount"
					label="Lowest price in naira"
					hint="A visit that costs less earns nothing. Leave empty to count every visit."
				/>
				<TextField field={form.field('rewardDays')} kind="count" label="Days a reward can be used" />
				<fieldset className="field pair">
					<legend className="label">Visits in twelve months for</legend>
					<TextField field={form.field('goldVisits')} kind="count" label="Gold" />
					<TextField field={form.field('platinumVisits')} kind="count" label="Platinum" />
				</fieldset>
				<fieldset className="field pair">
					<legend className="label">Bring a friend, in naira</legend>
					<TextField field={form.field('referrer')} kind="amount" label="Cashback for the customer" />
					<TextField field={form.field('friend')} kind="amount" label="Off the friend’s first booking" />
				</fieldset>
			</details>
		</>
	)
}

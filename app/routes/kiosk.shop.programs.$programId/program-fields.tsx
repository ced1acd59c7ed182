import {
	aboutProgram,
	programReferral,
	programRules,
	programTiers,
} from '#app/domain/loyalty/program-fields.ts'
import type { ProgramKind } from '#app/kernel/vocabulary/loyalty.ts'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { DescribedInputs, TickBox } from '#app/ui/kiosk/described-inputs.tsx'

/** Only cashback has a percentage. */
const { name, cashbackPercent, ...words } = aboutProgram

/** Fixed once the program exists. */
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
				<TickBox form={form} name="isCyclic" title="A full card starts again" />
			</div>
		</>
	)
}

/** Changeable later; `kind` is null until chosen. */
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
			<DescribedInputs fields={{ name }} form={form} />
			{kind !== 'punch_card' && (
				<DescribedInputs
					fields={{
						cashbackPercent: {
							...cashbackPercent,
							hint:
								kind === null
									? 'Cashback only. Of what customers pay, without tips.'
									: 'Of what customers pay, without tips.',
						},
					}}
					form={form}
				/>
			)}
			<DescribedInputs fields={words} form={form} />
			<TextField
				field={form.field('lastDay')}
				kind="date"
				label="Last day"
				hint="Leave empty if it has no end."
			/>
			<details open={isOpen} className="field">
				<summary className="tap">More rules</summary>
				<DescribedInputs fields={programRules} form={form} />
				<fieldset className="field pair">
					<legend className="label">Visits in twelve months for</legend>
					<DescribedInputs fields={programTiers} form={form} />
				</fieldset>
				<fieldset className="field pair">
					<legend className="label">Bring a friend, in naira</legend>
					<DescribedInputs fields={programReferral} form={form} />
				</fieldset>
			</details>
		</>
	)
}

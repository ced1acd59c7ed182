import { MAX_SERVICES } from '#app/domain/booking/draft/draft.ts'
import { durationLabel } from '#app/kernel/civil.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { OptionRow } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import type { CheckoutView } from './checkout-view.server.ts'
import { IntentButton } from './intent-button.tsx'

/** Adds and removes services. Buttons, so that they post the typed values. */
export function DraftServices({ view: { services } }: { view: CheckoutView }) {
	return (
		<div className="mt-2">
			{services.length > 1 &&
				services.map(({ id, name }) => (
					<SubmitButton
						key={id}
						variant="quiet"
						size="small"
						name="removeService"
						value={id}
						className="mb-2"
					>
						Remove {name}
					</SubmitButton>
				))}
			{services.length < MAX_SERVICES && (
				<IntentButton intent="add-service">Add another service</IntentButton>
			)}
		</div>
	)
}

interface AddOnsFieldProps {
	addOns: CheckoutView['addOns']
	choices: FormState
}

export function AddOnsField({ addOns, choices }: AddOnsFieldProps) {
	if (addOns.length === 0) return null
	return (
		<fieldset className="field mt-6">
			<legend className="label text-lg">Add-ons</legend>
			{addOns.map((addOn) => (
				<OptionRow
					key={addOn.id}
					type="checkbox"
					name="addOns"
					value={addOn.id}
					title={addOn.name}
					detail={addOn.durationMinutes > 0 && `+${durationLabel(addOn.durationMinutes)}`}
					end={formatNaira(addOn.priceKobo)}
					defaultChecked={choices.isChosen('addOns', addOn.id)}
				/>
			))}
		</fieldset>
	)
}

import { durationLabel } from '#app/kernel/civil.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

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

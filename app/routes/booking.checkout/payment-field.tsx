import { ChoiceField } from '#app/ui/form/choice-field.tsx'
import type { FieldState, FormState } from '#app/ui/form/form-state.ts'
import { OptionRow } from '#app/ui/option-row.tsx'
import type { CheckoutView } from './checkout-view.server.ts'

interface PaymentFieldProps {
	field: FieldState
	choices: FormState
	transferTo: CheckoutView['transferTo']
}

export function PaymentField({ field, choices, transferTo }: PaymentFieldProps) {
	return (
		<div className="mt-6">
			<ChoiceField field={field} legend="How will you pay?">
				{paymentOptions(transferTo).map((option) => (
					<OptionRow
						key={option.value}
						name="paymentChoice"
						{...option}
						defaultChecked={choices.isChosen('paymentChoice', option.value)}
					/>
				))}
			</ChoiceField>
		</div>
	)
}

function paymentOptions(transferTo: CheckoutView['transferTo']) {
	const transfer = transferTo && { value: 'transfer', title: 'Bank transfer', detail: transferTo }
	return [
		{ value: 'cash', title: 'Cash at the salon', detail: 'Pay when you are there' },
		...(transfer ? [transfer] : []),
		{ value: 'pos', title: 'Card at the salon', detail: 'Pay by POS when you are there' },
	]
}

import type { FormState } from '#app/ui/form/form-state.ts'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { CheckoutView } from './checkout-view.server.ts'
import { Fold } from './fold.tsx'

export function BookingNotesFields({
	fields: noteFields,
	form,
}: {
	fields: CheckoutView['noteFields']
	form: FormState
}) {
	const fields = noteFields.map(({ name, ...one }) => ({ ...one, field: form.field(name) }))
	return (
		<Fold
			label="Add a note, or book for someone else"
			isOpen={fields.some(({ field }) => !!(field.defaultValue || field.error))}
		>
			{fields.map((one) =>
				'rows' in one ? <TextArea key={one.label} {...one} /> : <TextField key={one.label} {...one} />,
			)}
		</Fold>
	)
}

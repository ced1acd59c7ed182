import type { FormState } from '#app/ui/form/form-state.ts'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Fold } from './fold.tsx'

/** The name of another visitor, and a note to the shop. */
export function VisitorAndNote({ form }: { form: FormState }) {
	const fields = [form.field('visitorName'), form.field('customerNote')] as const
	const [visitor, note] = fields
	return (
		<Fold
			label="Add a note, or book for someone else"
			isOpen={fields.some(({ defaultValue, error }) => !!(defaultValue || error))}
		>
			<TextField
				field={visitor}
				kind="customerName"
				label="Who is coming? (optional)"
				hint="Only if it isn’t you."
			/>
			<TextArea
				field={note}
				label="Note to the shop (optional)"
				hint="Allergies, hair length, anything they should know."
				rows={2}
			/>
		</Fold>
	)
}

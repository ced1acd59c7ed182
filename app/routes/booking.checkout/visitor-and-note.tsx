import type { FormState } from '#app/ui/form/form-state.ts'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'

/** What few have to say; open where something is there already, or has to be mended. */
export function VisitorAndNote({ form }: { form: FormState }) {
	const fields = [form.field('visitorName'), form.field('customerNote')] as const
	const [visitor, note] = fields
	return (
		<details className="mt-4" open={fields.some(({ defaultValue, error }) => defaultValue || error)}>
			<summary className="tap">Add a note, or book for someone else</summary>
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
		</details>
	)
}

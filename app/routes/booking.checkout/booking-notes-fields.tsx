import { bookingNoteNames, bookingNotes } from '#app/kernel/booking-notes.ts'
import type { FormState } from '#app/ui/form/form-state.ts'
import { TextArea } from '#app/ui/form/text-area.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { Fold } from './fold.tsx'

/** What the customer may tell the shop: who comes in their place, a note. */
export function BookingNotesFields({ form }: { form: FormState }) {
	const fields = bookingNoteNames.map((name) => ({
		...bookingNotes[name].field,
		field: form.field(name),
	}))
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

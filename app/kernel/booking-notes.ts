type BookingNoteDescription = {
	/** Also its name in the shop's API. */
	column: string
	name: string
	mostLetters: number
	/** The field at checkout: several rows, or one line with its keyboard. */
	field: { label: string; hint: string } & ({ rows: number } | { kind: 'customerName' })
	/** Its key in the customer's data export. */
	exportedAs: string
	/** Null where it stands beside the customer's name. */
	shownAs: { customer: string; desk: string } | null
}

/**
 * What a customer may tell a shop with a booking. An entry makes the field, its limit, its places on pages, in the API
 * and the export, and its erasure (docs/decisions/146). A new column needs a migration.
 */
export const bookingNotes = {
	visitorName: {
		column: 'visitor_name',
		name: 'The name',
		mostLetters: 60,
		field: { label: 'Who is coming? (optional)', hint: 'Only if it isn’t you.', kind: 'customerName' },
		exportedAs: 'visitor',
		shownAs: null,
	},
	customerNote: {
		column: 'customer_note',
		name: 'The note',
		mostLetters: 300,
		field: {
			label: 'Note to the shop (optional)',
			hint: 'Allergies, hair length, anything they should know.',
			rows: 2,
		},
		exportedAs: 'noteToShop',
		shownAs: { customer: 'Your note', desk: 'Customer’s note' },
	},
} as const satisfies Record<string, BookingNoteDescription>

export type BookingNote = keyof typeof bookingNotes

/** '' for none. */
export type BookingNotes = Record<BookingNote, string>

/** Null for none. */
export type StoredNotes = Record<BookingNote, string | null>

/** In the order of the form. */
export const bookingNoteNames = Object.keys(bookingNotes) as BookingNote[]

export function forEachNote<Value>(of: (name: BookingNote) => Value): Record<BookingNote, Value> {
	return Object.fromEntries(bookingNoteNames.map((name) => [name, of(name)])) as Record<BookingNote, Value>
}

/** The notes with a label for this reader. */
export function shownNotes(
	notes: StoredNotes,
	reader: 'customer' | 'desk',
): { label: string; text: string }[] {
	return bookingNoteNames.flatMap((name) => {
		const [text, shownAs] = [notes[name], bookingNotes[name].shownAs]
		return text && shownAs ? [{ label: shownAs[reader], text }] : []
	})
}

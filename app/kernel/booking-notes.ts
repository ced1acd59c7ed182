type BookingNoteDescription = {
	/** Its column in `drafts`, `checkouts` and `appointments`, and its name in the shop's API. */
	column: string
	/** Names it at the head of a message about it. */
	name: string
	mostLetters: number
	/** The field at checkout: of several rows, or of one line with the keyboard of such a text. */
	field: { label: string; hint: string } & ({ rows: number } | { kind: 'customerName' })
	/** Its key in the export of the customer's own data. */
	exportedAs: string
	/** Its label on the customer's page and at the shop's desk; null where it stands beside the customer's name. */
	shownAs: { customer: string; desk: string } | null
}

/**
 * What a customer may tell a shop with a booking. An entry is one text, and all that is done with it is made from
 * here: its columns, its field and limit at checkout, what the visit's pages, the API and the export show of it, and
 * that it is erased (docs/decisions/146). The columns themselves come by a migration.
 */
export const bookingNotes = {
	/** Who comes, where it is not the customer. */
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

/** As it is typed and kept until it is booked; '' for what is not said. */
export type BookingNotes = Record<BookingNote, string>

/** As a visit keeps it; null for what was not said. */
export type ToldNotes = Record<BookingNote, string | null>

/** In the order in which a page asks for them. */
export const bookingNoteNames = Object.keys(bookingNotes) as BookingNote[]

/** One value for each text. */
export function forEachNote<Value>(of: (name: BookingNote) => Value): Record<BookingNote, Value> {
	return Object.fromEntries(bookingNoteNames.map((name) => [name, of(name)])) as Record<BookingNote, Value>
}

/** What was said of those that have a label of their own, for the customer or for the desk. */
export function shownNotes(notes: ToldNotes, reader: 'customer' | 'desk'): { label: string; text: string }[] {
	return bookingNoteNames.flatMap((name) => {
		const [text, shownAs] = [notes[name], bookingNotes[name].shownAs]
		return text && shownAs ? [{ label: shownAs[reader], text }] : []
	})
}

/** What takes a person's time, as the calendar words it. */
export interface CalendarItemView {
	/** '10:00 AM – 10:45 AM'. */
	time: string
	/** Its page of the kiosk, 'visits/AB12'. Null of what has none: blocked time, and time that is being booked. */
	page: string | null
	title: string
	what: string
	word: string | null
	tone: 'plain' | 'marigold' | 'leaf' | 'clay'
}

/** A cell that is `length` half-hours long. A half-hour without one is free. */
export interface CalendarCellView {
	row: number
	length: number
	kind: 'off' | 'break' | 'past' | 'free' | 'taken'
	items: CalendarItemView[]
}

/** The cells of a column as one text: a page's data number each value, and would weigh a third more. */
export const cellsText = (cells: readonly CalendarCellView[]) => JSON.stringify(cells)
export const cellsOf = (text: string) => JSON.parse(text) as CalendarCellView[]

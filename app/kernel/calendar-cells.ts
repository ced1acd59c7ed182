export interface CalendarItemView {
	time: string
	/** The kiosk page, 'visits/AB12'. Null for blocked time and time being booked. */
	page: string | null
	title: string
	what: string
	word: string | null
	tone: 'plain' | 'marigold' | 'leaf' | 'clay'
}

/** A cell that is `length` half-hours long. A half-hour without a cell is free. */
export interface CalendarCellView {
	row: number
	length: number
	kind: 'off' | 'break' | 'past' | 'free' | 'taken'
	items: CalendarItemView[]
}

/** As one text: separate values would make the page's data a third larger. */
export const cellsText = (cells: readonly CalendarCellView[]) => JSON.stringify(cells)
export const parseCells = (text: string) => JSON.parse(text) as CalendarCellView[]

/** A page that is being made. Between its trips it takes turns of the event loop that no seed decides. */
type Page = { trips: number }

const pages = new Set<Page>()

/** Whether a page is being made that waits for no trip: simulated time stands still until it waits or is done. */
export function isRendering(): boolean {
	for (const { trips } of pages) if (trips === 0) return true
	return false
}

/** Makes a page; `make` wraps each function that makes a trip in `tripping`. */
export async function rendering<Made>(
	make: (
		tripping: <Asked extends unknown[], Answer>(
			trip: (...asked: Asked) => Promise<Answer>,
		) => (...asked: Asked) => Promise<Answer>,
	) => Promise<Made>,
): Promise<Made> {
	const page = { trips: 0 }
	pages.add(page)
	try {
		return await make((trip) => async (...asked) => {
			page.trips++
			try {
				return await trip(...asked)
			} finally {
				page.trips--
			}
		})
	} finally {
		pages.delete(page)
	}
}

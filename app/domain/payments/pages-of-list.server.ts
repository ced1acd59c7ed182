import type { ListOutcome } from './provider-lists.ts'

/** A missing row would pass for one that does not exist. */
export class ListNotReadError extends Error {
	override name = 'ListNotReadError'
}

/** Throws a ListNotReadError where a page cannot be read. */
export async function* pagesOf<Row>(
	read: (page: number) => Promise<ListOutcome<Row>>,
): AsyncGenerator<Row[]> {
	for (let page = 1; ; page++) {
		const answer = await read(page)
		if (answer.outcome === 'unknown') throw new ListNotReadError(answer.why)
		yield answer.rows
		if (answer.isLast) return
	}
}

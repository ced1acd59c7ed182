import type { ListOutcome } from './provider-lists.ts'

/** A list of a provider was not read to its end: a missing row would pass for one that is not there. */
export class ListNotReadError extends Error {
	override name = 'ListNotReadError'
}

/** All pages of a list of a provider. Throws a ListNotReadError when one cannot be read. */
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

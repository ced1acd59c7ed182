import type { ListOutcome } from './paystack-lists.server.ts'

/** A list of Paystack's was not read to its end: a missing row would pass for one that is not there. */
export class PaystackListError extends Error {
	override name = 'PaystackListError'
}

/** All pages of a list of Paystack's. Throws a PaystackListError when one cannot be read. */
export async function* pagesOf<Row>(
	read: (page: number) => Promise<ListOutcome<Row>>,
): AsyncGenerator<Row[]> {
	for (let page = 1; ; page++) {
		const answer = await read(page)
		if (answer.outcome === 'unknown') throw new PaystackListError(answer.why)
		yield answer.rows
		if (answer.isLast) return
	}
}

/**
 * Results are in the order of the items. A failure stops no other item; the first one is thrown at the end, so that the
 * job does not count as done.
 */
export async function mapConcurrently<Item, Result>(
	items: readonly Item[],
	limit: number,
	work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
	const results = new Array<Result>(items.length)
	const failures: unknown[] = []
	const waiting = items.entries()
	async function worker() {
		for (const [index, item] of waiting) {
			try {
				results[index] = await work(item)
			} catch (error) {
				failures.push(error)
			}
		}
	}
	await Promise.all(Array.from({ length: limit }, worker))
	if (failures.length > 0) throw failures[0]
	return results
}

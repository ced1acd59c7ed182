/**
 * Works all items, `atOnce` of them at a time. One that fails stops no other; the first failure is thrown when all are
 * through, so that the job that they are of does not count as done.
 */
export async function workEach<Item>(
	items: readonly Item[],
	atOnce: number,
	work: (item: Item) => Promise<unknown>,
): Promise<void> {
	const failures: unknown[] = []
	const waiting = items.values()
	async function worker() {
		for (const item of waiting) {
			try {
				await work(item)
			} catch (error) {
				failures.push(error)
			}
		}
	}
	await Promise.all(Array.from({ length: atOnce }, worker))
	if (failures.length > 0) throw failures[0]
}

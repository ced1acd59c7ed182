// A use-case in domain: its repository has a type of its own, which names none.
type Prices = { pricesOf(id: string): Promise<number[]> }

export async function readPrices({ prices }: { prices: Prices }, writeBatch: (all: number[]) => Promise<void>) {
	const [all] = await Promise.all([prices.pricesOf('1')])
	await writeBatch(all)
	return all
}

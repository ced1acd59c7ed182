import { createPriceRepository } from './price-repository.server.ts'
import { bookAll } from '#app/flows/book-all.server.ts'

export const unturned = (name: string) => name.replace(/[\u202a-\u202e]/g, '')

export async function priceVisit() {
	const now = new Date()
	const then = new Date(0)
	return await bookAll(now, then, createPriceRepository())
}

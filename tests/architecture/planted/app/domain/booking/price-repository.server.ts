import { ratingOf } from '#app/domain/discovery/rating.ts'
import { visits } from '#db/schema/booking.ts'

export const createPriceRepository = () => ({ pricesOf: (id: string) => [id], all: `SELECT price FROM ${visits}`, ratingOf })
export type PriceRepository = ReturnType<typeof createPriceRepository>
export const refusal = 'the hold is older than its draft'

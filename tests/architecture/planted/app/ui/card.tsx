import { type priceVisit } from '#app/domain/booking/price-visit.ts'

export const Card = (price: typeof priceVisit) => `${price} at ${Date.now()}`

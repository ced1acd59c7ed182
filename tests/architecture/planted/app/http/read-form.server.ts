import { priceVisit } from '#app/domain/booking/price-visit.ts'

export type FormFields = typeof priceVisit

import { sqliteTable } from 'drizzle-orm/sqlite-core'
export { priceVisit } from '#app/domain/booking/price-visit.ts'

export const visits = 'planted_appointments_by_client'
export const holds = sqliteTable('holds', {})

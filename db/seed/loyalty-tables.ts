import { loyaltyMilestones, loyaltyPrograms, punchCards } from '#db/schema/loyalty.ts'
import type { TableRows } from './table-rows.ts'

export const loyaltyTables = { loyaltyPrograms, punchCards, loyaltyMilestones }
export type LoyaltyRows = TableRows<typeof loyaltyTables>

import {
	cashbackAccounts,
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	loyaltyVisits,
	punchCards,
} from '#db/schema/loyalty.ts'
import type { TableRows } from './table-rows.ts'

export const loyaltyTables = {
	loyaltyPrograms,
	punchCards,
	loyaltyMilestones,
	loyaltyEnrollments,
	loyaltyVisits,
	cashbackAccounts,
}
export type LoyaltyRows = TableRows<typeof loyaltyTables>

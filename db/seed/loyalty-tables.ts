import {
	loyaltyAppointments,
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	punchCards,
	referrals,
	rewards,
} from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import type { TableRows } from './table-rows.ts'

export const loyaltyTables = {
	loyaltyPrograms,
	punchCards,
	loyaltyMilestones,
	loyaltyEnrollments,
	loyaltyVisits: loyaltyAppointments,
	rewards,
	cashbackAccounts,
	referrals,
}
export type LoyaltyRows = TableRows<typeof loyaltyTables>

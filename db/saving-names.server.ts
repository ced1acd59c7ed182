import { sql } from 'drizzle-orm'
import { appointments, promoCodes } from './schema/booking.ts'
import { loyaltyEnrollments, rewards } from './schema/loyalty.ts'

/** An appointment's discount by name, at most one, for `discountLabel`. */
export const savingNames = {
	rewardLabel: sql`CASE WHEN ${appointments.rewardId} IS NOT NULL THEN coalesce(
		(SELECT ${rewards.description} FROM ${rewards} WHERE ${rewards.id} = ${appointments.rewardId}), 'Reward') END`,
	promoCode: sql`(SELECT ${promoCodes.code} FROM ${promoCodes} WHERE ${promoCodes.id} = ${appointments.promoCodeId})`,
	friendCode: sql`(SELECT ${loyaltyEnrollments.referralCode} FROM ${loyaltyEnrollments}
		WHERE ${loyaltyEnrollments.id} = ${appointments.referralCodeId})`,
}

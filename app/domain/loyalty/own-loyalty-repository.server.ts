import { sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { leavingCheckouts, leavingUserId } from '#db/leaving.server.ts'
import { isoTime, json, only, rows } from '#db/row.server.ts'
import { checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { users } from '#db/schema/identity.ts'
import {
	loyaltyAppointments,
	loyaltyEnrollments,
	loyaltyPrograms,
	referrals,
	rewards,
	rewardUses,
} from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { deleteWhere, preparedSelect, rawRead, rawWrite, updateWhere } from '#db/statement.server.ts'
import type { LostValue } from './lost-value.server.ts'

const cashbackLeft = preparedSelect(
	rows({ shopName: shops.name, balanceKobo: ledgerAccounts.balanceKobo }),
	() => sql`FROM ${cashbackAccounts}
		JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
		JOIN ${shops} ON ${shops.id} = ${cashbackAccounts.shopId}
		WHERE ${cashbackAccounts.userId} = ${actorUserId(actorPlaceholders)} AND ${ledgerAccounts.balanceKobo} > 0
		ORDER BY ${ledgerAccounts.balanceKobo} DESC, ${shops.name}`,
)

const rewardsLeft = preparedSelect(
	rows({ description: rewards.description, shopName: shops.name }),
	() => sql`FROM ${rewards} JOIN ${shops} ON ${shops.id} = ${rewards.shopId}
		WHERE ${rewards.userId} = ${actorUserId(actorPlaceholders)} AND ${rewards.usedAt} IS NULL
			AND ${rewards.expiresAt} > ${sql.placeholder('at')}
		ORDER BY ${rewards.earnedAt} DESC, ${rewards.id}`,
)

/** The loyalty data of the signed-in customer, for export and erasing. */
export function createOwnLoyaltyRepository(read: Database['read']) {
	return {
		/** Each enrollment with its standing, its rewards, and the cashback at its shop. */
		exportLoyalty: (actor: Actor): Promise<unknown[]> =>
			read(
				rawRead(
					sql`SELECT json_object(
							'program', ${loyaltyPrograms.name}, 'shop', ${shops.name}, 'status', ${loyaltyEnrollments.status},
							'enrolledAt', ${isoTime(loyaltyEnrollments.enrolledAt)},
							'visits', ${loyaltyEnrollments.visitsCount}, 'card', ${loyaltyEnrollments.cycleCount},
							'referralCode', ${loyaltyEnrollments.referralCode},
							'totalSpentKobo', ${loyaltyEnrollments.totalSpentKobo}, 'cashbackEarnedKobo', ${loyaltyEnrollments.cashbackEarnedKobo},
							'cashbackAtShopKobo', coalesce((SELECT ${ledgerAccounts.balanceKobo} FROM ${cashbackAccounts}
								JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
								WHERE ${cashbackAccounts.userId} = ${loyaltyEnrollments.userId}
									AND ${cashbackAccounts.shopId} = ${loyaltyEnrollments.shopId}), 0),
							'rewards', (SELECT json_group_array(json_object('description', ${rewards.description}, 'code', ${rewards.code},
									'earnedAt', ${isoTime(rewards.earnedAt)}, 'expiresAt', ${isoTime(rewards.expiresAt)},
									'usedAt', ${isoTime(rewards.usedAt)}))
								FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id})
						) AS enrollment
						FROM ${loyaltyEnrollments}
						JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
						JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId}
						WHERE ${loyaltyEnrollments.userId} = ${actorUserId(actor)}
						ORDER BY ${loyaltyEnrollments.enrolledAt} DESC`,
					only(json<unknown>('enrollment')),
				),
			),

		/** The guest's referral stays, without their identity. Belongs before their contact is cut. */
		forgetGuestFriend: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE ${referrals} SET friend_user_id = NULL, friend_email = NULL, friend_phone = NULL
				WHERE checkout_id IN ${leavingCheckouts(contact, now)}`),

		/** The actor's referral stays, without their identity. Belongs before the shops' records are cleared. */
		forgetFriend: (actor: Actor, passwordHash: string): Statement<number> =>
			updateWhere(
				referrals,
				{ friendUserId: null, friendEmail: null, friendPhone: null },
				sql`${referrals.checkoutId} IN (SELECT ${checkouts.id} FROM ${clients}
					CROSS JOIN ${checkouts} ON ${checkouts.clientId} = ${clients.id}
					WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
			),

		/** Cashback at each shop, and usable rewards (D54). */
		async valueOf(actor: Actor): Promise<LostValue> {
			const [cashback, ownRewards] = await Promise.all([
				read(cashbackLeft({ ...actor })),
				read(rewardsLeft({ ...actor })),
			])
			return { cashback, rewards: ownRewards }
		},

		/**
		 * Deletes enrollments, stamps and rewards. The ledger's cashback and the referrals stay without the person (D54).
		 * Belongs before the account is deleted; does nothing until the shops' records are cleared.
		 */
		forgetLoyalty: (actor: Actor, passwordHash: string): Statement[] => {
			const owner = sql`(SELECT ${users.id} FROM ${users}
				WHERE ${users.id} = ${actorUserId(actor)} AND ${users.passwordHash} = ${passwordHash}
					AND NOT EXISTS (SELECT 1 FROM ${clients} WHERE ${clients.userId} = ${users.id}))`
			const owned = sql`(SELECT ${loyaltyEnrollments.id} FROM ${loyaltyEnrollments} WHERE ${loyaltyEnrollments.userId} = ${owner})`
			return [
				// The appointment's own row keeps its price.
				deleteWhere(
					rewardUses,
					sql`${rewardUses.rewardId} IN (SELECT ${rewards.id} FROM ${rewards} WHERE ${rewards.enrollmentId} IN ${owned})`,
				),
				deleteWhere(rewards, sql`${rewards.enrollmentId} IN ${owned}`),
				deleteWhere(loyaltyAppointments, sql`${loyaltyAppointments.enrollmentId} IN ${owned}`),
				updateWhere(referrals, { enrollmentId: null }, sql`${referrals.enrollmentId} IN ${owned}`),
				deleteWhere(loyaltyEnrollments, sql`${loyaltyEnrollments.userId} = ${owner}`),
				updateWhere(cashbackAccounts, { userId: null }, sql`${cashbackAccounts.userId} = ${owner}`),
			]
		},
	}
}

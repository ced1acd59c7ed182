import { sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import { programKinds } from '#app/kernel/vocabulary/loyalty.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { clientOfAppointment } from '#db/customer-at-shop.server.ts'
import { integer, nullable, rows, text, word } from '#db/row.server.ts'
import { clients } from '#db/schema/booking.ts'
import { loyaltyEnrollments, loyaltyPrograms, punchCards, rewards } from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { preparedSelect } from '#db/statement.server.ts'
import { leftIn } from './cashback-account-repository.server.ts'
import { isRewardReady } from './wallet-repository.server.ts'

const { placeholder } = sql

const MOST_PROGRAMS = 10

const standings = preparedSelect(
	rows({
		kind: word(loyaltyPrograms.kind, programKinds),
		name: text(loyaltyPrograms.name),
		visitsCount: integer(loyaltyEnrollments.visitsCount),
		visitsRequired: nullable(integer(punchCards.visitsRequired)),
		/** Null before the first cashback. */
		cashbackKobo: nullable(
			integer(sql`(SELECT ${leftIn(sql`${cashbackAccounts.id}`)} FROM ${cashbackAccounts}
				WHERE ${cashbackAccounts.userId} = ${loyaltyEnrollments.userId} AND ${cashbackAccounts.shopId} = ${loyaltyEnrollments.shopId})`),
		),
		rewardsReady: integer(
			sql`(SELECT count(*) FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id} AND ${isRewardReady})`,
		),
	}),
	() => sql`FROM ${clients} CROSS JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = ${clients.userId}
			AND ${loyaltyEnrollments.shopId} = ${clients.shopId} AND ${loyaltyEnrollments.status} = 'active'
		CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${clients.id} = ${clientOfAppointment(callingShopId(shopCallerPlaceholders), sql`${placeholder('referenceNumber')}`)}
		ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id} LIMIT ${sql.raw(String(MOST_PROGRAMS))}`,
)

/** The shop's view of a customer. */
export function createCustomerStandingRepository() {
	return {
		/** Of the appointment's customer; none for a guest (D35). */
		selectStandingsOfCustomer: ({ secretHash, kind }: ShopCaller, referenceNumber: string, now: Instant) =>
			standings({ secretHash, kind, referenceNumber, at: now }),
	}
}

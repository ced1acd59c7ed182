import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ListPlace } from '#app/kernel/list-place.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, json, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { services, shops } from '#db/schema/discovery.ts'
import {
	loyaltyEnrollments,
	loyaltyMilestones,
	loyaltyPrograms,
	punchCards,
	rewards,
} from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { first, placeholder, preparedRead, preparedSelect } from '#db/statement.server.ts'
import { joinUse, useOfReward } from './own-reward-repository.server.ts'
import { isRewardInUse } from './saving-use-repository.server.ts'

/** Completed visits at the enrollment's shop, of all client rows of the account (D35). */
const visitsSince = sql`(SELECT count(*) FROM ${clients} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
	WHERE ${clients.userId} = ${loyaltyEnrollments.userId} AND ${clients.shopId} = ${loyaltyEnrollments.shopId}
		AND ${appointments.startsAt} > ${placeholder('since')} AND ${appointments.status} = 'COMPLETED')`

/** Unused, in no booking and not expired, whichever card earned it (B9). */
export const isRewardReady = sql`(${rewards.usedAt} IS NULL AND ${rewards.expiresAt} > ${placeholder('at')}
	AND NOT ${isRewardInUse})`

const ownActive = sql`${loyaltyEnrollments.userId} = ${actorUserId(actorPlaceholders)} AND ${loyaltyEnrollments.status} = 'active'`

const cardRow = rows({
	enrollmentId: loyaltyEnrollments.id,
	...pickColumns(loyaltyEnrollments, 'enrolledAt', 'visitsCount'),
	...pickColumns(punchCards, 'visitsRequired', 'isCyclic'),
	program: rows(pickColumns(loyaltyPrograms, 'id', 'name', 'expiresAt', 'goldVisits', 'platinumVisits')),
	shop: rows({ id: shops.id, name: shops.name, timeZone: shops.timeZone }),
	visitsInYear: integer(visitsSince),
	/** Of this and earlier cards. */
	rewardsReady: integer(
		sql`(SELECT count(*) FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id} AND ${isRewardReady})`,
	),
	milestones: json<{ id: string; visitsRequired: number }[]>(
		sql`(SELECT json_group_array(json_object('id', ${loyaltyMilestones.id}, 'visitsRequired', ${loyaltyMilestones.visitsRequired}))
			FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id})`,
	),
})
export type WalletCard = ReturnType<typeof cardRow.read>

const cards = preparedSelect(
	cardRow,
	() => sql`FROM ${loyaltyEnrollments} JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId}
		WHERE ${ownActive}
			AND (${loyaltyEnrollments.enrolledAt}, ${loyaltyEnrollments.id}) < (${placeholder('beforeAt')}, ${placeholder('beforeId')})
		ORDER BY ${loyaltyEnrollments.enrolledAt} DESC, ${loyaltyEnrollments.id} DESC LIMIT ${placeholder('limit')}`,
)

const cardShop = rows({ id: shops.id, name: shops.name })
const cardShops = preparedRead(
	() => sql`SELECT DISTINCT ${cardShop.columns} FROM ${loyaltyEnrollments}
		JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId} WHERE ${ownActive} ORDER BY ${shops.name}, ${shops.id}`,
	cardShop.read,
)

const cashback = preparedSelect(
	rows({
		shopId: shops.id,
		shopName: shops.name,
		programNames: text(sql`group_concat(${loyaltyPrograms.name}, ', ')`),
		/** The cashback programs among them. */
		programs: json<
			{ name: string; percent: number }[]
		>(sql`json_group_array(json_object('name', ${loyaltyPrograms.name}, 'percent', ${loyaltyPrograms.cashbackPercent}))
			FILTER (WHERE ${loyaltyPrograms.kind} = 'cashback' AND ${loyaltyEnrollments.status} = 'active')`),
		balanceKobo: integer(sql`coalesce(${ledgerAccounts.balanceKobo}, 0)`),
		earnedKobo: integer(sql`sum(${loyaltyEnrollments.cashbackEarnedKobo})`),
		spentKobo: integer(sql`max(${loyaltyEnrollments.totalSpentKobo})`),
	}),
	() => sql`FROM ${loyaltyEnrollments} JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId}
		LEFT JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${loyaltyEnrollments.userId}
			AND ${cashbackAccounts.shopId} = ${loyaltyEnrollments.shopId}
		LEFT JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
		WHERE ${loyaltyEnrollments.userId} = ${actorUserId(actorPlaceholders)}
			AND (${loyaltyPrograms.kind} = 'cashback' OR ${loyaltyEnrollments.cashbackEarnedKobo} > 0)
		GROUP BY ${shops.id} ORDER BY "balanceKobo" DESC, ${shops.name}`,
)

/** The star's newest usable reward, else the one of the present card. */
const rewardOfStar = sql`coalesce(
	(SELECT ${rewards.id} FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id}
		AND ${rewards.milestoneId} = ${loyaltyMilestones.id} AND ${isRewardReady} ORDER BY ${rewards.cycleCount} DESC LIMIT 1),
	(SELECT ${rewards.id} FROM ${rewards} WHERE ${rewards.enrollmentId} = ${loyaltyEnrollments.id}
		AND ${rewards.milestoneId} = ${loyaltyMilestones.id} AND ${rewards.cycleCount} = ${loyaltyEnrollments.cycleCount}))`

const milestone = preparedSelect(
	rows({
		visitsRequired: loyaltyMilestones.visitsRequired,
		visitsCount: loyaltyEnrollments.visitsCount,
		...pickColumns(loyaltyMilestones, 'rewardKind', 'value', 'unit', 'description'),
		serviceName: nullable(text(services.name)),
		shopName: shops.name,
		programName: loyaltyPrograms.name,
		/** Null where the star has no such reward. */
		reward: rowsOrNull(
			'expiresAt',
			rows({
				...pickColumns(rewards, 'expiresAt', 'usedAt'),
				use: useOfReward,
			}),
		),
	}),
	() => sql`FROM ${loyaltyMilestones}
		JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.programId} = ${loyaltyMilestones.programId} AND ${ownActive}
		JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyMilestones.programId}
		JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId}
		LEFT JOIN ${services} ON ${services.id} = ${loyaltyMilestones.serviceId}
		LEFT JOIN ${rewards} ON ${rewards.id} = ${rewardOfStar} ${joinUse}
		WHERE ${loyaltyMilestones.id} = ${placeholder('milestoneId')}`,
)

export function createWalletRepository(read: Database['read']) {
	return {
		/** The newest first. `since`: the start of a tier's year. */
		listCards: (
			actor: Actor,
			{ since, before, limit }: { since: Instant; before: ListPlace | null; limit: number },
		): Promise<WalletCard[]> =>
			read(
				cards({
					...actor,
					since,
					beforeAt: before?.at ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.id ?? '',
					limit,
				}),
			),

		/** By name. */
		shopsOfCards: (actor: Actor): Promise<{ id: string; name: string }[]> => read(cardShops({ ...actor })),

		/** The highest balance first (D35). */
		cashbackByShop: (actor: Actor): Promise<CashbackAtShop[]> => read(cashback({ ...actor })),

		/** Null unless the milestone is on one of the customer's cards. */
		milestoneOf: (actor: Actor, milestoneId: string) => first(read(milestone({ ...actor, milestoneId }))),
	}
}

export type CashbackAtShop = {
	shopId: string
	shopName: string
	programNames: string
	programs: { name: string; percent: number }[]
	balanceKobo: Kobo
	earnedKobo: Kobo
	spentKobo: Kobo
}

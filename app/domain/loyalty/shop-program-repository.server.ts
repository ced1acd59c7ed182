import { and, eq, sql } from 'drizzle-orm'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { loyaltyMilestones, loyaltyPrograms, punchCards } from '#db/schema/loyalty.ts'
import { shopRows } from '#db/shop-rows.server.ts'
import { build, builtWrite, prepared } from '#db/statement.server.ts'

/** What a shop says of a program when it makes one, and what of it may change later. */
export type ProgramFields = Omit<typeof loyaltyPrograms.$inferInsert, 'id' | 'shopId' | 'createdAt'>
export type ProgramChanges = Partial<Omit<ProgramFields, 'kind'>>
export type PunchCardFields = Omit<typeof punchCards.$inferSelect, 'programId'>
export type MilestoneFields = Omit<typeof loyaltyMilestones.$inferInsert, 'id' | 'programId'>
/** A milestone stays at its stamp: who has come that far has earned it there. */
export type MilestoneChanges = Omit<MilestoneFields, 'visitsRequired'>

const ofCard = (column: string) =>
	sql`(SELECT ${sql.identifier(column)} FROM ${punchCards} WHERE ${punchCards.programId} = ${loyaltyPrograms.id})`

const programRows = shopRows(loyaltyPrograms, {
	id: loyaltyPrograms.id,
	kind: loyaltyPrograms.kind,
	name: loyaltyPrograms.name,
	description: loyaltyPrograms.description,
	status: loyaltyPrograms.status,
	cashbackPercent: loyaltyPrograms.cashbackPercent,
	visitsRequired: ofCard('visits_required').mapWith(Number) as ReturnType<typeof sql<number | null>>,
	isCyclic: ofCard('is_cyclic').mapWith(Boolean) as ReturnType<typeof sql<boolean | null>>,
	minimumSpendKobo: loyaltyPrograms.minimumSpendKobo,
	rewardDays: loyaltyPrograms.rewardDays,
	goldVisits: loyaltyPrograms.goldVisits,
	platinumVisits: loyaltyPrograms.platinumVisits,
	expiresAt: loyaltyPrograms.expiresAt,
	referralReferrerKobo: loyaltyPrograms.referralReferrerKobo,
	referralFriendKobo: loyaltyPrograms.referralFriendKobo,
})

const milestonesOfProgram = prepared(() =>
	build
		.select({
			id: loyaltyMilestones.id,
			visitsRequired: loyaltyMilestones.visitsRequired,
			rewardKind: loyaltyMilestones.rewardKind,
			value: loyaltyMilestones.value,
			unit: loyaltyMilestones.unit,
			serviceId: loyaltyMilestones.serviceId,
			description: loyaltyMilestones.description,
		})
		.from(loyaltyMilestones)
		.innerJoin(loyaltyPrograms, eq(loyaltyPrograms.id, loyaltyMilestones.programId))
		.where(
			and(
				eq(loyaltyPrograms.shopId, sql.placeholder('shopId')),
				eq(loyaltyMilestones.programId, sql.placeholder('programId')),
			),
		)
		.orderBy(loyaltyMilestones.visitsRequired),
)

/** The programs of a shop, as the shop itself sees and changes them. What clients have, they keep (D39). */
export function createShopProgramRepository(read: Database['read']) {
	return {
		...programRows(read),

		/** In the order of stamps. */
		milestones: (shopId: string, programId: string) => read(milestonesOfProgram({ shopId, programId })),

		/** A second active cashback program is refused ('unique:loyalty_programs.shop_id'). */
		insert: (
			row: ProgramFields & { id: string; shopId: string; createdAt: number },
			card: PunchCardFields | null,
		): Statement[] => [
			builtWrite(
				build.insert(loyaltyPrograms).values(row).onConflictDoNothing({ target: loyaltyPrograms.id }),
			),
			...(card === null
				? []
				: [
						builtWrite(
							build
								.insert(punchCards)
								.values({ ...card, programId: row.id })
								.onConflictDoNothing(),
						),
					]),
		],

		update: (shopId: string, id: string, fields: ProgramChanges): Statement<number> =>
			builtWrite(
				build
					.update(loyaltyPrograms)
					.set(fields)
					.where(and(eq(loyaltyPrograms.shopId, shopId), eq(loyaltyPrograms.id, id))),
			),

		/** One for each stamp of the card ('unique:loyalty_milestones.program_id'). */
		insertMilestone: (row: MilestoneFields & { id: string; programId: string }): Statement<number> =>
			builtWrite(
				build.insert(loyaltyMilestones).values(row).onConflictDoNothing({ target: loyaltyMilestones.id }),
			),

		/** Rewards that were earned stay as they were promised. */
		updateMilestone: (programId: string, id: string, fields: MilestoneChanges): Statement<number> =>
			builtWrite(
				build
					.update(loyaltyMilestones)
					.set(fields)
					.where(and(eq(loyaltyMilestones.programId, programId), eq(loyaltyMilestones.id, id))),
			),
	}
}

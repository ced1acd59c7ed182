import { and, eq, sql } from 'drizzle-orm'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { describedColumns, describedRow } from '#db/described-row.server.ts'
import { refuseUnlessRowSeen, refuseUnlessSeen } from '#db/refuse-when.server.ts'
import { flag, integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { services } from '#db/schema/discovery.ts'
import { loyaltyMilestones, loyaltyPrograms, punchCards } from '#db/schema/loyalty.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { callerRows, shopRows } from '#db/shop-rows.server.ts'
import { build, insertNewRow, prepared, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { programFields, rewardTexts } from './program-fields.ts'

export type ProgramFields = Omit<typeof loyaltyPrograms.$inferInsert, 'id' | 'shopId' | 'createdAt'>
export type ProgramChanges = Partial<Omit<ProgramFields, 'kind'>>
export type PunchCardFields = Omit<typeof punchCards.$inferSelect, 'programId'>
export type MilestoneFields = Omit<typeof loyaltyMilestones.$inferInsert, 'id' | 'programId'>
/** A milestone stays at its stamp: customers have earned it there. */
export type MilestoneChanges = Omit<MilestoneFields, 'visitsRequired'>

const ofCard = (column: string) =>
	sql`(SELECT ${sql.identifier(column)} FROM ${punchCards} WHERE ${punchCards.programId} = ${loyaltyPrograms.id})`

const programRows = shopRows(loyaltyPrograms, {
	...pickColumns(loyaltyPrograms, 'id', 'kind'),
	...describedColumns(programFields, loyaltyPrograms),
	status: loyaltyPrograms.status,
	visitsRequired: ofCard('visits_required').mapWith(Number) as ReturnType<typeof sql<number | null>>,
	isCyclic: ofCard('is_cyclic').mapWith(Boolean) as ReturnType<typeof sql<boolean | null>>,
	expiresAt: loyaltyPrograms.expiresAt,
})

const ownPrograms = callerRows(
	loyaltyPrograms,
	rows({
		...pickColumns(loyaltyPrograms, 'id', 'kind'),
		...describedRow(programFields, loyaltyPrograms),
		status: loyaltyPrograms.status,
		visitsRequired: nullable(integer(ofCard('visits_required'))),
		isCyclic: nullable(flag(ofCard('is_cyclic'))),
		expiresAt: loyaltyPrograms.expiresAt,
	}),
	sql`${loyaltyPrograms.status}, ${loyaltyPrograms.name}`,
)

const ownMilestoneRow = rows({
	...pickColumns(loyaltyMilestones, 'id', 'visitsRequired', 'rewardKind', 'value', 'unit', 'serviceId'),
	serviceName: nullable(text(services.name)),
	...describedRow(rewardTexts, loyaltyMilestones),
})

const ownMilestones = preparedSelect(
	ownMilestoneRow,
	() => sql`FROM ${loyaltyPrograms} JOIN ${loyaltyMilestones} ON ${loyaltyMilestones.programId} = ${loyaltyPrograms.id}
		LEFT JOIN ${services} ON ${services.id} = ${loyaltyMilestones.serviceId}
		WHERE ${loyaltyPrograms.id} = ${sql.placeholder('programId')} AND ${loyaltyPrograms.shopId} = ${callingShopId(shopCallerPlaceholders)}
		ORDER BY ${loyaltyMilestones.visitsRequired}`,
)

const milestonesOfProgram = prepared(() =>
	build
		.select({
			...pickColumns(loyaltyMilestones, 'id', 'visitsRequired', 'rewardKind', 'value', 'unit', 'serviceId'),
			...describedColumns(rewardTexts, loyaltyMilestones),
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

export const programConstraints = {
	'unique:loyalty_programs.shop_id': 'second_cashback_program',
	'check:loyalty_program_cashback': 'wrong_kind',
	'check:loyalty_program_numbers': 'program_tiers',
	'check:loyalty_program_referral': 'referral_halves',
} as const

export const rewardConstraints = {
	'unique:loyalty_milestones.program_id': 'stamp_taken',
	'check:loyalty_milestone_reward': 'reward_not_valid',
} as const

/** The shop's own programs. Customers keep what they have earned (D39). */
export function createShopProgramRepository(read: Database['read']) {
	return {
		...programRows(read),

		/** Of the caller's shop: the active ones, then the ended ones. */
		own: ownPrograms(read),

		/** Of the caller's shop, in the order of stamps. */
		ownMilestones: (caller: ShopCaller, programId: string) => read(ownMilestones({ ...caller, programId })),

		/** In the order of stamps. */
		milestones: (shopId: string, programId: string) => read(milestonesOfProgram({ shopId, programId })),

		/** Refuses a second active cashback program ('unique:loyalty_programs.shop_id'). */
		insert: (
			row: ProgramFields & { id: string; shopId: string; createdAt: number },
			card: PunchCardFields | null,
		): Statement[] => [
			insertNewRow(loyaltyPrograms, row, loyaltyPrograms.id),
			...(card === null ? [] : [insertNewRow(punchCards, { ...card, programId: row.id })]),
		],

		refuseUnlessSeen: (
			place: { shopId: string; id: string },
			seen: ProgramChanges,
			wanted: ProgramChanges,
		): Statement => refuseUnlessSeen(loyaltyPrograms, place, seen, wanted),

		refuseUnlessMilestoneSeen: (
			place: { programId: string; id: string },
			seen: MilestoneChanges,
			wanted: MilestoneChanges,
		): Statement =>
			refuseUnlessRowSeen(
				loyaltyMilestones,
				sql`${loyaltyMilestones.id} = ${place.id} AND ${loyaltyMilestones.programId} = ${place.programId}`,
				seen,
				wanted,
			),

		update: (shopId: string, id: string, fields: ProgramChanges): Statement<number> =>
			updateWhere(
				loyaltyPrograms,
				fields,
				and(eq(loyaltyPrograms.shopId, shopId), eq(loyaltyPrograms.id, id)),
			),

		/** Refuses a second milestone of a stamp ('unique:loyalty_milestones.program_id'). */
		insertMilestone: (row: MilestoneFields & { id: string; programId: string }): Statement<number> =>
			insertNewRow(loyaltyMilestones, row, loyaltyMilestones.id),

		/** Earned rewards stay as they were promised. */
		updateMilestone: (programId: string, id: string, fields: MilestoneChanges): Statement<number> =>
			updateWhere(
				loyaltyMilestones,
				fields,
				and(eq(loyaltyMilestones.programId, programId), eq(loyaltyMilestones.id, id)),
			),
	}
}

import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { flag, instant, integer, nullable, pickColumns, rows, rowsOrNull, text } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { loyaltyEnrollments, loyaltyMilestones, loyaltyPrograms, punchCards } from '#db/schema/loyalty.ts'
import { insertFrom, placeholder, preparedRead, preparedSelect, rawSelect } from '#db/statement.server.ts'
import { type ProgramCursor, ROWS_READ } from './program-rules.ts'

/** A search reads this many hits: a common word costs no more as programs are added (P13). */
const SEARCH_LIMIT = 100
/** More than a card has stamps. */
const MILESTONE_LIMIT = 100

const number = (value: number) => sql.raw(String(value))

const isEnrolled = sql`EXISTS (SELECT 1 FROM ${loyaltyEnrollments} WHERE ${loyaltyEnrollments.userId} = ${actorUserId(actorPlaceholders)}
	AND ${loyaltyEnrollments.programId} = ${loyaltyPrograms.id} AND ${loyaltyEnrollments.status} = 'active')`

/** The rule of `isProgramOpen`, at a listed shop. */
const isOpen = (at: SQL | number) => sql`(${loyaltyPrograms.status} = 'active'
	AND coalesce(${loyaltyPrograms.expiresAt} > ${at}, 1) AND ${shops.isListed} = 1)`

const ofShop = pickColumns(shops, 'id', 'name', 'address', 'area', 'city')

const listedProgramRow = rows({
	...pickColumns(loyaltyPrograms, 'id', 'name', 'kind', 'cashbackPercent'),
	visitsRequired: nullable(integer(punchCards.visitsRequired)),
	lastReward: nullable(
		text(sql`(SELECT ${loyaltyMilestones.description} FROM ${loyaltyMilestones}
			WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id} ORDER BY ${loyaltyMilestones.visitsRequired} DESC LIMIT 1)`),
	),
	rewardCount: integer(
		sql`(SELECT count(*) FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id})`,
	),
	isOpen: flag(isOpen(sql`${placeholder('at')}`)),
	isEnrolled: flag(isEnrolled),
	shop: rows(ofShop),
})
export type ListedProgram = ReturnType<typeof listedProgramRow.read>

const afterCursor = sql`${loyaltyPrograms.status} = 'active'
	AND (${loyaltyPrograms.name}, ${loyaltyPrograms.id}) > (${placeholder('name')}, ${placeholder('id')})
	ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id} LIMIT ${number(ROWS_READ)}`

/** Selects the page first: only its programs look up their shops and rewards. */
function selectPrograms(page: SQL, { before = sql``, found = sql`0` }: { before?: SQL; found?: SQL } = {}) {
	const row = rows({ foundCount: integer(found), program: listedProgramRow })
	return preparedRead(
		() => sql`WITH ${before} page AS MATERIALIZED (${page})
			SELECT ${row.columns}
			FROM page CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = page.id
			CROSS JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId}
			LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
			ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id}`,
		row.read,
	)
}

const allPrograms = selectPrograms(
	sql`SELECT ${loyaltyPrograms.id} FROM ${loyaltyPrograms} INDEXED BY loyalty_programs_listed WHERE ${afterCursor}`,
)

const foundPrograms = selectPrograms(
	sql`SELECT ${loyaltyPrograms.id} FROM (SELECT program_id FROM hits LIMIT ${number(SEARCH_LIMIT)}) hit
		CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = hit.program_id WHERE +${afterCursor}`,
	{
		before: sql`hits AS MATERIALIZED (
			SELECT program_id FROM program_search WHERE program_search MATCH ${placeholder('match')} LIMIT ${number(SEARCH_LIMIT + 1)}),`,
		found: sql`(SELECT count(*) FROM hits)`,
	},
)

const programById = preparedSelect(
	rows({
		...pickColumns(loyaltyPrograms, 'id', 'name', 'description', 'kind', 'status', 'cashbackPercent'),
		...pickColumns(loyaltyPrograms, 'minimumSpendKobo', 'rewardDays', 'goldVisits', 'platinumVisits'),
		expiresAt: loyaltyPrograms.expiresAt,
		isEnrolled: flag(isEnrolled),
		card: rowsOrNull(
			'visitsRequired',
			rows({ visitsRequired: punchCards.visitsRequired, isCyclic: punchCards.isCyclic }),
		),
		shop: rows({ ...ofShop, picture: shops.picture, timeZone: shops.timeZone }),
	}),
	() => sql`FROM ${loyaltyPrograms} JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId} AND ${shops.isListed} = 1
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${loyaltyPrograms.id} = ${placeholder('programId')}`,
)

const milestonesOfProgram = preparedSelect(
	rows({
		...pickColumns(loyaltyMilestones, 'id', 'visitsRequired'),
		kind: loyaltyMilestones.rewardKind,
		...pickColumns(loyaltyMilestones, 'value', 'unit', 'description'),
		serviceName: nullable(text(services.name)),
	}),
	() => sql`FROM ${loyaltyMilestones} LEFT JOIN ${services} ON ${services.id} = ${loyaltyMilestones.serviceId}
		WHERE ${loyaltyMilestones.programId} = ${placeholder('programId')}
		ORDER BY ${loyaltyMilestones.visitsRequired} LIMIT ${number(MILESTONE_LIMIT)}`,
)

const hasContact = sql`(${profiles.email} <> '' OR coalesce(${profiles.phone}, '') <> '')`

/** Actor, program, shop and enrollment may each be missing. */
const enrollmentState = (at: Instant) =>
	rows({
		isSignedIn: flag(sql`actor.id IS NOT NULL`),
		hasContact: flag(
			sql`coalesce((SELECT ${hasContact} FROM ${profiles} WHERE ${profiles.id} = actor.id), 0)`,
		),
		isKnown: flag(sql`${loyaltyPrograms.id} IS NOT NULL`),
		isOpen: flag(sql`coalesce(${isOpen(at)}, 0)`),
		enrollmentId: nullable(text(loyaltyEnrollments.id)),
		enrolledAt: nullable(instant(loyaltyEnrollments.enrolledAt)),
		programName: text(sql`coalesce(${loyaltyPrograms.name}, '')`),
		shopName: text(sql`coalesce(${shops.name}, '')`),
	})
export type EnrollmentState = ReturnType<ReturnType<typeof enrollmentState>['read']>

/** Programs and enrollments. An actor sees and changes their own enrollments only. */
export function createProgramRepository(read: Database['read']) {
	return {
		/**
		 * Active programs by name, at most `ROWS_READ`, with closed ones marked. `match` comes from `programMatch`; null
		 * lists all.
		 */
		async listPrograms(
			actor: Actor,
			{ match, after }: { match: string | null; after: ProgramCursor | null },
		): Promise<{ rows: ListedProgram[]; foundTooMany: boolean }> {
			const values = { ...actor, name: after?.name ?? '', id: after?.id ?? '' }
			const found = await read(match === null ? allPrograms(values) : foundPrograms({ ...values, match }))
			return {
				rows: found.map(({ program }) => program),
				foundTooMany: found.some(({ foundCount }) => foundCount > SEARCH_LIMIT),
			}
		},

		/** A program of a listed shop, its card and milestones; else null. */
		async programOf(actor: Actor, programId: string) {
			const [[program], milestones] = await Promise.all([
				read(programById({ ...actor, programId })),
				read(milestonesOfProgram({ programId })),
			])
			return program ? { ...program, milestones } : null
		},

		/**
		 * One active enrollment for each account and open program, for a customer with a contact. In a program with
		 * referral it gets its code at once (D28).
		 */
		insertEnrollment: (
			actor: Actor,
			{ id, programId, referralCode }: { id: string; programId: string; referralCode: string },
		): Statement<number> =>
			insertFrom(
				loyaltyEnrollments,
				{
					id,
					programId: sql`${loyaltyPrograms.id}`,
					shopId: sql`${loyaltyPrograms.shopId}`,
					userId: sql`${users.id}`,
					enrolledAt: actor.at,
					referralCode: sql`CASE WHEN ${loyaltyPrograms.referralFriendKobo} IS NOT NULL THEN ${referralCode} END`,
				},
				sql`FROM ${loyaltyPrograms} JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId}
					JOIN ${users} ON ${users.id} = ${actorUserId(actor)} JOIN ${profiles} ON ${profiles.id} = ${users.id}
					WHERE ${loyaltyPrograms.id} = ${programId} AND ${isOpen(actor.at)} AND ${hasContact}
					ON CONFLICT (${sql.identifier(loyaltyEnrollments.userId.name)}, ${sql.identifier(loyaltyEnrollments.programId.name)})
						WHERE ${sql.identifier(loyaltyEnrollments.status.name)} = 'active' DO NOTHING`,
			),

		/** Stands after the insert in its batch. */
		selectEnrollmentState: (actor: Actor, programId: string): Statement<EnrollmentState[]> =>
			rawSelect(
				enrollmentState(actor.at),
				sql`FROM (SELECT ${actorUserId(actor)} AS id) actor
					LEFT JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${programId}
					LEFT JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId}
					LEFT JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = actor.id
						AND ${loyaltyEnrollments.programId} = ${programId} AND ${loyaltyEnrollments.status} = 'active'`,
			),
	}
}

export type ProgramRepository = ReturnType<typeof createProgramRepository>

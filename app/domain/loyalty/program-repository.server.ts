import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { programKinds, programStatuses, rewardKinds, rewardUnits } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { decode, flag, integer, nullable, optional, text, word } from '#db/row.server.ts'
import { services, shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { loyaltyEnrollments, loyaltyMilestones, loyaltyPrograms, punchCards } from '#db/schema/loyalty.ts'
import { insertFrom, preparedRead, rawRead } from '#db/statement.server.ts'
import { type ProgramCursor, ROWS_READ } from './program-page.ts'

/**
 * A search looks at this many hits and orders them by name: a common word costs no more as programs are added (P13).
 */
const SEARCH_LIMIT = 100
/** More than a card has stamps. */
const MILESTONE_LIMIT = 100

const number = (value: number) => sql.raw(String(value))
const { placeholder } = sql

const isEnrolled = sql`EXISTS (SELECT 1 FROM ${loyaltyEnrollments} WHERE ${loyaltyEnrollments.userId} = ${actorUserId(actorAsked)}
	AND ${loyaltyEnrollments.programId} = ${loyaltyPrograms.id} AND ${loyaltyEnrollments.status} = 'active')`

/** Whether a customer can join at `at`: as `isProgramOpen` says, at a listed shop. */
const isOpen = (at: SQL | number) => sql`(${loyaltyPrograms.status} = 'active'
	AND coalesce(${loyaltyPrograms.expiresAt} > ${at}, 1) AND ${shops.isListed} = 1)`

const ofShop = {
	id: text('shop_id'),
	name: text('shop_name'),
	address: text('address'),
	area: text('area'),
	city: text('city'),
}
const shopColumns = sql`${shops.id} AS shop_id, ${shops.name} AS shop_name, ${shops.address}, ${shops.area}, ${shops.city}`

const toListedProgram = decode({
	id: text('id'),
	name: text('name'),
	kind: word('kind', programKinds),
	cashbackPercent: nullable(integer('cashback_percent')),
	visitsRequired: nullable(integer('visits_required')),
	lastReward: nullable(text('last_reward')),
	rewardCount: integer('reward_count'),
	isOpen: flag('is_open'),
	isEnrolled: flag('is_enrolled'),
	foundCount: integer('found'),
	shop: decode(ofShop),
})
export type ListedProgram = Omit<ReturnType<typeof toListedProgram>, 'foundCount'>

const afterCursor = sql`${loyaltyPrograms.status} = 'active'
	AND (${loyaltyPrograms.name}, ${loyaltyPrograms.id}) > (${placeholder('name')}, ${placeholder('id')})
	ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id} LIMIT ${number(ROWS_READ)}`

/**
 * The programs of `page`, first chosen and then described, so that only the chosen few cost their shops and rewards.
 */
function listOf(page: SQL, { before = sql``, found = sql`0` }: { before?: SQL; found?: SQL } = {}) {
	return preparedRead(
		sql`WITH ${before} page AS MATERIALIZED (${page})
			SELECT ${loyaltyPrograms.id}, ${loyaltyPrograms.name}, ${loyaltyPrograms.kind}, ${loyaltyPrograms.cashbackPercent},
				${punchCards.visitsRequired}, ${shopColumns}, ${isOpen(sql`${placeholder('at')}`)} AS is_open, ${isEnrolled} AS is_enrolled,
				(SELECT ${loyaltyMilestones.description} FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id}
					ORDER BY ${loyaltyMilestones.visitsRequired} DESC LIMIT 1) AS last_reward,
				(SELECT count(*) FROM ${loyaltyMilestones} WHERE ${loyaltyMilestones.programId} = ${loyaltyPrograms.id}) AS reward_count,
				${found} AS found
			FROM page CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = page.id
			CROSS JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId}
			LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
			ORDER BY ${loyaltyPrograms.name}, ${loyaltyPrograms.id}`,
		toListedProgram,
	)
}

const allPrograms = listOf(
	sql`SELECT ${loyaltyPrograms.id} FROM ${loyaltyPrograms} INDEXED BY loyalty_programs_listed WHERE ${afterCursor}`,
)

const foundPrograms = listOf(
	sql`SELECT ${loyaltyPrograms.id} FROM (SELECT program_id FROM hits LIMIT ${number(SEARCH_LIMIT)}) hit
		CROSS JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = hit.program_id WHERE +${afterCursor}`,
	{
		before: sql`hits AS MATERIALIZED (
			SELECT program_id FROM program_search WHERE program_search MATCH ${placeholder('match')} LIMIT ${number(SEARCH_LIMIT + 1)}),`,
		found: sql`(SELECT count(*) FROM hits)`,
	},
)

const toProgram = decode({
	id: text('id'),
	name: text('name'),
	description: text('description'),
	kind: word('kind', programKinds),
	status: word('status', programStatuses),
	cashbackPercent: nullable(integer('cashback_percent')),
	minimumSpendKobo: integer('minimum_spend_kobo'),
	rewardDays: integer('reward_days'),
	goldVisits: integer('gold_visits'),
	platinumVisits: integer('platinum_visits'),
	expiresAt: nullable(integer('expires_at')),
	isEnrolled: flag('is_enrolled'),
	card: optional(
		'visits_required',
		decode({ visitsRequired: integer('visits_required'), isCyclic: flag('is_cyclic') }),
	),
	shop: decode({ ...ofShop, picture: nullable(text('picture')), timeZone: text('time_zone') }),
})

const programById = preparedRead(
	sql`SELECT ${loyaltyPrograms.id}, ${loyaltyPrograms.name}, ${loyaltyPrograms.description}, ${loyaltyPrograms.kind}, ${loyaltyPrograms.status},
			${loyaltyPrograms.cashbackPercent}, ${loyaltyPrograms.minimumSpendKobo}, ${loyaltyPrograms.rewardDays}, ${loyaltyPrograms.goldVisits},
			${loyaltyPrograms.platinumVisits}, ${loyaltyPrograms.expiresAt}, ${punchCards.visitsRequired}, ${punchCards.isCyclic},
			${shopColumns}, ${shops.picture}, ${shops.timeZone}, ${isEnrolled} AS is_enrolled
		FROM ${loyaltyPrograms} JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId} AND ${shops.isListed} = 1
		LEFT JOIN ${punchCards} ON ${punchCards.programId} = ${loyaltyPrograms.id}
		WHERE ${loyaltyPrograms.id} = ${placeholder('programId')}`,
	toProgram,
)

const milestonesOfProgram = preparedRead(
	sql`SELECT ${loyaltyMilestones.id}, ${loyaltyMilestones.visitsRequired}, ${loyaltyMilestones.rewardKind}, ${loyaltyMilestones.value},
			${loyaltyMilestones.unit}, ${loyaltyMilestones.description}, ${services.name} AS service_name
		FROM ${loyaltyMilestones} LEFT JOIN ${services} ON ${services.id} = ${loyaltyMilestones.serviceId}
		WHERE ${loyaltyMilestones.programId} = ${placeholder('programId')}
		ORDER BY ${loyaltyMilestones.visitsRequired} LIMIT ${number(MILESTONE_LIMIT)}`,
	decode({
		id: text('id'),
		visitsRequired: integer('visits_required'),
		kind: word('reward_kind', rewardKinds),
		value: nullable(integer('value')),
		unit: nullable(word('unit', rewardUnits)),
		description: text('description'),
		serviceName: nullable(text('service_name')),
	}),
)

const toEnrollmentState = decode({
	isSignedIn: flag('is_signed_in'),
	hasContact: flag('has_contact'),
	isKnown: flag('is_known'),
	isOpen: flag('is_open'),
	enrollmentId: nullable(text('enrollment_id')),
	enrolledAt: nullable(integer('enrolled_at')),
	programName: text('program_name'),
	shopName: text('shop_name'),
})
export type EnrollmentState = ReturnType<typeof toEnrollmentState>

const hasContact = sql`(${profiles.email} <> '' OR coalesce(${profiles.phone}, '') <> '')`

/** Programs, and who is enrolled in them. An actor sees and changes their own enrollments alone. */
export function createProgramRepository(read: Database['read']) {
	return {
		/**
		 * Active programs in the order of names, after a cursor; `ROWS_READ` at most, with closed ones marked. `match` is
		 * an expression of `programMatch`; null lists all.
		 */
		async listPrograms(
			actor: Actor,
			{ match, after }: { match: string | null; after: ProgramCursor | null },
		): Promise<{ rows: ListedProgram[]; foundTooMany: boolean }> {
			const values = { ...actor, name: after?.name ?? '', id: after?.id ?? '' }
			const rows = await read(match === null ? allPrograms(values) : foundPrograms({ ...values, match }))
			return {
				rows: rows.map(({ foundCount: _foundCount, ...program }) => program),
				foundTooMany: rows.some(({ foundCount }) => foundCount > SEARCH_LIMIT),
			}
		},

		/** A program of a listed shop with its card, its milestones in order, and whether the actor is in it; else null. */
		async programOf(actor: Actor, programId: string) {
			const [[program], milestones] = await Promise.all([
				read(programById({ ...actor, programId })),
				read(milestonesOfProgram({ programId })),
			])
			return program ? { ...program, milestones } : null
		},

		/**
		 * One active enrollment for each account and program, in a program that is open, by a customer who can be reached.
		 * In a program with referral it has that code from its first moment (D28).
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

		/** How it stands after the insert, in the same batch. */
		selectEnrollmentState: (actor: Actor, programId: string): Statement<EnrollmentState[]> =>
			rawRead(
				sql`SELECT actor.id IS NOT NULL AS is_signed_in,
						coalesce((SELECT ${hasContact} FROM ${profiles} WHERE ${profiles.id} = actor.id), 0) AS has_contact,
						${loyaltyPrograms.id} IS NOT NULL AS is_known, coalesce(${isOpen(actor.at)}, 0) AS is_open,
						${loyaltyEnrollments.id} AS enrollment_id, ${loyaltyEnrollments.enrolledAt},
						coalesce(${loyaltyPrograms.name}, '') AS program_name, coalesce(${shops.name}, '') AS shop_name
					FROM (SELECT ${actorUserId(actor)} AS id) actor
					LEFT JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${programId}
					LEFT JOIN ${shops} ON ${shops.id} = ${loyaltyPrograms.shopId}
					LEFT JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.userId} = actor.id
						AND ${loyaltyEnrollments.programId} = ${programId} AND ${loyaltyEnrollments.status} = 'active'`,
				toEnrollmentState,
			),
	}
}

export type ProgramRepository = ReturnType<typeof createProgramRepository>

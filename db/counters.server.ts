import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Database } from './client.server.ts'
import { integer, rows, text } from './row.server.ts'
import { promoCodes, promoUses } from './schema/booking.ts'
import { loyaltyAppointments, loyaltyEnrollments, punchCards, referrals, rewards } from './schema/loyalty.ts'
import { ledgerAccountKindRows, ledgerAccounts, ledgerLines } from './schema/payments.ts'
import { placeholder, preparedRead } from './statement.server.ts'

/** Rows of each table that are checked per minute, in turn. */
const SLICE_SIZE = 200
/** `npm run ops -- ledger check` checks accounts with more lines. */
const MAX_LINES = 1_000
/** No index finds the uses of one code, so they are counted together. */
const MAX_USES = 5_000

const differenceRow = rows({
	counter: text(sql`counter`),
	id: text(sql`id`),
	stored: integer(sql`stored`),
	counted: integer(sql`counted`),
})
/** A counter that differs from its rows. */
export type CounterDifference = ReturnType<typeof differenceRow.read>

const number = (value: number) => sql.raw(String(value))

function slice(table: SQLiteTable): SQL {
	const from = sql`(SELECT ${placeholder('minute')} % (coalesce(max(rowid), 0) / ${number(SLICE_SIZE)} + 1) FROM ${table}) * ${number(SLICE_SIZE)}`
	return sql`${table}.rowid > ${from} AND ${table}.rowid <= ${from} + ${number(SLICE_SIZE)}`
}

const ofEnrollment = (from: SQL) => sql`${from} = ${loyaltyEnrollments.id}`
const sumOverAppointments = (what: SQL) =>
	sql`(SELECT coalesce(sum(${what}), 0) FROM ${loyaltyAppointments} WHERE ${ofEnrollment(sql`${loyaltyAppointments.enrollmentId}`)})`
const creditedRewards = sql`(SELECT coalesce(sum(${rewards.value}), 0) FROM ${rewards}
	WHERE ${ofEnrollment(sql`${rewards.enrollmentId}`)} AND ${rewards.rewardKind} = 'cashback')`
const paidReferrals = sql`(SELECT coalesce(sum(${referrals.referrerKobo}), 0) FROM ${referrals}
	WHERE ${ofEnrollment(sql`${referrals.enrollmentId}`)} AND ${referrals.status} = 'paid')`
const stampsOfCards = sql`(${loyaltyEnrollments.cycleCount} - 1) * coalesce((SELECT ${punchCards.visitsRequired} FROM ${punchCards}
	WHERE ${punchCards.programId} = ${loyaltyEnrollments.programId}), 0) + ${loyaltyEnrollments.visitsCount}`

const ofAccount = sql`${ledgerLines.accountId} = ${ledgerAccounts.id}`
const isCountable = sql`(SELECT count(*) FROM (SELECT 1 FROM ${ledgerLines} WHERE ${ofAccount} LIMIT ${number(MAX_LINES + 1)})) <= ${number(MAX_LINES)}`
const linesOfAccount = sql`(SELECT coalesce(sum(${ledgerLines.amountKobo}), 0) FROM ${ledgerLines} WHERE ${ofAccount})
	* (SELECT ${ledgerAccountKindRows.balanceSign} FROM ${ledgerAccountKindRows} WHERE ${ledgerAccountKindRows.kind} = ${ledgerAccounts.kind})`

const areUsesCountable = sql`(SELECT coalesce(max(rowid), 0) FROM ${promoUses}) <= ${number(MAX_USES)}`
const countedUses = sql`uses AS MATERIALIZED (SELECT ${promoUses.promoCodeId} AS code_id, count(*) AS count FROM ${promoUses}
	WHERE ${promoUses}.rowid > 0 AND ${promoUses}.rowid <= ${number(MAX_USES)} GROUP BY ${promoUses.promoCodeId})`
const usesOfCode = sql`coalesce((SELECT count FROM uses WHERE code_id = ${promoCodes.id}), 0)`

const counters = [
	counter(
		'stamps',
		loyaltyEnrollments,
		sql`${stampsOfCards}`,
		sumOverAppointments(sql`${loyaltyAppointments.isStamp}`),
	),
	counter(
		'spent',
		loyaltyEnrollments,
		sql`${loyaltyEnrollments.totalSpentKobo}`,
		sumOverAppointments(sql`${loyaltyAppointments.paidKobo}`),
	),
	counter(
		'earned',
		loyaltyEnrollments,
		sql`${loyaltyEnrollments.cashbackEarnedKobo}`,
		sql`${sumOverAppointments(sql`${loyaltyAppointments.cashbackKobo}`)} + ${creditedRewards} + ${paidReferrals}`,
	),
	counter('promo uses', promoCodes, sql`${promoCodes.currentUses}`, usesOfCode, areUsesCountable),
	counter('balance', ledgerAccounts, sql`${ledgerAccounts.balanceKobo}`, linesOfAccount, isCountable),
]

function counter(
	name: string,
	table: SQLiteTable & { id: unknown },
	stored: SQL,
	counted: SQL,
	isCounted: SQL = sql`true`,
): SQL {
	return sql`SELECT ${differenceRow.columns} FROM (
		SELECT ${name} AS counter, id, ${stored} AS stored, ${counted} AS counted FROM ${table} WHERE ${slice(table)} AND ${isCounted}
	) WHERE stored <> counted`
}

const differences = preparedRead(
	() => sql`WITH ${countedUses} ${sql.join(counters, sql` UNION ALL `)}`,
	differenceRow.read,
)

/** Checks the counters that triggers and batches keep. */
export function createCounterRepository(read: Database['read']) {
	return {
		/** The differences in this minute's slices. Minute by minute all rows come round. */
		differencesAt: (now: Instant): Promise<CounterDifference[]> =>
			read(differences({ minute: Math.floor(now / MINUTE_MS) })),
	}
}

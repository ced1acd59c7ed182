import { asc, count, type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type LedgerAccountKind, ledgerAccountKinds } from '#app/kernel/vocabulary/payments.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { ledgerInvariants } from '#db/invariants/ledger.ts'
import { pickColumns, rows, text } from '#db/row.server.ts'
import { ledgerAccounts, ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import { build, builtRead, insertFrom, rawSelect } from '#db/statement.server.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** Counted from 1; 0 for a completion before counting began. */
type Completion = number

/**
 * The idempotency key of an entry: the event, with a payment's or payout's reference, or an appointment's id and its
 * instant or completion (F24).
 */
export type LedgerKey =
	| `${'payment' | 'booking' | 'plan' | 'given-back' | 'changed' | 'refund'}:${string}`
	| `${'payout' | 'payout-sent' | 'payout-void' | 'payout-late' | 'payout-returned' | 'settlement'}:${string}`
	| `${'cashback-spent' | 'cashback-returned'}:${string}:${Instant}`
	| `${'cashback' | 'cashback-undone' | 'cashback-refunded' | 'referral' | 'referral-undone'}:${string}:${Completion}`
	| `${'cashback-undone' | 'cashback-refunded' | 'referral-undone'}:${string}:${Completion}.${number}`

export type LedgerEntry = {
	key: LedgerKey
	lines: readonly LedgerLine[]
	/** When the money moved; default: when we learned of it. */
	occurredAt?: Instant
	now: Instant
}

/** Positive, whether the account holds it or is owed it. */
export type LedgerBalance = { kind: LedgerAccountKind; currency: string; balanceKobo: Kobo }

export type LedgerTotals = { entries: number; balances: LedgerBalance[] }

const balanceRow = rows(pickColumns(ledgerAccounts, 'kind', 'currency', 'balanceKobo'))

const imbalanceRow = rows({ invariant: text(sql<string>`invariant`), subject: text(sql<string>`subject`) })
export type LedgerImbalance = ReturnType<typeof imbalanceRow.read>

const findImbalances = sql.join(
	ledgerInvariants.map(
		(invariant) => sql`SELECT ${invariant.name} AS invariant, subject FROM (${sql.raw(invariant.sql)})`,
	),
	sql` UNION ALL `,
)

export function createLedgerRepository(read: Database['read']) {
	return {
		postEntry,
		postEntries,

		/** Of a shop, of a payment by its reference, or the operator's own (''). Unused accounts are left out. */
		balancesOf: (owner: string): Promise<LedgerBalance[]> =>
			read(
				rawSelect(
					// Searches by the indexed beginning of the id: each payment ever made has a row.
					balanceRow,
					sql`FROM json_each(${JSON.stringify(ledgerAccountKinds)}) known
						JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} >= known.value || ':' || ${owner} || ':'
							AND ${ledgerAccounts.id} < known.value || ':' || ${owner} || ';'
						WHERE ${ledgerAccounts.owner} = ${owner} ORDER BY known.key, ${ledgerAccounts.currency}`,
				),
			),

		async totals(): Promise<LedgerTotals> {
			const { kind, currency, balanceKobo } = ledgerAccounts
			const [[entries], balances] = await Promise.all([
				read(builtRead(build.select({ count: count() }).from(ledgerEntries))),
				read(
					builtRead(
						build
							.select({ kind, currency, balanceKobo: sql<Kobo>`sum(${balanceKobo})` })
							.from(ledgerAccounts)
							.groupBy(kind, currency)
							.orderBy(asc(currency), asc(kind)),
					),
				),
			])
			return { entries: entries?.count ?? 0, balances }
		},

		/** Contradictions within the ledger, or with payments and refunds; empty when it is sound (I3). */
		imbalances: (): Promise<LedgerImbalance[]> =>
			read(rawSelect(imbalanceRow, sql`FROM (${findImbalances})`)),
	}
}

/**
 * Belongs in the batch of its event. Changes no row where the key is in the ledger, or `onlyWhere` (about earlier
 * writes of the batch) does not hold.
 *
 * Refuses the batch:
 * - 'ledger_unbalanced': the lines do not balance.
 * - 'ledger_account_overdrawn': an owed account would fall below zero.
 */
export function postEntry(entry: LedgerEntry, onlyWhere: SQL = sql`true`): Statement[] {
	const entryId = newId()
	const lines = JSON.stringify(
		entry.lines.map(({ account, amountKobo }) => ({
			...account,
			accountId: `${account.kind}:${account.owner}:${account.currency}`,
			amountKobo,
		})),
	)
	// The entry is inserted last: until then the condition is equal for all three statements.
	const isToBePosted = sql`NOT EXISTS (SELECT 1 FROM ${ledgerEntries} WHERE ${ledgerEntries.key} = ${entry.key})
		AND (${onlyWhere})`
	const ofLine = (name: string) => sql`line.value ->> ${name}`
	return [
		insertFrom(
			ledgerAccounts,
			{ id: ofLine('accountId'), kind: ofLine('kind'), owner: ofLine('owner'), currency: ofLine('currency') },
			sql`FROM json_each(${lines}) line WHERE ${isToBePosted} ON CONFLICT (id) DO NOTHING`,
		),
		insertFrom(
			ledgerLines,
			{ entryId, accountId: ofLine('accountId'), amountKobo: ofLine('amountKobo') },
			sql`FROM json_each(${lines}) line WHERE ${isToBePosted}`,
		),
		insertFrom(
			ledgerEntries,
			{ id: entryId, key: entry.key, occurredAt: entry.occurredAt ?? entry.now, recordedAt: entry.now },
			sql`WHERE ${isToBePosted}`,
		),
	]
}

/**
 * As `postEntry`, for entries that the database finds. `entries` selects each `key` and its `lines`, JSON of kinds,
 * owners, currencies and amounts. Their accounts must exist.
 */
function postEntries(entries: SQL, now: Instant): Statement[] {
	const toBePosted = sql`(SELECT * FROM (${entries}) found
		WHERE NOT EXISTS (SELECT 1 FROM ${ledgerEntries} WHERE ${ledgerEntries.key} = found.key)) entry`
	const ofLine = (name: string) => sql`line.value ->> ${name}`
	return [
		insertFrom(
			ledgerLines,
			{
				entryId: sql`entry.key`,
				accountId: sql`(${ofLine('kind')}) || ':' || (${ofLine('owner')}) || ':' || (${ofLine('currency')})`,
				amountKobo: ofLine('amountKobo'),
			},
			sql`FROM ${toBePosted} CROSS JOIN json_each(entry.lines) line`,
		),
		insertFrom(
			ledgerEntries,
			{ id: sql`entry.key`, key: sql`entry.key`, occurredAt: now, recordedAt: now },
			sql`FROM ${toBePosted}`,
		),
	]
}

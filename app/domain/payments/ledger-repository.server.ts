import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type LedgerAccountKind, ledgerAccountKinds } from '#app/kernel/vocabulary.ts'
import type { Database, Statement, WrittenRows } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { ledgerChecks } from './ledger-checks-repository.server.ts'
import type { LedgerLine } from './ledger-lines.ts'

/** What happened to the payment of that reference; each is in the ledger once. */
export type LedgerOccasion = `${'payment' | 'booking' | 'given-back' | 'refund'}:${string}`

export type LedgerEntry = {
	occasion: LedgerOccasion
	lines: readonly LedgerLine[]
	/** When the money moved, and when we learned of it. */
	occurredAt: Instant
	now: Instant
}

/** What an account holds, or is owed: above zero in both cases. */
export type LedgerBalance = { kind: LedgerAccountKind; currency: string; balanceKobo: Kobo }

/** A place where the ledger is not what it has to be. */
export type LedgerImbalance = { law: string; who: string }

export type LedgerTotals = { entries: number; balances: LedgerBalance[] }

/**
 * Belongs in the batch of what it records: missing accounts, then the lines, then the entry, which closes them. Changes
 * no row for an occasion that is in the ledger already, nor where `onlyWhere`, a condition on what this batch has written
 * before, does not hold. Refuses lines that do not balance ('ledger_unbalanced') and all that would leave less than
 * nothing of what is owed ('check:ledger_balance').
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
	// The entry comes last, so that the condition is the same for all three.
	const isToBePosted = sql`NOT EXISTS (SELECT 1 FROM ledger_entries WHERE occasion = ${entry.occasion}) AND (${onlyWhere})`
	return [
		rawWrite(
			sql`INSERT INTO ledger_accounts (id, kind, owner, currency)
				SELECT value ->> 'accountId', value ->> 'kind', value ->> 'owner', value ->> 'currency'
				FROM json_each(${lines}) WHERE ${isToBePosted}
				ON CONFLICT (id) DO NOTHING`,
		),
		rawWrite(
			sql`INSERT INTO ledger_lines (entry_id, account_id, amount_kobo)
				SELECT ${entryId}, value ->> 'accountId', value ->> 'amountKobo' FROM json_each(${lines}) WHERE ${isToBePosted}`,
		),
		rawWrite(
			sql`INSERT INTO ledger_entries (id, occasion, occurred_at, recorded_at)
				SELECT ${entryId}, ${entry.occasion}, ${entry.occurredAt}, ${entry.now} WHERE ${isToBePosted}`,
		),
	]
}

export function createLedgerRepository(read: Database['read']) {
	return {
		/** The accounts of a shop, of a payment by its reference, or our own (''); those that nothing ever moved are left out. */
		balancesOf: (owner: string): Promise<LedgerBalance[]> =>
			read(
				rawRead(
					// By the beginning of its id, which is indexed: there is a row for each payment ever made.
					sql`SELECT account.kind, account.currency, account.balance_kobo
						FROM json_each(${JSON.stringify(ledgerAccountKinds)}) known
						JOIN ledger_accounts account
							ON account.id >= known.value || ':' || ${owner} || ':' AND account.id < known.value || ':' || ${owner} || ';'
						WHERE account.owner = ${owner} ORDER BY known.key, account.currency`,
					toBalance,
				),
			),

		/** How much is in the ledger, for whoever checks it. */
		async totals(): Promise<LedgerTotals> {
			const [[entries = 0], balances] = await Promise.all([
				read(rawRead(sql`SELECT count(*) AS count FROM ledger_entries`, ({ count }) => Number(count))),
				read(
					rawRead(
						sql`SELECT kind, currency, sum(balance_kobo) AS balance_kobo FROM ledger_accounts GROUP BY kind, currency ORDER BY currency, kind`,
						toBalance,
					),
				),
			])
			return { entries, balances }
		},

		/** The proof: every place where the ledger contradicts itself, or the payments and refunds; empty when it is sound. */
		imbalances: (): Promise<LedgerImbalance[]> => read(rawRead(findImbalances, toImbalance)),
	}
}

const findImbalances = sql.join(
	ledgerChecks.map(({ law, find }) => sql`SELECT ${law} AS law, who FROM (${sql.raw(find)})`),
	sql` UNION ALL `,
)

type Row = WrittenRows['rows'][number]

const toBalance = (row: Row): LedgerBalance => ({
	// The database's own CHECK keeps this list.
	kind: row.kind as LedgerAccountKind,
	currency: String(row.currency),
	balanceKobo: Number(row.balance_kobo),
})

const toImbalance = (row: Row): LedgerImbalance => ({ law: String(row.law), who: String(row.who) })

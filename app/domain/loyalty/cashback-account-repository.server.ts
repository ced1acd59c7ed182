import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { WriteOffReason } from '#app/kernel/vocabulary/loyalty.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { integer, pickColumns, rows } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { cashbackAccounts, cashbackUses, cashbackWriteOffs } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { insertRow, preparedSelect, rawWrite } from '#db/statement.server.ts'

/**
 * `leftKobo`: the balance less what unpaid checkouts reserve. `owedKobo`: written off for this appointment, not repaid.
 */
export type CashbackAccount = { id: string; leftKobo: Kobo; owedKobo: Kobo }

/** Cashback that could not be reversed: the account owes it to the shop (D38). */
export type WriteOff = {
	accountId: string
	/** The appointment that earned it, and which of its completions. */
	appointmentId: string
	completion: number
	amountKobo: Kobo
	reason: WriteOffReason
	now: Instant
}

const owed = sql`(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})`

const listedWriteOffRow = rows({
	shopName: shops.name,
	timeZone: shops.timeZone,
	referenceNumber: appointments.referenceNumber,
	amountKobo: cashbackWriteOffs.amountKobo,
	owedKobo: integer(owed),
	...pickColumns(cashbackWriteOffs, 'reason', 'writtenOffAt'),
})
export type ListedWriteOff = ReturnType<typeof listedWriteOffRow.read>

const writeOffs = preparedSelect(
	listedWriteOffRow,
	() => sql`FROM ${cashbackWriteOffs} JOIN ${appointments} ON ${appointments.id} = ${cashbackWriteOffs.appointmentId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		WHERE ${owed} > 0 OR ${cashbackWriteOffs.writtenOffAt} >= ${sql.placeholder('since')}
		ORDER BY ${shops.name}, ${cashbackWriteOffs.writtenOffAt}, ${cashbackWriteOffs.id}`,
)

const ownWriteOffRow = rows({
	writeOffId: cashbackWriteOffs.id,
	referenceNumber: appointments.referenceNumber,
	amountKobo: cashbackWriteOffs.amountKobo,
	owedKobo: integer(owed),
	...pickColumns(cashbackWriteOffs, 'reason', 'writtenOffAt'),
})
type OwnWriteOff = ReturnType<typeof ownWriteOffRow.read>

const writeOffsOfCaller = preparedSelect<OwnWriteOff>(
	ownWriteOffRow,
	() => sql`FROM ${cashbackAccounts} CROSS JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = ${cashbackAccounts.id}
		CROSS JOIN ${appointments} ON ${appointments.id} = ${cashbackWriteOffs.appointmentId}
		WHERE ${cashbackAccounts.shopId} = ${callingShopId(shopCallerPlaceholders)}
			AND (${owed} > 0 OR ${cashbackWriteOffs.writtenOffAt} >= ${sql.placeholder('since')})
		ORDER BY ${cashbackWriteOffs.writtenOffAt} DESC, ${cashbackWriteOffs.id} LIMIT ${sql.placeholder('limit')}`,
)

/** Balances of cashback, and the sums that could not be reversed. */
export function createCashbackAccountRepository(read: Database['read']) {
	return {
		/** Refuses a second account at the shop ('unique:cashback_accounts.user_id'). */
		insertCashbackAccount: (account: {
			id: string
			userId: string
			shopId: string
			now: Instant
		}): Statement<number> => {
			const { now, ...values } = account
			return insertRow(cashbackAccounts, { ...values, createdAt: now })
		},

		insertWriteOff: ({ now, ...writeOff }: WriteOff): Statement<number> =>
			insertRow(cashbackWriteOffs, { id: newId(), ...writeOff, writtenOffAt: now }),

		/** Refuses the batch ('visit_changed') where the balance has grown since it was read: more can then be reversed. */
		requireNoMoreLeft: ({ id, leftKobo }: CashbackAccount): Statement<number> =>
			refuseWhen('visit_changed', sql`${leftIn(sql`${id}`)} > max(${leftKobo}, 0)`),

		/** Refuses the batch ('visit_changed') where unpaid checkouts reserve more than is left. */
		requireKept: (accountId: string): Statement<number> =>
			refuseWhen('visit_changed', sql`${leftIn(sql`${accountId}`)} < 0`),

		/**
		 * A completion after a write-off earns `amountKobo` again. Refuses the batch ('visit_changed') where the open sum
		 * is not `owedKobo`.
		 */
		settleOfAppointment: (
			{ accountId, appointmentId }: { accountId: string; appointmentId: string },
			{ owedKobo, amountKobo }: { owedKobo: Kobo; amountKobo: Kobo },
		): Statement[] => [
			refuseWhen(
				'visit_changed',
				sql`${owedOfAppointment(sql`${accountId}`, sql`${appointmentId}`)} <> ${owedKobo}`,
			),
			...(amountKobo === 0
				? []
				: [
						settleWriteOffs(
							sql`SELECT ${accountId} AS account_id, ${amountKobo} AS amount_kobo`,
							sql`${cashbackWriteOffs.appointmentId} = ${appointmentId}`,
						),
					]),
		],

		/** Of the caller's shop: owed ones of any age and all ones since `since`, the newest first. */
		ownWriteOffs: (caller: ShopCaller, input: { since: Instant; limit: number }): Promise<OwnWriteOff[]> =>
			read(writeOffsOfCaller({ ...caller, ...input })),

		/** Owed ones of any age and all ones since `since`, by shop. */
		writeOffsSince: (since: Instant): Promise<ListedWriteOff[]> => read(writeOffs({ since })),
	}
}

/** SQL of the account's `leftKobo`; 0 without an account. */
export function leftIn(accountId: SQL): SQL {
	return sql`(coalesce((SELECT ${ledgerAccounts.balanceKobo} FROM ${ledgerAccounts}
			WHERE ${ledgerAccounts.id} = 'cashback:' || ${accountId} || ':NGN'), 0)
		- coalesce((SELECT sum(${cashbackUses.amountKobo}) FROM ${cashbackUses}
			CROSS JOIN ${checkouts} ON ${checkouts.id} = ${cashbackUses.checkoutId} AND ${checkouts.status} = 'PENDING'
			WHERE ${cashbackUses.accountId} = ${accountId}), 0))`
}

/** SQL of the account's `owedKobo` for an appointment. */
export function owedOfAppointment(accountId: SQL, appointmentId: SQL): SQL {
	return sql`coalesce((SELECT sum(${owed}) FROM ${cashbackWriteOffs}
		WHERE ${cashbackWriteOffs.accountId} = ${accountId} AND ${cashbackWriteOffs.appointmentId} = ${appointmentId}), 0)`
}

/** Returned cashback repays write-offs: the ledger's entries, and the settlement (D38). */
export type Repayment = { entries: SQL; settled: Statement<number> }

/**
 * Repays the accounts' write-offs, the oldest first (D38). `sums` selects one `account_id` and `amount_kobo` for each
 * account.
 */
export function repaymentBy(sums: SQL): Repayment {
	return {
		// `settled_kobo` tells the entries of one write-off apart.
		entries: sql`SELECT 'cashback-repaid:' || part.id || ':' || part.settled_kobo AS key, json_array(
				json_object('kind', 'shop_cashback', 'owner', ${cashbackAccounts.shopId}, 'currency', 'NGN', 'amountKobo', -part.paid_kobo),
				json_object('kind', 'cashback', 'owner', ${cashbackAccounts.id}, 'currency', 'NGN', 'amountKobo', part.paid_kobo)) AS lines
			FROM (${partsPaidBy(sums)}) part CROSS JOIN ${cashbackAccounts} ON ${cashbackAccounts.id} = part.account_id`,
		settled: settleWriteOffs(sums),
	}
}

function settleWriteOffs(sums: SQL, isSuch?: SQL): Statement<number> {
	return rawWrite(
		sql`UPDATE ${cashbackWriteOffs} SET settled_kobo = ${cashbackWriteOffs.settledKobo} + part.paid_kobo
			FROM (${partsPaidBy(sums, isSuch)}) part WHERE ${cashbackWriteOffs.id} = part.id`,
	)
}

function partsPaidBy(sums: SQL, isSuch: SQL = sql`true`): SQL {
	return sql`SELECT id, account_id, settled_kobo, min(owed_kobo, sum_kobo - before_kobo) AS paid_kobo FROM (
			SELECT ${cashbackWriteOffs.id}, ${cashbackWriteOffs.accountId}, ${cashbackWriteOffs.settledKobo}, ${owed} AS owed_kobo,
				sums.amount_kobo AS sum_kobo, coalesce(sum(${owed}) OVER (PARTITION BY ${cashbackWriteOffs.accountId}
					ORDER BY ${cashbackWriteOffs.writtenOffAt}, ${cashbackWriteOffs.id}
					ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_kobo
			FROM (${sums}) sums CROSS JOIN ${cashbackWriteOffs} ON ${cashbackWriteOffs.accountId} = sums.account_id
			WHERE ${owed} > 0 AND ${isSuch}
		) WHERE sum_kobo > before_kobo`
}

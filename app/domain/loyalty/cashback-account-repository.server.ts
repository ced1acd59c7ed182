import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type WriteOffReason, writeOffReasons } from '#app/kernel/vocabulary/loyalty.ts'
import type { AccessKeyKind } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { instant, integer, rows, text, word } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { cashbackAccounts, cashbackUses, cashbackWriteOffs } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { build, builtWrite, preparedSelect, rawWrite } from '#db/statement.server.ts'

/**
 * A customer's cashback at a shop and its balance, less the sums that unpaid checkouts reserve. `owedKobo`: written
 * off before for this visit, and still owed.
 */
export type CashbackAccount = { id: string; leftKobo: Kobo; owedKobo: Kobo }

/** Cashback that could not be taken back: what the account owes the shop, and why (D38). */
export type WriteOff = {
	accountId: string
	/** The visit that had given it, and which completion of it. */
	appointmentId: string
	completion: number
	amountKobo: Kobo
	reason: WriteOffReason
	now: Instant
}

const owed = sql`(${cashbackWriteOffs.amountKobo} - ${cashbackWriteOffs.settledKobo})`

const listedWriteOffRow = rows({
	shopName: text(shops.name),
	timeZone: text(shops.timeZone),
	referenceNumber: text(appointments.referenceNumber),
	amountKobo: integer(cashbackWriteOffs.amountKobo),
	/** What of it is still owed. */
	owedKobo: integer(owed),
	reason: word(cashbackWriteOffs.reason, writeOffReasons),
	writtenOffAt: instant(cashbackWriteOffs.writtenOffAt),
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
	writeOffId: text(cashbackWriteOffs.id),
	referenceNumber: text(appointments.referenceNumber),
	amountKobo: integer(cashbackWriteOffs.amountKobo),
	owedKobo: integer(owed),
	reason: word(cashbackWriteOffs.reason, writeOffReasons),
	writtenOffAt: instant(cashbackWriteOffs.writtenOffAt),
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

/** The accounts of cashback: their balances, and the sums that could not be reversed. */
export function createCashbackAccountRepository(read: Database['read']) {
	return {
		/** A second one of the same account and shop is refused ('unique:cashback_accounts.user_id'). */
		insertCashbackAccount: (account: {
			id: string
			userId: string
			shopId: string
			now: Instant
		}): Statement<number> => {
			const { now, ...values } = account
			return builtWrite(build.insert(cashbackAccounts).values({ ...values, createdAt: now }))
		},

		insertWriteOff: ({ now, ...writeOff }: WriteOff): Statement<number> =>
			builtWrite(build.insert(cashbackWriteOffs).values({ id: newId(), ...writeOff, writtenOffAt: now })),

		/**
		 * Refuses the batch ('visit_changed') where the balance is larger than was read: cashback was returned since, and
		 * pays the reversal.
		 */
		requireNoMoreLeft: ({ id, leftKobo }: CashbackAccount): Statement<number> =>
			refuseWhen('visit_changed', sql`${leftIn(sql`${id}`)} > max(${leftKobo}, 0)`),

		/**
		 * Refuses the batch ('visit_changed') where less is left than checkouts keep that wait for their payment: one of
		 * them came since the account was read.
		 */
		requireKept: (accountId: string): Statement<number> =>
			refuseWhen('visit_changed', sql`${leftIn(sql`${accountId}`)} < 0`),

		/**
		 * A visit that had given cashback, written off since, is completed again: `amountKobo` of it is earned again.
		 * Refuses the batch ('visit_changed') where not just `owedKobo` of it is open.
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

		/** Of the shop of this key: what is still owed to it, of any age, and the write-offs since then, newest first. */
		ownWriteOffs: (
			{ secretHash, kind }: { secretHash: string; kind: AccessKeyKind },
			input: { since: Instant; limit: number },
		): Promise<OwnWriteOff[]> => read(writeOffsOfCaller({ secretHash, kind, ...input })),

		/** The sums still owed, of any age, and the write-offs since then, shop by shop. */
		writeOffsSince: (since: Instant): Promise<ListedWriteOff[]> => read(writeOffs({ since })),
	}
}

/** The balance of a cashback account, as SQL; 0 where there is none. */
export function leftIn(accountId: SQL): SQL {
	return sql`(coalesce((SELECT ${ledgerAccounts.balanceKobo} FROM ${ledgerAccounts}
			WHERE ${ledgerAccounts.id} = 'cashback:' || ${accountId} || ':NGN'), 0)
		- coalesce((SELECT sum(${cashbackUses.amountKobo}) FROM ${cashbackUses}
			CROSS JOIN ${checkouts} ON ${checkouts.id} = ${cashbackUses.checkoutId} AND ${checkouts.status} = 'PENDING'
			WHERE ${cashbackUses.accountId} = ${accountId}), 0))`
}

/** What of a visit's cashback was written off and is still owed by an account, as SQL. */
export function owedOfAppointment(accountId: SQL, appointmentId: SQL): SQL {
	return sql`coalesce((SELECT sum(${owed}) FROM ${cashbackWriteOffs}
		WHERE ${cashbackWriteOffs.accountId} = ${accountId} AND ${cashbackWriteOffs.appointmentId} = ${appointmentId}), 0)`
}

/**
 * Write-offs that cashback pays which comes back to their accounts: the entries of the ledger, and what settles them
 * (D38).
 */
export type Repayment = { entries: SQL; settled: Statement<number> }

/**
 * What sums pay of the write-offs of their accounts, the oldest first (D38). `sums` selects `account_id` and
 * `amount_kobo`, once for each account.
 */
export function repaymentBy(sums: SQL): Repayment {
	return {
		// Each part of a write-off begins where the one before has ended: that tells their entries apart.
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

import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type WriteOffReason, writeOffReasons } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, integer, text, word } from '#db/row.server.ts'
import { appointments, checkouts } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { cashbackAccounts, cashbackUses, cashbackWriteOffs } from '#db/schema/loyalty.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { build, builtWrite, preparedRead } from '#db/statement.server.ts'

/** Whose cashback at which shop, and what is left of it: without what checkouts keep that wait for their payment. */
export type CashbackAccount = { id: string; leftKobo: Kobo }

/** Cashback that could not be taken back: what the shop is out of pocket for, and why (D38). */
export type WriteOff = {
	accountId: string
	/** The visit that had given it. */
	appointmentId: string
	amountKobo: Kobo
	reason: WriteOffReason
	now: Instant
}

const toListedWriteOff = decode({
	shopName: text('shop_name'),
	timeZone: text('time_zone'),
	referenceNumber: text('reference_number'),
	amountKobo: integer('amount_kobo'),
	reason: word('reason', writeOffReasons),
	writtenOffAt: integer('written_off_at'),
})
export type ListedWriteOff = ReturnType<typeof toListedWriteOff>

const writeOffs = preparedRead(
	sql`SELECT ${shops.name} AS shop_name, ${shops.timeZone}, ${appointments.referenceNumber}, ${cashbackWriteOffs.amountKobo},
			${cashbackWriteOffs.reason}, ${cashbackWriteOffs.writtenOffAt}
		FROM ${cashbackWriteOffs} JOIN ${appointments} ON ${appointments.id} = ${cashbackWriteOffs.appointmentId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		WHERE ${cashbackWriteOffs.writtenOffAt} >= ${sql.placeholder('since')}
		ORDER BY ${shops.name}, ${cashbackWriteOffs.writtenOffAt}, ${cashbackWriteOffs.id}`,
	toListedWriteOff,
)

/** The accounts of cashback: what is left in one, and what could not be taken back. */
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
		 * Refuses the batch ('visit_changed') where less is left than checkouts keep that wait for their payment: one of them came
		 * since the account was read.
		 */
		requireKept: (accountId: string): Statement<number> =>
			refuseWhen('visit_changed', sql`${leftIn(sql`${accountId}`)} < 0`),

		/** What all shops have written off since then, shop by shop. */
		writeOffsSince: (since: Instant): Promise<ListedWriteOff[]> => read(writeOffs({ since })),
	}
}

/** What is left in an account of cashback, as SQL; 0 where there is none. */
export function leftIn(accountId: SQL): SQL {
	return sql`(coalesce((SELECT ${ledgerAccounts.balanceKobo} FROM ${ledgerAccounts}
			WHERE ${ledgerAccounts.id} = 'cashback:' || ${accountId} || ':NGN'), 0)
		- coalesce((SELECT sum(${cashbackUses.amountKobo}) FROM ${cashbackUses}
			CROSS JOIN ${checkouts} ON ${checkouts.id} = ${cashbackUses.checkoutId} AND ${checkouts.status} = 'PENDING'
			WHERE ${cashbackUses.accountId} = ${accountId}), 0))`
}

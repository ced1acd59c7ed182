import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { lapsedAmong } from '#db/lapsed-checkouts.server.ts'
import { othersOfDraft } from '#db/other-checkouts.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { integer, nullable, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { referrals, rewards, rewardUses } from '#db/schema/loyalty.ts'
import { cashbackAccounts, cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { build, builtWrite, insertFrom, preparedSelect } from '#db/statement.server.ts'
import { leftIn, type Repayment, repaymentBy } from './cashback-account-repository.server.ts'
import { VOUCHER_MS } from './voucher.ts'

/** A code that comes back lives at least this much longer (D37). */
const LIFE_AFTER_RETURN_MS = 7 * DAY_MS

/** A booking has taken the reward in scope: that counts as spent (D38). */
export const isRewardInUse = sql`EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.rewardId} = ${rewards.id})`

/** What a checkout takes of its customer's rewards and cashback. */
export type CheckoutSavings = {
	checkoutId: string
	draftId: string
	rewardId: string | null
	cashbackKobo: Kobo
}

const usesOfAppointment = preparedSelect(
	rows({
		checkoutId: text(appointments.checkoutId),
		rewardId: nullable(text(rewardUses.rewardId)),
		cashbackAccountId: nullable(text(cashbackUses.accountId)),
		cashbackKobo: integer(sql`coalesce(${cashbackUses.amountKobo}, 0)`),
	}),
	() => sql`FROM ${appointments} LEFT JOIN ${rewardUses} ON ${rewardUses.checkoutId} = ${appointments.checkoutId}
		LEFT JOIN ${cashbackUses} ON ${cashbackUses.checkoutId} = ${appointments.checkoutId}
		WHERE ${appointments.id} = ${sql.placeholder('appointmentId')}`,
)
export type AppointmentUses = {
	checkoutId: string
	rewardId: string | null
	cashbackAccountId: string | null
	cashbackKobo: Kobo
}

/** What checkouts and visits have taken of rewards and cashback: taken in the write that books or starts to pay. */
export function createSavingUseRepository(read: Database['read']) {
	return {
		/** What a booked visit used; null where there is no such visit. */
		async usesOfAppointment(appointmentId: string): Promise<AppointmentUses | null> {
			const [uses] = await read(usesOfAppointment({ appointmentId }))
			return uses ?? null
		},

		/**
		 * After the checkout's row in its batch, and after what the draft's other checkouts gave up: the reward and the
		 * cashback are this visit's. Refuses the batch where the reward is used, over, shown as a voucher or taken by
		 * another visit ('reward_not_available'), and where less cashback is left ('cashback_not_available'). What this
		 * checkout has already, it keeps.
		 */
		keepUses: (
			{ checkoutId, rewardId, cashbackKobo }: Omit<CheckoutSavings, 'draftId'>,
			usedAt: Instant,
		): Statement[] => [
			...(rewardId === null ? [] : takeReward({ checkoutId, rewardId }, usedAt)),
			...(cashbackKobo === 0 ? [] : takeCashback({ checkoutId, cashbackKobo }, usedAt)),
		],

		/** The draft's other checkouts give up theirs: this one takes its own after that. */
		releaseUsesOfOthers: (savings: CheckoutSavings): Statement<number>[] =>
			deleteUses(othersOfDraft(savings)),

		/**
		 * Before `releaseUsesOfOthers`: savings that the draft's other checkouts reserved beyond this one's pay what is
		 * owed.
		 */
		repaymentOfOthers: ({ cashbackKobo, ...checkout }: CheckoutSavings): Repayment =>
			repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, sum(${cashbackUses.amountKobo}) - ${cashbackKobo} AS amount_kobo
				FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} IN ${othersOfDraft(checkout)}
				GROUP BY ${cashbackUses.accountId}`),

		/** Before `releaseLapsed`: savings that lapsed checkouts reserved pay what is owed. */
		repaymentOfLapsed: (checkoutIds: readonly string[], now: Instant): Repayment =>
			repaymentOf(lapsedAmong(checkoutIds, now)),

		/** Before `giveBackUses`, and after the return of the cashback in the ledger: it pays what is owed. */
		repaymentOfCancelled: (appointmentId: string): Repayment => repaymentOf(ofCancelled(appointmentId)),

		/** Before `giveBackOfCheckout`, likewise. */
		repaymentOfCheckout: (checkoutId: string): Repayment => repaymentOf(sql`SELECT ${checkoutId}`),

		/** Before `lowerCashback`, likewise. */
		repaymentOfPart: (checkoutId: string, byKobo: Kobo): Repayment =>
			repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, ${byKobo} AS amount_kobo FROM ${cashbackUses}
				WHERE ${cashbackUses.checkoutId} = ${checkoutId}`),

		/** Lapsed checkouts give theirs back. One whose payment comes later takes it again, if it is still there. */
		releaseLapsed: (checkoutIds: readonly string[], now: Instant): Statement<number>[] =>
			releaseUsesOf(lapsedAmong(checkoutIds, now), now),

		/** Of a visit that the batch has cancelled: its reward and cashback can be used again (D37). */
		releaseUses: (appointmentId: string, now: Instant): Statement<number>[] =>
			releaseUsesOf(ofCancelled(appointmentId), now),

		/** True within a batch where the visit is cancelled and its cashback not yet given back: for `postEntry`. */
		isCashbackToReturn: (appointmentId: string): SQL =>
			sql`EXISTS (SELECT 1 FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} =
				(${ofCancelled(appointmentId)}))`,

		/** True within a batch while a checkout keeps the cashback that it used: for `postEntry`. */
		isCashbackOfCheckoutKept: (checkoutId: string): SQL =>
			sql`EXISTS (SELECT 1 FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} = ${checkoutId})`,

		/** Of a plan that gives its money back: its cashback can be used again (D46). */
		releaseUsesOfCheckout: (checkoutId: string, now: Instant): Statement<number>[] =>
			releaseUsesOf(sql`SELECT ${checkouts.id} FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId}`, now),

		/**
		 * A visit of its customer takes a reward that is shown at the shop (D61); an open voucher is just that. Refuses
		 * the batch ('reward_not_available') where the reward is used, over, taken by another visit, or used by another
		 * act.
		 */
		takeAtShop: (
			{ checkoutId, rewardId }: { checkoutId: string; rewardId: string },
			usedAt: Instant,
		): Statement[] => [
			insertFrom(
				rewardUses,
				{ checkoutId: sql`${appointments.checkoutId}`, rewardId: sql`${rewards.id}`, usedAt },
				sql`FROM ${appointments} JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
					JOIN ${rewards} ON ${rewards.id} = ${rewardId} AND ${rewards.userId} = ${clients.userId} AND ${rewards.shopId} = ${appointments.shopId}
					WHERE ${appointments.checkoutId} = ${checkoutId} AND ${rewards.usedAt} IS NULL AND ${rewards.expiresAt} > ${usedAt}
					ON CONFLICT DO NOTHING`,
			),
			requireTaken({ checkoutId, rewardId }),
		],

		/** A changed visit no longer fits its reward, which can be used again (D53). */
		releaseReward: (checkoutId: string, now: Instant): Statement<number>[] => [
			outliveReturn(sql`SELECT ${checkoutId}`, now),
			builtWrite(build.delete(rewardUses).where(eq(rewardUses.checkoutId, checkoutId))),
		],

		/** A changed visit needs so much less of its cashback; the ledger's entry belongs before it. */
		lowerCashback: (checkoutId: string, byKobo: Kobo): Statement<number>[] => [
			builtWrite(
				build
					.delete(cashbackUses)
					.where(and(eq(cashbackUses.checkoutId, checkoutId), eq(cashbackUses.amountKobo, byKobo))),
			),
			builtWrite(
				build
					.update(cashbackUses)
					.set({ amountKobo: sql`${cashbackUses.amountKobo} - ${byKobo}` })
					.where(eq(cashbackUses.checkoutId, checkoutId)),
			),
		],

		/** The visit that used a reward is over, or was cancelled too late: the reward is used. */
		closeReward: (appointmentId: string, now: Instant): Statement<number> =>
			builtWrite(
				build
					.update(rewards)
					.set({ usedAt: now })
					.where(sql`${rewards.usedAt} IS NULL AND ${isTakenBy(appointmentId, isOver)}`),
			),

		/** The visit is open again: its reward is in use, and not used. */
		reopenReward: (appointmentId: string): Statement<number> =>
			builtWrite(
				build
					.update(rewards)
					.set({ usedAt: null })
					.where(isTakenBy(appointmentId, sql`NOT (${isOver})`)),
			),
	}
}

const isOver = sql`${appointments.status} IN ('COMPLETED', 'NO_SHOW', 'CANCELLED')`

function ofAppointment(appointmentId: string, isSuch: SQL): SQL {
	return sql`SELECT ${appointments.checkoutId} FROM ${appointments} WHERE ${appointments.id} = ${appointmentId} AND ${isSuch}`
}

function ofCancelled(appointmentId: string): SQL {
	return ofAppointment(appointmentId, sql`${appointments.status} = 'CANCELLED'`)
}

/** What all uses of these checkouts pay, which are given back. */
function repaymentOf(ofCheckouts: SQL): Repayment {
	return repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, sum(${cashbackUses.amountKobo}) AS amount_kobo
		FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} IN (${ofCheckouts}) GROUP BY ${cashbackUses.accountId}`)
}

function isTakenBy(appointmentId: string, isSuch: SQL): SQL {
	return sql`${rewards.id} IN (SELECT ${rewardUses.rewardId} FROM ${rewardUses}
		WHERE ${rewardUses.checkoutId} = (${ofAppointment(appointmentId, isSuch)}))`
}

function deleteUses(ofCheckouts: SQL): Statement<number>[] {
	return [
		builtWrite(build.delete(rewardUses).where(sql`${rewardUses.checkoutId} IN ${ofCheckouts}`)),
		builtWrite(build.delete(cashbackUses).where(sql`${cashbackUses.checkoutId} IN ${ofCheckouts}`)),
		// The friend may use a code again (D41).
		builtWrite(build.delete(referrals).where(sql`${referrals.checkoutId} IN ${ofCheckouts}`)),
	]
}

function releaseUsesOf(ofCheckouts: SQL, now: Instant): Statement<number>[] {
	return [outliveReturn(ofCheckouts, now), ...deleteUses(sql`(${ofCheckouts})`)]
}

/** The rewards of these checkouts live on for a while. */
function outliveReturn(ofCheckouts: SQL, now: Instant): Statement<number> {
	return builtWrite(
		build
			.update(rewards)
			.set({ expiresAt: sql`max(${rewards.expiresAt}, ${now + LIFE_AFTER_RETURN_MS})` })
			.where(
				sql`${rewards.id} IN (SELECT ${rewardUses.rewardId} FROM ${rewardUses} WHERE ${rewardUses.checkoutId} IN (${ofCheckouts}))`,
			),
	)
}

/** The insert takes it where it can be had; whether it is there then decides. */
function takeReward(
	{ checkoutId, rewardId }: { checkoutId: string; rewardId: string },
	usedAt: Instant,
): Statement[] {
	return [
		insertFrom(
			rewardUses,
			{ checkoutId: sql`${checkouts.id}`, rewardId: sql`${rewards.id}`, usedAt },
			sql`FROM ${checkouts} JOIN ${rewards} ON ${rewards.id} = ${rewardId}
				WHERE ${checkouts.id} = ${checkoutId} AND ${rewards.userId} = ${checkouts.createdByUserId}
					AND ${rewards.shopId} = ${checkouts.shopId} AND ${rewards.usedAt} IS NULL AND ${rewards.expiresAt} > ${usedAt}
					AND coalesce(${rewards.voucherOpenedAt}, 0) <= ${usedAt - VOUCHER_MS}
				ON CONFLICT DO NOTHING`,
		),
		requireTaken({ checkoutId, rewardId }),
	]
}

function requireTaken({ checkoutId, rewardId }: { checkoutId: string; rewardId: string }): Statement {
	return refuseWhen(
		'reward_not_available',
		sql`NOT EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.checkoutId} = ${checkoutId} AND ${rewardUses.rewardId} = ${rewardId})`,
	)
}

function takeCashback(
	{ checkoutId, cashbackKobo }: { checkoutId: string; cashbackKobo: Kobo },
	usedAt: Instant,
): Statement[] {
	return [
		insertFrom(
			cashbackUses,
			{
				checkoutId: sql`${checkouts.id}`,
				accountId: sql`${cashbackAccounts.id}`,
				amountKobo: cashbackKobo,
				usedAt,
			},
			sql`FROM ${checkouts} JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${checkouts.createdByUserId}
					AND ${cashbackAccounts.shopId} = ${checkouts.shopId}
				WHERE ${checkouts.id} = ${checkoutId} AND ${leftIn(sql`${cashbackAccounts.id}`)} >= ${cashbackKobo}
				ON CONFLICT DO NOTHING`,
		),
		refuseWhen(
			'cashback_not_available',
			sql`NOT EXISTS (SELECT 1 FROM ${cashbackUses}
				WHERE ${cashbackUses.checkoutId} = ${checkoutId} AND ${cashbackUses.amountKobo} = ${cashbackKobo})`,
		),
	]
}

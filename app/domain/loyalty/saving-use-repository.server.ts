import { and, eq, type SQL, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { lapsedAmong, othersOfDraft } from '#db/lapsed-checkouts.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { integer, nullable, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { referrals, rewards, rewardUses } from '#db/schema/loyalty.ts'
import { cashbackAccounts, cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { deleteWhere, first, insertFrom, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { leftIn, type Repayment, repaymentBy } from './cashback-account-repository.server.ts'
import { VOUCHER_MS } from './reward-state.ts'

/** The shortest further life of a released reward (D37). */
const LIFE_AFTER_RETURN_MS = 7 * DAY_MS

/** A booking has taken the reward: that counts as spent (D38). */
export const isRewardInUse = sql`EXISTS (SELECT 1 FROM ${rewardUses} WHERE ${rewardUses.rewardId} = ${rewards.id})`

export type CheckoutSavings = {
	checkoutId: string
	draftId: string
	rewardId: string | null
	cashbackKobo: Kobo
}

const usesOfAppointment = preparedSelect(
	rows({
		checkoutId: appointments.checkoutId,
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

/** Rewards and cashback that checkouts and appointments use, taken in the write that books or starts to pay. */
export function createSavingUseRepository(read: Database['read']) {
	return {
		usesOfAppointment: (appointmentId: string): Promise<AppointmentUses | null> =>
			first(read(usesOfAppointment({ appointmentId }))),

		/**
		 * Stands after the checkout's row and `releaseUsesOfOthers`; a repeat keeps its uses.
		 *
		 * Refuses the batch:
		 * - 'reward_not_available': used, expired, shown as a voucher, or taken by another booking.
		 * - 'cashback_not_available': less is left.
		 */
		keepUses: (
			{ checkoutId, rewardId, cashbackKobo }: Omit<CheckoutSavings, 'draftId'>,
			usedAt: Instant,
		): Statement[] => [
			...(rewardId === null ? [] : takeReward({ checkoutId, rewardId }, usedAt)),
			...(cashbackKobo === 0 ? [] : takeCashback({ checkoutId, cashbackKobo }, usedAt)),
		],

		/** Releases the uses of the draft's other checkouts. */
		releaseUsesOfOthers: (savings: CheckoutSavings): Statement<number>[] =>
			deleteUses(othersOfDraft(savings)),

		/** Stands before `releaseUsesOfOthers`: what the other checkouts reserved beyond this one repays write-offs. */
		repaymentOfOthers: ({ cashbackKobo, ...checkout }: CheckoutSavings): Repayment =>
			repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, sum(${cashbackUses.amountKobo}) - ${cashbackKobo} AS amount_kobo
				FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} IN ${othersOfDraft(checkout)}
				GROUP BY ${cashbackUses.accountId}`),

		/** Stands before `releaseLapsed`: its cashback repays write-offs. */
		repaymentOfLapsed: (checkoutIds: readonly string[], now: Instant): Repayment =>
			repaymentForCheckouts(lapsedAmong(checkoutIds, now)),

		/** Stands before `releaseUses` and after the ledger's refund: the cashback repays write-offs. */
		repaymentOfCancelled: (appointmentId: string): Repayment =>
			repaymentForCheckouts(ofCancelled(appointmentId)),

		/** Stands before `releaseUsesOfCheckout`: the cashback repays write-offs. */
		repaymentOfCheckout: (checkoutId: string): Repayment => repaymentForCheckouts(sql`SELECT ${checkoutId}`),

		/** Stands before `lowerCashback`: the cashback repays write-offs. */
		repaymentOfPart: (checkoutId: string, byKobo: Kobo): Repayment =>
			repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, ${byKobo} AS amount_kobo FROM ${cashbackUses}
				WHERE ${cashbackUses.checkoutId} = ${checkoutId}`),

		/** Of lapsed checkouts. A later payment takes the uses again where they are still free. */
		releaseLapsed: (checkoutIds: readonly string[], now: Instant): Statement<number>[] =>
			releaseTakenUses(lapsedAmong(checkoutIds, now), now),

		/** Of a cancelled appointment (D37). */
		releaseUses: (appointmentId: string, now: Instant): Statement<number>[] =>
			releaseTakenUses(ofCancelled(appointmentId), now),

		/** For `postEntry`: the appointment is cancelled, and its cashback not yet refunded. */
		isCashbackToReturn: (appointmentId: string): SQL =>
			sql`EXISTS (SELECT 1 FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} =
				(${ofCancelled(appointmentId)}))`,

		/** For `postEntry`: the checkout still has its cashback. */
		isCashbackOfCheckoutKept: (checkoutId: string): SQL =>
			sql`EXISTS (SELECT 1 FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} = ${checkoutId})`,

		/** Of a refunded plan (D46). */
		releaseUsesOfCheckout: (checkoutId: string, now: Instant): Statement<number>[] =>
			releaseTakenUses(
				sql`SELECT ${checkouts.id} FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId}`,
				now,
			),

		/**
		 * Takes a reward at the shop, with or without an open voucher (D61). Refuses the batch ('reward_not_available')
		 * where the reward is used, expired or taken.
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

		/** A changed appointment no longer fits its reward (D53). */
		releaseReward: (checkoutId: string, now: Instant): Statement<number>[] => [
			outliveReturn(sql`SELECT ${checkoutId}`, now),
			deleteWhere(rewardUses, eq(rewardUses.checkoutId, checkoutId)),
		],

		/** A changed appointment needs less cashback; the ledger's entry stands before it. */
		lowerCashback: (checkoutId: string, byKobo: Kobo): Statement<number>[] => [
			deleteWhere(
				cashbackUses,
				and(eq(cashbackUses.checkoutId, checkoutId), eq(cashbackUses.amountKobo, byKobo)),
			),
			updateWhere(
				cashbackUses,
				{ amountKobo: sql`${cashbackUses.amountKobo} - ${byKobo}` },
				eq(cashbackUses.checkoutId, checkoutId),
			),
		],

		/** The appointment is over, or was cancelled too late: its reward is used. */
		closeReward: (appointmentId: string, now: Instant): Statement<number> =>
			updateWhere(
				rewards,
				{ usedAt: now },
				sql`${rewards.usedAt} IS NULL AND ${isTakenBy(appointmentId, isOver)}`,
			),

		/** The appointment is open again: its reward is in use. */
		reopenReward: (appointmentId: string): Statement<number> =>
			updateWhere(rewards, { usedAt: null }, isTakenBy(appointmentId, sql`NOT (${isOver})`)),
	}
}

const isOver = sql`${appointments.status} IN ('COMPLETED', 'NO_SHOW', 'CANCELLED')`

function ofAppointment(appointmentId: string, isSuch: SQL): SQL {
	return sql`SELECT ${appointments.checkoutId} FROM ${appointments} WHERE ${appointments.id} = ${appointmentId} AND ${isSuch}`
}

function ofCancelled(appointmentId: string): SQL {
	return ofAppointment(appointmentId, sql`${appointments.status} = 'CANCELLED'`)
}

function repaymentForCheckouts(ofCheckouts: SQL): Repayment {
	return repaymentBy(sql`SELECT ${cashbackUses.accountId} AS account_id, sum(${cashbackUses.amountKobo}) AS amount_kobo
		FROM ${cashbackUses} WHERE ${cashbackUses.checkoutId} IN (${ofCheckouts}) GROUP BY ${cashbackUses.accountId}`)
}

function isTakenBy(appointmentId: string, isSuch: SQL): SQL {
	return sql`${rewards.id} IN (SELECT ${rewardUses.rewardId} FROM ${rewardUses}
		WHERE ${rewardUses.checkoutId} = (${ofAppointment(appointmentId, isSuch)}))`
}

function deleteUses(ofCheckouts: SQL): Statement<number>[] {
	return [
		deleteWhere(rewardUses, sql`${rewardUses.checkoutId} IN ${ofCheckouts}`),
		deleteWhere(cashbackUses, sql`${cashbackUses.checkoutId} IN ${ofCheckouts}`),
		// The friend may use a code again (D41).
		deleteWhere(referrals, sql`${referrals.checkoutId} IN ${ofCheckouts}`),
	]
}

function releaseTakenUses(ofCheckouts: SQL, now: Instant): Statement<number>[] {
	return [outliveReturn(ofCheckouts, now), ...deleteUses(sql`(${ofCheckouts})`)]
}

function outliveReturn(ofCheckouts: SQL, now: Instant): Statement<number> {
	return updateWhere(
		rewards,
		{ expiresAt: sql`max(${rewards.expiresAt}, ${now + LIFE_AFTER_RETURN_MS})` },
		sql`${rewards.id} IN (SELECT ${rewardUses.rewardId} FROM ${rewardUses} WHERE ${rewardUses.checkoutId} IN (${ofCheckouts}))`,
	)
}

/** The insert takes only a usable reward; else the next statement refuses. */
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

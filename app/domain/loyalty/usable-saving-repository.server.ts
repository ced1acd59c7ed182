import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { integer, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { checkouts } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { services } from '#db/schema/discovery.ts'
import { rewards, rewardUses } from '#db/schema/loyalty.ts'
import { cashbackAccounts, cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { ledgerAccounts } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { placeholder, preparedSelect } from '#db/statement.server.ts'
import { VOUCHER_MS } from './reward-state.ts'
import { rewardWords } from './reward-words.ts'

/** The most rewards listed for a draft. */
const MAX_REWARDS = 10

const ofDraft = sql`${drafts.id} = ${placeholder('draftId')}`
/** A draft may use what its own started payment reserves. */
const isOfOtherDraft = sql`NOT (${checkouts.draftId} = ${drafts.id} AND ${checkouts.status} = 'PENDING')`

const rewardsOfDraft = preparedSelect(
	rows({
		id: rewards.id,
		kind: rewards.rewardKind,
		...pickColumns(rewards, 'value', 'unit', 'serviceId'),
		serviceName: nullable(text(services.name)),
		expiresAt: rewards.expiresAt,
	}),
	() => sql`FROM ${drafts} CROSS JOIN ${rewards} ON ${rewards.userId} = ${actorUserId(actorPlaceholders)} AND ${rewards.shopId} = ${drafts.shopId}
		LEFT JOIN ${services} ON ${services.id} = ${rewards.serviceId}
		WHERE ${ofDraft} AND ${rewards.rewardKind} IN ('discount', 'free_service') AND ${rewards.usedAt} IS NULL
			AND ${rewards.expiresAt} > ${placeholder('at')}
			AND coalesce(${rewards.voucherOpenedAt}, 0) <= ${placeholder('at')} - ${sql.raw(String(VOUCHER_MS))}
			AND NOT EXISTS (SELECT 1 FROM ${rewardUses} JOIN ${checkouts} ON ${checkouts.id} = ${rewardUses.checkoutId}
				WHERE ${rewardUses.rewardId} = ${rewards.id} AND ${isOfOtherDraft})
		ORDER BY ${rewards.expiresAt}, ${rewards.id} LIMIT ${sql.raw(String(MAX_REWARDS))}`,
)

const cashbackOfDraft = preparedSelect(
	rows({
		accountId: cashbackAccounts.id,
		availableKobo: integer(sql`coalesce(${ledgerAccounts.balanceKobo}, 0) - coalesce((
				SELECT sum(${cashbackUses.amountKobo}) FROM ${cashbackUses} JOIN ${checkouts} ON ${checkouts.id} = ${cashbackUses.checkoutId}
				WHERE ${cashbackUses.accountId} = ${cashbackAccounts.id} AND ${checkouts.status} = 'PENDING'
					AND ${checkouts.draftId} <> ${drafts.id}), 0)`),
	}),
	() => sql`FROM ${drafts} CROSS JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${actorUserId(actorPlaceholders)}
			AND ${cashbackAccounts.shopId} = ${drafts.shopId}
		LEFT JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
		WHERE ${ofDraft}`,
)

const cashbackOfPlan = preparedSelect(
	rows({
		accountId: cashbackAccounts.id,
		availableKobo: integer(sql`coalesce(${ledgerAccounts.balanceKobo}, 0) - coalesce((
				SELECT sum(${cashbackUses.amountKobo}) FROM ${cashbackUses} JOIN ${checkouts} ON ${checkouts.id} = ${cashbackUses.checkoutId}
				WHERE ${cashbackUses.accountId} = ${cashbackAccounts.id} AND ${checkouts.status} = 'PENDING'
					AND NOT EXISTS (SELECT 1 FROM ${planOrders} WHERE ${planOrders.checkoutId} = ${checkouts.id}
						AND ${planOrders.planId} = ${subscriptionPlans.id})), 0)`),
	}),
	() => sql`FROM ${subscriptionPlans} CROSS JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${actorUserId(actorPlaceholders)}
			AND ${cashbackAccounts.shopId} = ${subscriptionPlans.shopId}
		LEFT JOIN ${ledgerAccounts} ON ${ledgerAccounts.id} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
		WHERE ${subscriptionPlans.id} = ${placeholder('planId')}`,
)

/** What the signed-in customer could use for a draft or a plan. */
export function createUsableSavingRepository(read: Database['read']) {
	return {
		/** Usable discounts at the draft's shop, the first to expire first, and cashback; null without any. */
		async savingsOfDraft(draftId: string, actor: Actor | null) {
			if (actor === null) return { rewards: [], cashback: null }
			const [found, [account]] = await Promise.all([
				read(rewardsOfDraft({ ...actor, draftId })),
				read(cashbackOfDraft({ ...actor, draftId })),
			])
			return {
				rewards: found.map(({ id, expiresAt, serviceId, unit, value, ...reward }) => ({
					kind: 'reward' as const,
					id,
					expiresAt,
					label: rewardWords({ ...reward, unit, value }),
					discount: serviceId === null ? { unit: unit ?? 'kobo', value: value ?? 0 } : { serviceId },
				})),
				cashback: account && account.availableKobo > 0 ? account : null,
			}
		},

		/** Cashback less what other checkouts reserve; null without any. */
		async cashbackOfPlan(planId: string, actor: Actor) {
			const [account] = await read(cashbackOfPlan({ ...actor, planId }))
			return account && account.availableKobo > 0 ? account : null
		},
	}
}

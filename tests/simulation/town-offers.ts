import { weekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { addDays, type CivilDate } from '#app/kernel/civil.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt, instantOf } from '#app/kernel/zone.server.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'
import { type Row, row, type SimulatedShop } from './town-shop.ts'

/** A card with a reward, and cashback. */
export function addPrograms(rows: Row[], random: PseudoRandom, shop: SimulatedShop, i: number) {
	const program = (name: string, kind: 'card' | 'cashback', isReferral: boolean) => {
		const id = `${shop.id}-${name}`
		const visitsRequired = 2 + random.below(3)
		const percent = random.pick([3, 5, 7])
		rows.push(
			row(
				`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, cashback_percent, minimum_spend_kobo, expires_at,
					referral_referrer_kobo, referral_friend_kobo, reward_days, created_at)
					VALUES (?, ?, ?, ?, 'active', ?, 0, NULL, ?, ?, ?, 0)`,
				id,
				shop.id,
				kind === 'card' ? 'punch_card' : 'cashback',
				name,
				kind === 'card' ? null : percent,
				isReferral ? 50_000 : null,
				isReferral ? 30_000 : null,
				// Every other shop's rewards are over within the history.
				i % 2 === 0 ? 2 : 90,
			),
		)
		if (kind === 'card') {
			const isCyclic = random.chance(0.7)
			rows.push(
				row(
					'INSERT INTO punch_cards (program_id, visits_required, is_cyclic) VALUES (?, ?, ?)',
					id,
					visitsRequired,
					isCyclic ? 1 : 0,
				),
			)
			const rewards = [
				['discount', 10, 'percent', null],
				['discount', 100_000, 'kobo', null],
				['free_service', 0, 'percent', shop.services[0] ?? ''],
			] as const
			const [rewardKind, value, unit, serviceId] = rewards[i % 3] ?? rewards[0]
			rows.push(
				row(
					`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, service_id, description)
						VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
					`${id}-at-${visitsRequired}`,
					id,
					visitsRequired,
					rewardKind,
					value,
					unit,
					serviceId,
					'A reward',
				),
			)
			// The first stamp gives something by hand, or cashback.
			const [firstKind, firstValue, firstUnit] =
				i % 3 === 1 ? ['cashback', 20_000, 'kobo'] : ['upgrade', null, null]
			rows.push(
				row(
					`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
						VALUES (?, ?, 1, ?, ?, ?, 'Welcome')`,
					`${id}-first`,
					id,
					firstKind,
					firstValue,
					firstUnit,
				),
			)
		}
		shop.programs.push({ id, kind, visitsRequired, percent: kind === 'card' ? 0 : percent, isReferral })
	}
	program('card', 'card', i % 2 === 0)
	program('cashback', 'cashback', false)
}

/** A plan of each kind, with sessions on each day. */
export function addPlans(
	rows: Row[],
	random: PseudoRandom,
	shop: SimulatedShop,
	{ now, days }: { now: Instant; days: number },
) {
	for (const kind of ['unlimited', 'total', 'weekly'] as const) {
		const id = `${shop.id}-${kind}`
		rows.push(
			row(
				`INSERT INTO subscription_plans (id, shop_id, title, price_kobo, entry_kind, total_visits_allowed, max_entries_per_week, period_days, created_at)
					VALUES (?, ?, ?, 1500000, ?, ?, ?, ?, 0)`,
				id,
				shop.id,
				`Plan ${kind}`,
				kind,
				kind === 'total' ? 3 : null,
				kind === 'weekly' ? 2 : null,
				{ unlimited: 30, total: 5, weekly: 8 }[kind],
			),
		)
		shop.plans.push({ id, kind })
	}
	const today = civilAt(shop.zone, now).date
	for (let day = 1; day <= days + 4; day++) {
		const plan = random.pick(shop.plans)
		const date: CivilDate = addDays(today, day)
		const startsAt = instantOf(shop.zone, date, random.pick([600, 1_080, 1_170]))
		if (startsAt === null) continue
		const id = `${shop.id}-session${day}`
		const capacity = 1 + random.below(2)
		rows.push(
			row(
				`INSERT INTO plan_sessions (id, plan_id, shop_id, starts_at, duration_minutes, week_starts_at, capacity) VALUES (?, ?, ?, ?, 60, ?, ?)`,
				id,
				plan.id,
				shop.id,
				startsAt,
				weekStartsAt(shop.zone, startsAt),
				capacity,
			),
		)
		shop.sessions.push({ id, planId: plan.id, startsAt, capacity })
	}
}

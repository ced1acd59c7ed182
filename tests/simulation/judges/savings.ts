import { MINUTE_MS } from '#app/kernel/instant.ts'
import { promoChangesOf } from '../stories/promo-record.ts'
import type { World } from '../world.ts'

const kobo = (value: unknown) => Number(value ?? 0)

/** What takes something off a bill, by hand: the sum, and how often a code was used. */
export async function judgeSavings(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	await judgeDiscounts(world)
	await judgePromoCodes(world, isOver)
}

/** C46, C47, D42: one saving at most, by its rule of services and add-ons; what a shop took off itself stays. */
async function judgeDiscounts({ sql, find }: World): Promise<void> {
	const rows = await sql.rows(
		`SELECT visit.id, visit.discount_kobo, visit.tip_kobo, visit.total_kobo, visit.changed_at,
				promo.discount_type, promo.discount_value, reward.reward_kind, reward.unit, reward.value,
				iif(visit.referral_code_id IS NULL, NULL, referral.friend_kobo) AS friend_kobo,
				iif(agreed.discount_reason IS NULL, NULL, agreed.discount_kobo) AS shop_kobo,
				(visit.promo_code_id IS NOT NULL) + (visit.reward_id IS NOT NULL) + (visit.referral_code_id IS NOT NULL) AS savings,
				(SELECT sum(price_kobo) FROM appointment_services WHERE appointment_id = visit.id) AS services_kobo,
				(SELECT sum(price_kobo) FROM appointment_add_ons WHERE appointment_id = visit.id) AS add_ons_kobo,
				(SELECT price_kobo FROM appointment_services WHERE appointment_id = visit.id
					AND service_id = reward.service_id ORDER BY position LIMIT 1) AS free_kobo
			FROM appointments visit JOIN checkouts agreed ON agreed.id = visit.checkout_id
			LEFT JOIN promo_codes promo ON promo.id = visit.promo_code_id
			LEFT JOIN rewards reward ON reward.id = visit.reward_id
			LEFT JOIN referrals referral ON referral.checkout_id = visit.checkout_id
			WHERE visit.status <> 'CANCELLED'`,
	)
	for (const row of rows) {
		const items = kobo(row.services_kobo) + kobo(row.add_ons_kobo)
		const percent = (value: unknown) => Math.floor((items * kobo(value)) / 10_000 + 0.5) * 100
		const asked =
			row.discount_type !== null
				? row.discount_type === 'percent'
					? percent(row.discount_value)
					: kobo(row.discount_value)
				: row.reward_kind === 'free_service'
					? kobo(row.free_kobo)
					: row.reward_kind === 'discount'
						? row.unit === 'percent'
							? percent(row.value)
							: kobo(row.value)
						: kobo(row.shop_kobo ?? row.friend_kobo)
		// A cheaper service may have taken a part of it away before.
		const isLessNow = row.shop_kobo !== null && row.changed_at !== null && kobo(row.discount_kobo) < asked
		const off = Math.min(isLessNow ? kobo(row.discount_kobo) : asked, items)
		if (kobo(row.savings) > 1) find(`${row.id} has ${row.savings} savings`)
		if (kobo(row.discount_kobo) !== off) find(`${row.id} has ${row.discount_kobo} off, by hand ${off}`)
		const total = items - off + kobo(row.tip_kobo)
		if (kobo(row.total_kobo) !== total) find(`${row.id} costs ${row.total_kobo}, by hand ${total}`)
	}
}

/** I5, D14: uses are those of appointments, plans and payments under way, never too many and none too late. */
async function judgePromoCodes(world: World, isOver: boolean): Promise<void> {
	const { sql, find } = world
	const changedAt = promoChangesOf(world)
	const rows = await sql.rows(
		`WITH visits AS MATERIALIZED (SELECT visit.promo_code_id AS id, count(*) AS count,
				max(iif(checkouts.created_at >= promo.expires_at + 10000, checkouts.created_at, NULL)) AS last_late_at
				FROM appointments visit JOIN promo_codes promo ON promo.id = visit.promo_code_id
				JOIN checkouts ON checkouts.id = visit.checkout_id WHERE visit.status <> 'CANCELLED' GROUP BY 1),
			uses AS MATERIALIZED (SELECT used.promo_code_id AS id, count(*) AS count, count(plan.id) AS plans,
				sum(checkouts.status = 'PENDING' AND ordered.checkout_id IS NOT NULL) AS orders,
				sum(checkouts.status = 'PENDING' AND ordered.checkout_id IS NULL) AS payments
				FROM promo_uses used JOIN checkouts ON checkouts.id = used.checkout_id
				LEFT JOIN subscriptions plan ON plan.checkout_id = used.checkout_id
				LEFT JOIN plan_orders ordered ON ordered.checkout_id = used.checkout_id GROUP BY 1)
			SELECT promo.id, promo.max_uses, promo.current_uses, uses.count AS uses, visits.count AS visits, visits.last_late_at,
				uses.plans, uses.orders, uses.payments
			FROM promo_codes promo LEFT JOIN visits ON visits.id = promo.id LEFT JOIN uses ON uses.id = promo.id`,
	)
	for (const row of rows) {
		const live = kobo(row.visits) + kobo(row.plans) + kobo(row.orders) + kobo(row.payments)
		const wrong = (what: string) => find(`promo code ${row.id}: ${what}`)
		if (kobo(row.uses) !== live || kobo(row.current_uses) !== live)
			wrong(`${kobo(row.uses)} uses and a counter of ${row.current_uses}, by hand ${live}`)
		if (row.max_uses !== null && live > kobo(row.max_uses)) wrong(`${live} uses of ${row.max_uses}`)
		// A change that was lost on its way may be written within a minute.
		if (kobo(row.last_late_at) > (changedAt.get(String(row.id)) ?? 0) + MINUTE_MS) wrong('used after its end')
		if (isOver && kobo(row.payments) > 0) wrong(`${row.payments} payments keep a use for good`)
	}
}

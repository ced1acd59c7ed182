import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

/*
 * What brings a shop's customers back, forty rows of each kind. Nothing here imports vitest, because tests in a
 * browser import this file too.
 */

export async function addOffers(database: ScratchDatabase, shopId: string): Promise<void> {
	await database.change(
		`INSERT INTO promo_codes (id, shop_id, code, discount_type, discount_value, max_uses, expires_at)
			SELECT ?1 || '-promo-' || value, ?1, 'DECEMBER-DISCOUNT-' || value, 'amount', 150000, 1000, 1735689600000
				FROM generate_series(1, 40)`,
		shopId,
	)
	await database.change(
		`INSERT INTO subscription_plans (id, shop_id, title, price_kobo, entry_kind, max_entries_per_week, created_at, status)
			SELECT ?1 || '-plan-' || value, ?1, 'Weekly wash and blow-dry, long hair ' || value, 2500000, 'weekly', 2, 0,
				iif(value % 2, 'on_offer', 'withdrawn') FROM generate_series(1, 40)`,
		shopId,
	)
	await database.change(
		`INSERT INTO plan_sessions (id, plan_id, shop_id, starts_at, week_starts_at, capacity)
			SELECT ?1 || '-session-' || value, ?1 || '-plan-7', ?1, unixepoch('now', 'start of day', '+' || value || ' days') * 1000,
				unixepoch('now', 'start of day', '+' || value || ' days') * 1000, 12 FROM generate_series(1, 70)`,
		shopId,
	)
	await database.change(
		`INSERT INTO loyalty_programs (id, shop_id, kind, name, status, created_at)
			SELECT ?1 || '-program-' || value, ?1, 'punch_card', 'Card of the regulars of our salon ' || value,
				iif(value % 2, 'active', 'ended'), 0 FROM generate_series(1, 40)`,
		shopId,
	)
	await database.change(
		`INSERT INTO punch_cards (program_id, visits_required) SELECT id, 40 FROM loyalty_programs WHERE shop_id = ?`,
		shopId,
	)
	await database.change(
		`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, value, unit, description)
			SELECT ?1 || '-reward-' || value, ?1 || '-program-7', value, 'discount', 10, 'percent',
				'A tenth off your next visit with us' FROM generate_series(4, 40, 4)`,
		shopId,
	)
}

/** The owner's pages of them. */
export function offerPages(shopId: string): string[] {
	const pages = [
		['promos', 'promo'],
		['plans', 'plan'],
		['programs', 'program'],
		['sessions', 'session'],
	]
	const rewards = ['new', `${shopId}-reward-8`].map(
		(reward) => `/kiosk/shop/programs/${shopId}-program-7/rewards/${reward}`,
	)
	return [
		...rewards,
		...pages.flatMap(([page, kind]) =>
			['', '/new', `/${shopId}-${kind}-7`].map((rest) => `/kiosk/shop/${page}${rest}`),
		),
	]
}

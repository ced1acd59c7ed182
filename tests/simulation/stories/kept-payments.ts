import type { SimulatedShop } from '../town-shop.ts'
import type { World } from '../world.ts'

export type KeptPayment = { reference: string; amountKobo: number; isDisputed: boolean }

/** Payments that a shop keeps: of appointments, and as often of plans, which are fewer. */
export async function keptPayments(world: World, { id }: Pick<SimulatedShop, 'id'>): Promise<KeptPayment[]> {
	const rows = await world.sql.rows(
		`SELECT payment_reference AS reference, amount_kobo, disputed_at, outcome FROM transactions
			WHERE shop_id = ? AND outcome IN ('booked', 'subscribed') ORDER BY 1`,
		id,
	)
	const plans = rows.filter(({ outcome }) => outcome === 'subscribed')
	const visits = rows.filter(({ outcome }) => outcome === 'booked')
	const times = plans.length === 0 ? 0 : Math.max(1, Math.round(visits.length / plans.length / 2))
	return [...visits, ...Array.from({ length: times }, () => plans).flat()].map((row) => ({
		reference: String(row.reference),
		amountKobo: Number(row.amount_kobo),
		isDisputed: row.disputed_at !== null,
	}))
}

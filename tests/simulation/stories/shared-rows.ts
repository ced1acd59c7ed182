import { readCustomerCard, writeCustomerNote } from '#app/flows/booking/customer-card.server.ts'
import { changeNote } from '#app/flows/booking/edit-appointment.server.ts'
import { changeAddOn, changeService, changeStaff } from '#app/flows/shop/change-catalogue.server.ts'
import { changeDetails } from '#app/flows/shop/change-details.server.ts'
import { changeProgram } from '#app/flows/shop/change-promotions.server.ts'
import { changePlan } from '#app/flows/subscriptions/change-plans.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { RequestDeps } from '../request.ts'
import type { WrittenRow } from './row-record.ts'
import { deviceOf } from './shop-device.ts'
import type { Setting } from './story.ts'

type Sent = { text: string; alongside: Statement[]; now: Instant }

/** A row's form on a device: `seen`, the words that it shows, and how it is sent with others. */
export type OpenForm = Omit<WrittenRow, 'forms'> & {
	seen: string | null
	actKind: ShopActKind
	send(deps: RequestDeps, sent: Sent): Promise<{ ok: boolean }>
}

/** Opens the form of some row on a device, or the same row again. */
export type SharedRow = (
	setting: Setting,
	role: 'desk' | 'owner',
	again?: OpenForm,
) => Promise<OpenForm | null>

type Flow = (
	deps: RequestDeps,
	form: { shopId: string; id: string; fields: object; seen: object; alongside: Statement[]; now: Instant },
) => Promise<{ ok: boolean }>

/** A row of the owner's pages: its words stand in one column, and its form has another field beside them. */
function ownersRow(
	table: string,
	[column, field]: [column: string, field: string],
	[besideColumn, beside]: [column: string, field: string],
	{ actKind, idsOf, flow }: { actKind: ShopActKind; idsOf: (setting: Setting) => string[]; flow: Flow },
): SharedRow {
	return async (setting, _, again) => {
		const { world, shop } = setting
		// One row each time, so that devices meet.
		const id = again?.id ?? idsOf(setting)[0] ?? ''
		const sql = `SELECT ${column} AS words, ${besideColumn} AS beside FROM ${table} WHERE id = ?`
		const [row] = await world.sql.rows(sql, id)
		if (!row) return null
		const seen = row.words === null ? null : String(row.words)
		const besideNow = typeof row.beside === 'bigint' ? Number(row.beside) : row.beside
		const shown = { [field]: row.words, [beside]: besideNow }
		return {
			...{ name: `${table}.${column}`, sql, id, isOfPerson: false, seen, actKind },
			send: (deps, { text, ...sent }) =>
				flow(deps, { shopId: shop.id, id, fields: { ...shown, [field]: text }, seen: shown, ...sent }),
		}
	}
}

const service = ownersRow('services', ['description', 'description'], ['price_kobo', 'priceKobo'], {
	actKind: 'service_changed',
	idsOf: ({ shop }) => shop.services,
	flow: (deps, form) => changeService(deps, form),
})
const addOn = ownersRow('add_ons', ['name', 'name'], ['price_kobo', 'priceKobo'], {
	actKind: 'add_on_changed',
	idsOf: ({ shop }) => shop.addOns,
	flow: (deps, form) => changeAddOn(deps, form),
})
const plan = ownersRow('subscription_plans', ['description', 'description'], ['price_kobo', 'priceKobo'], {
	actKind: 'plan_changed',
	idsOf: ({ shop }) => shop.plans.map(({ id }) => id),
	flow: (deps, form) => changePlan(deps, form),
})
const program = ownersRow('loyalty_programs', ['name', 'name'], ['minimum_spend_kobo', 'minimumSpendKobo'], {
	actKind: 'program_changed',
	idsOf: ({ shop }) => shop.programs.map(({ id }) => id),
	flow: (deps, form) => changeProgram(deps, form),
})
const details = ownersRow('shops', ['landmark', 'landmark'], ['max_moves', 'maxMoves'], {
	actKind: 'shop_changed',
	idsOf: ({ shop }) => [shop.id],
	flow: (deps, { id: _, ...form }) => changeDetails(deps, form),
})

/** A person with their services, as the page has both. */
const person: SharedRow = async ({ world, shop }, _, again) => {
	const id = again?.id ?? shop.staff[0] ?? ''
	const sql = 'SELECT role AS words FROM staff_members WHERE id = ?'
	const [row] = await world.sql.rows(sql, id)
	if (!row) return null
	const does = await world.sql.rows(
		'SELECT service_id FROM staff_services WHERE staff_member_id = ? ORDER BY service_id',
		id,
	)
	const serviceIds = does.map((one) => String(one.service_id))
	const seen = row.words === null ? null : String(row.words)
	return {
		...{ name: 'staff_members.role', sql, id, isOfPerson: false, seen, actKind: 'staff_changed' },
		send: (deps, { text, ...sent }) =>
			changeStaff(deps, {
				shopId: shop.id,
				id,
				fields: { role: text },
				serviceIds,
				seen: { role: seen ?? '', serviceIds },
				keepsAppointments: true,
				...sent,
			}),
	}
}

/** The note of a visit that is ahead, which its customer reads too. */
const visitNote: SharedRow = async ({ me, world, shop }, _, again) => {
	const sql = 'SELECT customer_note AS words FROM appointments WHERE id = ? AND customer_note IS NOT NULL'
	const rows = await world.sql.rows(
		`SELECT id, reference_number, customer_note FROM appointments WHERE shop_id = ?1 AND (?2 IS NULL OR id = ?2)
			AND status IN ('SCHEDULED', 'CONFIRMED') AND starts_at > ?3 ORDER BY starts_at, id LIMIT 1`,
		shop.id,
		again?.id ?? null,
		me.now(),
	)
	const [row] = rows
	if (!row) return null
	const seen = row.customer_note === null ? null : String(row.customer_note)
	const referenceNumber = String(row.reference_number)
	return {
		...{ name: 'note of a visit', sql, id: String(row.id), isOfPerson: true, seen, actKind: 'visit_changed' },
		send: (deps, { text, ...sent }) =>
			changeNote(deps, { shopId: shop.id, referenceNumber, note: text, seen: seen ?? '', ...sent }),
	}
}

/** What a shop keeps about one of its customers, on the card that one of their visits opens. */
const customerNote: SharedRow = async ({ me, world, shop }, role, again) => {
	const [row] = await world.sql.rows(
		`SELECT visit.reference_number FROM appointments visit WHERE visit.shop_id = ?1 AND (?2 IS NULL OR visit.client_id = ?2)
			ORDER BY visit.starts_at DESC, visit.id LIMIT 1`,
		shop.id,
		again?.id ?? null,
	)
	if (!row) return null
	const referenceNumber = String(row.reference_number)
	const { secretHash } = deviceOf(shop.id, role)
	const caller = { secretHash, kind: 'kiosk', sessionHash: null } as const
	const card = await me.ask('opens the card of a customer', (deps, now) =>
		readCustomerCard(deps, { caller, referenceNumber, before: null, limit: 5, now }),
	)
	if (!card?.ok) return null
	const { clientId, note: seen } = card.value.customer
	// A note may move to another row of the same person, or come beside another one.
	const sql = `SELECT (SELECT group_concat(shop_note) FROM clients WHERE shop_id = person.shop_id) AS words
		FROM clients person WHERE person.id = ? AND person.first_name <> 'Former customer'`
	return {
		...{ name: 'note about a customer', sql, id: clientId, isOfPerson: true, seen },
		actKind: 'customer_note_changed',
		send: (deps, { text, alongside }) =>
			writeCustomerNote(deps, { shopId: shop.id, clientId, note: text, seen, alongside }),
	}
}

export const sharedRows: readonly SharedRow[] = [
	service,
	addOn,
	person,
	plan,
	program,
	details,
	visitNote,
	visitNote,
	customerNote,
	customerNote,
	customerNote,
]

import { DAY_MS } from '#app/kernel/instant.ts'
import { addPaidVisit, addPayout, addPayoutAccount } from '#tests/support/payout-desk.ts'
import { addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import type { ApiDesk, GoodRequest } from './api-desk.ts'

type Make = (desk: ApiDesk) => Promise<GoodRequest>

/** The four calls of something that a shop lists, reads, makes and changes. */
function ofResource(path: string, newBody: (desk: ApiDesk) => object, change: object): Record<string, Make> {
	const made = async (desk: ApiDesk) => ({ id: await newRow(desk, path, newBody(desk)) })
	return {
		[`GET ${path}`]: async () => ({ query: '?limit=2' }),
		[`GET ${path}/{id}`]: async (desk) => ({ path: await made(desk) }),
		[`POST ${path}`]: async (desk) => ({ body: newBody(desk) }),
		[`PATCH ${path}/{id}`]: async (desk) => ({ path: await made(desk), body: change }),
	}
}

async function newRow(desk: ApiDesk, path: string, body: object): Promise<string> {
	const made = await desk.ask({ method: 'POST', path, body })
	if (made.status !== 201) throw new Error(made.text)
	return made.json.id
}

let serial = 0
const punchCard = () => ({ kind: 'punch_card', name: 'Card', card: { visits_required: 8, is_cyclic: true } })
const reward = { reward_kind: 'discount', value: 10, unit: 'percent', description: '10% off' }
const week = { days: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, opens: '00:00', closes: '24:00' })) }
const schedule = {
	days: [{ day: 1, from: '09:00', until: '17:00', break_from: '12:00', break_until: '13:00' }],
}

const ofStaff =
	(more: Partial<GoodRequest> = {}, date?: string): Make =>
	async (desk) => ({ ...more, path: { id: await desk.newStaff(), ...(date && { date }) } })

const onMilestone =
	(body?: object): Make =>
	async (desk) => ({ path: { id: await newRow(desk, '/programs', punchCard()) }, ...(body && { body }) })

const onSession =
	(body?: object): Make =>
	async ({ database, shop, now }) => {
		const planId = await addPlan(database, shop.id)
		const id = await addPlanSession(database, planId, { startsAt: now + DAY_MS })
		return { path: { id }, ...(body && { body }) }
	}

/** The shop's payout of a visit, made once: each request reads it. */
async function onPayout(desk: ApiDesk): Promise<GoodRequest> {
	const { database, shop } = desk
	const [found] = await database.rows('SELECT reference FROM payouts WHERE shop_id = ?', shop.id)
	if (found) return { path: { reference: String(found.reference) } }
	await addPaidVisit(desk, shop, { minutesAgo: 120 })
	await addPayoutAccount(database, shop.id)
	return { path: { reference: await addPayout(database, shop.id) } }
}

const onReview =
	(body?: object): Make =>
	async ({ database, shop, ask, newStaff }) => {
		const booked = await ask({
			method: 'POST',
			path: '/appointments',
			body: {
				service_ids: [shop.idOf('cut')],
				staff_member_id: await newStaff(),
				customer: { first_name: 'Bola' },
			},
		})
		const { reference } = booked.json
		await ask({ method: 'POST', path: `/appointments/${reference}/complete` })
		await database.change(
			`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, comment, created_at)
				SELECT id, shop_id, client_id, 4, 'Good', 1 FROM appointments WHERE reference_number = ?`,
			reference,
		)
		const [row] = await database.rows('SELECT id FROM appointments WHERE reference_number = ?', reference)
		return { path: { id: String(row?.id) }, ...(body && { body }) }
	}

/** One good request of each call of what a shop offers. */
export const catalogueRequests: Record<string, Make> = {
	'GET /shop': async () => ({}),
	'PATCH /shop': async () => ({ body: { horizon_days: 30, deposit_kind: 'percent', deposit_value: 20 } }),
	...ofResource(
		'/services',
		() => ({ category_id: 'nails', name: 'Gel', duration_minutes: 45, price_kobo: 350_000 }),
		{ price_kobo: 400_000, keep_appointments: true },
	),
	...ofResource('/add-ons', () => ({ name: 'Mask', duration_minutes: 0, price_kobo: 1 }), { position: 4 }),
	...ofResource(
		'/staff',
		({ shop }) => ({ first_name: 'Bola', last_name: 'Ojo', service_ids: [shop.idOf('cut')] }),
		{ is_active: false },
	),
	...ofResource(
		'/plans',
		() => ({ title: 'Gym', price_kobo: 1_000_000, entry_kind: 'weekly', max_entries_per_week: 3 }),
		{ status: 'withdrawn' },
	),
	...ofResource(
		'/promo-codes',
		() => ({ code: `NEW-${++serial}`, discount_type: 'percent', discount_value: 10 }),
		{ max_uses: 4, expires_at: '2030-01-01T00:00:00Z' },
	),
	...ofResource('/programs', punchCard, { status: 'ended' }),
	'GET /programs/{id}/milestones': onMilestone(),
	'POST /programs/{id}/milestones': onMilestone({ ...reward, visits_required: 8 }),
	'PUT /programs/{id}/milestones/{milestoneId}': async (desk) => {
		const id = await newRow(desk, '/programs', punchCard())
		const path = `/programs/${id}/milestones`
		const milestoneId = await newRow(desk, path, { ...reward, visits_required: 8 })
		return { path: { id, milestoneId }, body: { ...reward, value: 20 } }
	},
	'GET /hours': async () => ({}),
	'PUT /hours': async () => ({ body: week }),
	'GET /closed-days': async () => ({ query: '?from=2030-01-01' }),
	'PUT /closed-days/{date}': async () => ({
		path: { date: '2030-12-25' },
		isOfEveryShop: true,
		body: { reason: 'Christmas' },
	}),
	'DELETE /closed-days/{date}': async () => ({ path: { date: '2030-12-25' }, isOfEveryShop: true }),
	'GET /staff/{id}/schedule': ofStaff(),
	'PUT /staff/{id}/schedule': ofStaff({ body: schedule }),
	'GET /staff/{id}/days-off': ofStaff({ query: '?from=2030-01-01' }),
	'PUT /staff/{id}/days-off/{date}': ofStaff({ body: {} }, '2030-12-24'),
	'DELETE /staff/{id}/days-off/{date}': ofStaff({}, '2030-12-24'),
	'GET /sessions': async () => ({ query: '?date=2030-01-01' }),
	'POST /sessions/series': async ({ database, shop, now }) => {
		const date = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
		return {
			body: {
				plan_id: await addPlan(database, shop.id),
				...{ weekdays: [1, 4], time: '18:00', from: date(2), until: date(20) },
				...{ capacity: 10, duration_minutes: 60 },
			},
		}
	},
	'POST /sessions': async ({ database, shop, now }) => ({
		body: {
			plan_id: await addPlan(database, shop.id),
			starts_at: new Date(now + DAY_MS).toISOString(),
			capacity: 5,
		},
	}),
	'PATCH /sessions/{id}': onSession({ capacity: 5 }),
	'POST /sessions/{id}/call-off': onSession(),
	'GET /reviews': async () => ({ query: '?limit=1' }),
	'PUT /reviews/{id}/reply': onReview({ reply: 'Thank you' }),
	'DELETE /reviews/{id}/reply': onReview(),
	'GET /payouts': async () => ({ query: '?from=2030-01-01&until=2030-01-31' }),
	'GET /payouts/csv': async () => ({ query: '?from=2030-01-01&until=2030-01-31' }),
	'GET /payouts/due': async () => ({ isOfEveryShop: true }),
	'GET /payouts/list': async () => ({ query: '?limit=1' }),
	'GET /payouts/{reference}': onPayout,
	'GET /payouts/{reference}/csv': onPayout,
}

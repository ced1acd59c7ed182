import { newReadableCode } from '#app/kernel/id.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { addSignedInPerson } from '#tests/support/accounts.ts'
import { newCode } from '#tests/support/check-in-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHolder, addOrder, addPlan } from '#tests/support/session-desk.ts'
import type { ApiDesk, GoodRequest } from './api-desk.ts'
import { catalogueRequests } from './catalogue-requests.ts'

/** An appointment of the shop's, some minutes from now, with a staff member who has no other. */
export async function newAppointment(desk: ApiDesk, inMinutes = 0): Promise<string> {
	const booked = await desk.ask({
		method: 'POST',
		path: '/appointments',
		body: {
			service_ids: [desk.shop.idOf('cut')],
			staff_member_id: await desk.newStaff(),
			starts_at: new Date(desk.now + inMinutes * MINUTE_MS).toISOString(),
			customer: { first_name: 'Bola' },
		},
	})
	if (booked.status !== 201) throw new Error(booked.text)
	return booked.json.reference
}

async function newWebhook(desk: ApiDesk): Promise<string> {
	await desk.database.change('UPDATE shop_webhooks SET ended_at = 1 WHERE ended_at IS NULL')
	await desk.database.change(
		'UPDATE shop_deliveries SET dropped_at = 1 WHERE delivered_at IS NULL AND dropped_at IS NULL',
	)
	const url = `https://till.example/${newReadableCode(8)}`
	return (await desk.ask({ method: 'POST', path: '/webhooks', body: { url } })).json.webhook_id
}

const onAppointment =
	(inMinutes = 0, body?: (desk: ApiDesk) => unknown) =>
	async (desk: ApiDesk): Promise<GoodRequest> => ({
		path: { reference: await newAppointment(desk, inMinutes) },
		...(body && { body: body(desk) }),
	})

const blockOf = async (desk: ApiDesk) => ({
	staff_member_id: await desk.newStaff(),
	starts_at: new Date(desk.now + HOUR_MS).toISOString(),
	ends_at: new Date(desk.now + 2 * HOUR_MS).toISOString(),
})

async function newCustomer(desk: ApiDesk): Promise<string> {
	const [row] = await desk.database.rows(
		'SELECT client_id FROM appointments WHERE reference_number = ?',
		await newAppointment(desk, 30),
	)
	return String(row?.client_id)
}

/** One good request of each call of the document. */
export const goodRequests: Record<string, (desk: ApiDesk) => Promise<GoodRequest>> = {
	'GET /appointments': async () => ({ query: '?limit=2&updated_since=2026-01-01T00:00:00Z' }),
	'GET /appointments/{reference}': onAppointment(),
	'POST /appointments': async (desk) => ({
		body: {
			service_ids: [desk.shop.idOf('cut')],
			staff_member_id: await desk.newStaff(),
			customer: { first_name: 'Bola', phone: '0803 123 4567' },
		},
	}),
	'GET /free-times': async ({ shop }) => ({ query: `?date=2099-01-01&service_ids=${shop.idOf('cut')}` }),
	'POST /appointments/{reference}/confirm': async (desk) => {
		const good = await onAppointment(60)(desk)
		const { reference = '' } = good.path ?? {}
		await desk.database.change(
			`UPDATE appointments SET status = 'SCHEDULED' WHERE reference_number = ?`,
			reference,
		)
		return good
	},
	'POST /appointments/{reference}/arrive': onAppointment(60),
	'POST /appointments/{reference}/complete': onAppointment(0, () => ({ paid_at_shop: true })),
	'POST /appointments/{reference}/no-show': onAppointment(-20),
	'POST /appointments/{reference}/undo': async (desk) => {
		const good = await onAppointment()(desk)
		await desk.ask({ method: 'POST', path: `/appointments/${good.path?.reference}/complete` })
		return good
	},
	'POST /appointments/{reference}/cancel': onAppointment(60, () => ({ reason: 'The power is out' })),
	'POST /appointments/{reference}/move': onAppointment(60, ({ now }) => ({
		starts_at: new Date(now + 2 * HOUR_MS).toISOString(),
	})),
	'POST /appointments/{reference}/hand-over': async (desk) => ({
		...(await onAppointment(60)(desk)),
		body: { staff_member_id: await desk.newStaff() },
	}),
	'GET /appointments/{reference}/change': async (desk) => ({
		...(await onAppointment(60)(desk)),
		query: `?position=0&staff_member_id=${await desk.newStaff()}`,
	}),
	'POST /appointments/{reference}/change': async (desk) => {
		const good = await onAppointment(60)(desk)
		const staff = await desk.newStaff()
		const asked = await desk.ask({
			path: `/appointments/${good.path?.reference}/change?position=0&staff_member_id=${staff}`,
		})
		return { ...good, body: { position: 0, staff_member_id: staff, agreed: asked.json.agreed } }
	},
	'PUT /appointments/{reference}/note': onAppointment(60, () => ({ note: 'Allergic to latex', seen: '' })),
	'GET /blocked-times': async () => ({ query: '?limit=2' }),
	'POST /blocked-times': async (desk) => ({ body: await blockOf(desk) }),
	'DELETE /blocked-times/{id}': async (desk) => {
		const made = await desk.ask({ method: 'POST', path: '/blocked-times', body: await blockOf(desk) })
		return { path: { id: made.json.id } }
	},
	'GET /customers': async () => ({ query: '?limit=2' }),
	'GET /customers/{id}': async (desk) => ({ path: { id: await newCustomer(desk) } }),
	'GET /customers/{id}/appointments': async (desk) => ({
		path: { id: await newCustomer(desk) },
		query: '?limit=1',
	}),
	'POST /codes': async ({ database, shop }) => {
		// A deep run comes to it long after its desk was opened, and a code lives for minutes.
		const now = Date.now()
		const holder = await addHolder(database, await addPlan(database, shop.id), { now })
		const { typed } = await newCode(database, bookingDeps(database.url), holder, now)
		return { body: { code: typed } }
	},
	'POST /plan-orders/{order}/activate': async ({ database, shop, now }) => {
		const planId = await addPlan(database, shop.id)
		const { userId } = await addSignedInPerson(database, { at: now, isVerified: true })
		return { path: { order: await addOrder(database, planId, userId, { now }) } }
	},
	'GET /webhooks': async () => ({}),
	'POST /webhooks': async (desk) => {
		await newWebhook(desk)
		return { body: { url: 'https://till.example/hook' } }
	},
	'DELETE /webhooks/{webhookId}': async (desk) => ({ path: { webhookId: await newWebhook(desk) } }),
	'GET /deliveries': async () => ({ query: '?limit=1' }),
	'POST /deliveries/{deliveryId}/replay': async (desk) => {
		await newWebhook(desk)
		await newAppointment(desk, 30)
		const { items } = (await desk.ask({ path: '/deliveries?limit=1' })).json
		return { path: { deliveryId: items[0].delivery_id } }
	},
	...catalogueRequests,
}

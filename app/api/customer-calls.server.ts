import * as z from 'zod'
import type { CountedCustomer } from '#app/domain/booking/customer/customer-search-repository.server.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { accepted } from '#app/kernel/outcome.ts'
import { appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import { answeredInstant, isoText, page, pagedQuery, pageSchema } from './api-fields.server.ts'
import { appointmentRefusals, shopRefused } from './appointment-change.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

const customer = z.object({
	id: writtenText,
	first_name: writtenText,
	last_name: writtenText,
	phone: writtenText.nullable(),
	email: writtenText.nullable(),
	has_account: z.boolean(),
	created_at: answeredInstant,
	last_starts_at: answeredInstant,
	appointments: z.int(),
	visits: z.int(),
	no_shows: z.int(),
	cancelled: z.int(),
})

const appointmentOfCustomer = z.object({
	reference: writtenText,
	status: z.enum(appointmentStatuses),
	starts_at: answeredInstant,
	services: writtenText,
	staff: writtenText,
	visitor_name: writtenText.nullable(),
})

/** The shop's own customers, with the names of their bookings there. */
export const customerCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/customers',
		scope: 'customers:read',
		summary: 'List everyone with an appointment at this shop, guests and accounts, oldest customers first',
		query: pagedQuery,
		answer: pageSchema(customer),
		refusals: {},
		async handle({ context, caller, query: { limit, cursor: after } }) {
			const rows = await context.booking.people.customersOfShop(caller, { after, limit: limit + 1 })
			return accepted(
				page(rows, limit, {
					placeOf: ({ createdAt, clientId }) => ({ at: createdAt, id: clientId }),
					itemOf: customerAnswer,
				}),
			)
		},
	}),
	shopCall({
		method: 'GET',
		path: '/customers/{id}',
		scope: 'customers:read',
		summary: 'Get a single customer',
		answer: customer,
		refusals: appointmentRefusals,
		given: ['customer_not_found'],
		async handle({ context, caller, params: { id } }) {
			const found = await context.booking.people.countedCustomer(caller, id)
			return found ? accepted(customerAnswer(found)) : shopRefused('customer_not_found')
		},
	}),
	shopCall({
		method: 'GET',
		path: '/customers/{id}/appointments',
		scope: 'customers:read',
		summary: 'List a customer’s appointments at this shop, latest first',
		query: pagedQuery,
		answer: pageSchema(appointmentOfCustomer),
		refusals: appointmentRefusals,
		given: ['customer_not_found'],
		async handle({ context, caller, params: { id }, query: { limit, cursor: before } }) {
			const found = await context.booking.people.appointmentsOfClient(caller, id, {
				before,
				limit: limit + 1,
			})
			if (!found) return shopRefused('customer_not_found')
			const shown = found.slice(0, limit)
			const last = found.length > limit ? shown.at(-1) : undefined
			return accepted({
				items: shown.map((one) => ({
					reference: one.referenceNumber,
					status: one.status,
					starts_at: isoText(one.startsAt),
					services: one.serviceNames,
					staff: one.staffNames,
					visitor_name: one.visitorName,
				})),
				next_cursor: last ? writePlace({ at: last.startsAt, id: last.appointmentId }) : null,
			})
		},
	}),
]

function customerAnswer(row: CountedCustomer): z.input<typeof customer> {
	return {
		id: row.clientId,
		first_name: row.firstName,
		last_name: row.lastName,
		phone: row.phone,
		email: row.email,
		has_account: row.hasAccount,
		created_at: isoText(row.createdAt),
		last_starts_at: isoText(row.lastStartsAt),
		appointments: row.appointmentCount,
		visits: row.visitCount,
		no_shows: row.missedCount,
		cancelled: row.cancelledCount,
	}
}

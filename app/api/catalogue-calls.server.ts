import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import {
	addOnFields,
	catalogueLimits as limits,
	personFields,
	serviceFields,
} from '#app/domain/discovery/catalogue.ts'
import { readServiceHours, serviceFits } from '#app/flows/booking/read-shop-times.server.ts'
import {
	changeAddOn,
	changeService,
	changeStaff,
	createAddOn,
	createService,
	createStaff,
} from '#app/flows/shop/change-catalogue.server.ts'
import { camelKeys, snakeKeys } from '#app/kernel/cased-keys.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { apiEmailField, apiIdField, apiLineField, apiPhoneField, dateField } from './api-fields.server.ts'
import { sentFields, splitSentFields } from './described-fields.server.ts'
import type { ShopCall } from './shop-call.server.ts'
import { bodies, keepField, shopResource } from './shop-resource.server.ts'

const name = apiLineField(limits.nameLetters)
const externalId = apiLineField(64).nullable()

const service = splitSentFields(serviceFields)
const addOn = splitSentFields(addOnFields)
const { role, ...person } = sentFields(personFields)
/** The API requires a last name. */
const staffFields = { ...person, last_name: name }
const moreStaffFields = {
	external_id: externalId,
	email: apiEmailField.nullable(),
	phone: apiPhoneField.nullable(),
	role,
	last_day: dateField.nullable(),
	is_active: z.boolean(),
	service_ids: z.array(apiIdField).max(200),
}

const answered = { id: apiIdField }

/** `one` adds whether the service fits into a working day (R51). */
function serviceRows(context: AppLoadContext) {
	const { services } = context.discovery.catalogue
	return {
		page: services.page,
		async one(shopId: string, id: string) {
			const [row, hours] = await Promise.all([
				services.one(shopId, id),
				readServiceHours(context, { kind: 'services', shopId, serviceIds: [id], staffMemberId: null }),
			])
			return row && { ...row, fitsOpening: serviceFits(row, hours) }
		},
	}
}

export const catalogueCalls: readonly ShopCall[] = [
	...shopResource({
		path: '/services',
		noun: 'service',
		area: 'catalogue',
		kind: 'service_changed',
		rows: serviceRows,
		nameOf: (row) => row.name,
		item: z.object({
			...answered,
			...sentFields(serviceFields),
			external_id: externalId,
			category_id: writtenText,
			fits_opening: z
				.boolean()
				.nullable()
				.optional()
				.describe(
					'Of a single service: false where no one who offers it works that long without a break, so no one can book it. null where no one offers it, or it is off.',
				),
		}),
		itemOf: snakeKeys,
		...bodies(service.needed, { external_id: externalId, ...service.more }, keepField),
		create: (context, body, input) => createService(context, { ...input, fields: camelKeys(body) }),
		change: (context, { keep_appointments: _, ...body }, input) =>
			changeService(context, { ...input, fields: camelKeys(body) }),
		refusals: { created: ['external_id_taken'], changed: ['external_id_taken', 'live_appointments_met'] },
	}),
	...shopResource({
		path: '/add-ons',
		noun: 'add-on',
		area: 'catalogue',
		kind: 'add_on_changed',
		rows: ({ discovery: { catalogue } }) => catalogue.addOns,
		nameOf: (row) => row.name,
		item: z.object({ ...answered, ...sentFields(addOnFields), external_id: externalId }),
		itemOf: snakeKeys,
		...bodies(addOn.needed, { external_id: externalId, ...addOn.more }, {}),
		create: (context, body, input) => createAddOn(context, { ...input, fields: camelKeys(body) }),
		change: (context, body, input) => changeAddOn(context, { ...input, fields: camelKeys(body) }),
		refusals: { created: ['external_id_taken'], changed: ['external_id_taken'] },
	}),
	...shopResource({
		path: '/staff',
		noun: 'staff member',
		area: 'catalogue',
		kind: 'staff_changed',
		rows: ({ discovery: { catalogue } }) => catalogue.staff,
		nameOf: (row) => `${row.firstName} ${row.lastName}`,
		item: z.object({
			...answered,
			...staffFields,
			...moreStaffFields,
			email: writtenText.nullable(),
			phone: writtenText.nullable(),
		}),
		itemOf: snakeKeys,
		...bodies(staffFields, moreStaffFields, keepField),
		create: (context, { service_ids: serviceIds = [], ...body }, input) =>
			createStaff(context, { ...input, serviceIds, fields: camelKeys(body) }),
		change: (context, { keep_appointments: _, service_ids: serviceIds, ...body }, input) =>
			changeStaff(context, { ...input, fields: camelKeys(body), ...(serviceIds ? { serviceIds } : {}) }),
		refusals: {
			created: ['external_id_taken', 'service_not_found', 'last_day_past'],
			changed: ['external_id_taken', 'service_not_found', 'last_day_past', 'live_appointments_met'],
		},
	}),
]

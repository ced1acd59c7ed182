import { addReview } from '#tests/support/kiosk-desk.ts'
import { addPlan } from '#tests/support/session-desk.ts'
import {
	addRow,
	type DoorDesk,
	type Fields,
	newService,
	newVisit,
	type Twin,
	type Wish,
} from './door-desk.ts'
import { changeWords, ofOtherShop, pageOf } from './owner-words.ts'

/** No form has a field for it: a row of a program keeps the id that the program gave it. */
const noExternalId = { external_id_taken: 'a form has no field for an external id' }

const service = { name: 'Gel', category_id: 'nails', duration_minutes: 45, price_kobo: 350_000 }
const typedService: Fields = { name: 'Gel', categoryId: 'nails', durationMinutes: '45', price: '3,500' }
const addOn = { name: 'Mask', duration_minutes: 0, price_kobo: 50_000 }
const typedAddOn: Fields = { name: 'Mask', price: '500' }
const plan = { title: 'Gym', price_kobo: 1_000_000 }
const typedPlan: Fields = { title: 'Gym', price: '10,000' }

let reviews = 0
const reviewed = ({ url, database, shop }: DoorDesk) =>
	addReview({ url, database }, shop, { minutesAgo: 60 * ++reviews })

const reply = (method: 'PUT' | 'DELETE', id: string): Wish => ({
	api: { method, path: `/reviews/${id}/reply`, ...(method === 'PUT' && { body: { reply: 'Thank you' } }) },
	page: pageOf('reviews', id),
	typed: method === 'PUT' ? { reply: 'Thank you' } : {},
	sent: { intent: method === 'PUT' ? 'reply' : 'remove' },
})

/** What the shop offers, and what it answers to reviews. */
export const offers: Record<string, Twin> = {
	'PATCH /shop': { met: {}, words: changeWords },
	'POST /services': { met: {}, unmet: noExternalId, words: changeWords },
	'PATCH /services/{id}': {
		met: {
			not_found: ofOtherShop(newService, (id) => ({
				api: { method: 'PATCH', path: `/services/${id}`, body: service },
				page: pageOf('services', id),
				typed: typedService,
			})),
			live_appointments_met: async (desk) => {
				const id = await newService(desk)
				await newVisit(desk, { service: id })
				return {
					api: { method: 'PATCH', path: `/services/${id}`, body: { ...service, is_enabled: false } },
					page: pageOf('services', id),
					typed: typedService,
				}
			},
		},
		unmet: noExternalId,
		words: changeWords,
	},
	'POST /add-ons': { met: {}, unmet: noExternalId, words: changeWords },
	'PATCH /add-ons/{id}': {
		met: {
			not_found: ofOtherShop(
				(desk) =>
					addRow(
						desk,
						'add-on',
						`INSERT INTO add_ons (id, shop_id, name, duration_minutes, price_kobo, position) VALUES (:id, :shop, 'Oil', 0, 1, 0)`,
					),
				(id) => ({
					api: { method: 'PATCH', path: `/add-ons/${id}`, body: addOn },
					page: pageOf('add-ons', id),
					typed: typedAddOn,
				}),
			),
		},
		unmet: noExternalId,
		words: changeWords,
	},
	'POST /plans': {
		met: {
			plan_entries_wrong: async () => ({
				api: { method: 'POST', path: '/plans', body: { ...plan, entry_kind: 'weekly' } },
				page: pageOf('plans'),
				typed: { ...typedPlan, entryKind: 'weekly', periodDays: '30' },
				field: 'entries',
			}),
		},
		words: changeWords,
	},
	'PATCH /plans/{id}': {
		met: {
			not_found: ofOtherShop(
				({ database, shop }) => addPlan(database, shop.id),
				(id) => ({
					api: { method: 'PATCH', path: `/plans/${id}`, body: plan },
					page: pageOf('plans', id),
					typed: typedPlan,
				}),
			),
		},
		words: changeWords,
	},
	'PUT /reviews/{id}/reply': {
		met: { not_found: ofOtherShop(reviewed, (id) => reply('PUT', id)) },
		words: changeWords,
	},
	'DELETE /reviews/{id}/reply': {
		met: { not_found: ofOtherShop(reviewed, (id) => reply('DELETE', id)) },
		words: changeWords,
	},
}

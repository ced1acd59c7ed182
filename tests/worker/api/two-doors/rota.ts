import { timeText } from '#app/kernel/civil.ts'
import {
	type DoorDesk,
	dayAfter,
	done,
	type Fields,
	newService,
	newStaff,
	newVisit,
	type Situation,
	type Twin,
	type Wish,
} from './door-desk.ts'
import { changeWords, ofMissing, ofOtherShop, pageOf } from './owner-words.ts'

const noExternalId = { external_id_taken: 'a form has no field for an external id' }

const name = { first_name: 'Efe', last_name: 'Obi' }
const typedName: Fields = { firstName: 'Efe', lastName: 'Obi', isActive: 'on' }

/** Adds a person who does these services, or changes one. */
function person(more: object, typed: Fields, id?: string): Wish {
	return {
		api: { method: id ? 'PATCH' : 'POST', path: id ? `/staff/${id}` : '/staff', body: { ...name, ...more } },
		page: pageOf('people', id),
		typed: { ...typedName, ...typed },
		sent: { intent: 'person' },
	}
}

const PAST = '2020-01-01'
const foreignService = (desk: DoorDesk) => desk.other.idOf('cut')
/** A field that the page shows of a person who is there, and not of a new one. */
const gone = { last_day: PAST }

const days = [1, 2, 3, 4, 5, 6, 7]
/** A week in which the shop, or a person, is there for one hour of each day, which is not that of the visit. */
async function shortWeek(desk: DoorDesk) {
	const visit = await newVisit(desk, { inMinutes: 48 * 60 })
	// It is noon at the shop.
	const [from, until] = [timeText(60), timeText(120)]
	return { visit, from, until }
}

const scheduleOf = (id: string, from: string, until: string): Wish => ({
	api: {
		method: 'PUT',
		path: `/staff/${id}/schedule`,
		body: { days: days.map((day) => ({ day, from, until })) },
	},
	page: `${pageOf('people', id)}/hours`,
	typed: Object.fromEntries(
		days.flatMap((day) => [
			[`from${day}`, from],
			[`until${day}`, until],
		]),
	),
})

const dayOff = (id: string, date: string): Wish => ({
	api: { method: 'PUT', path: `/staff/${id}/days-off/${date}`, body: {} },
	page: pageOf('people', id),
	typed: { offFrom: date },
	sent: { intent: 'off' },
})
const dayOn = (id: string, date: string): Wish => ({
	api: { method: 'DELETE', path: `/staff/${id}/days-off/${date}` },
	page: pageOf('people', id),
	sent: { intent: 'on', span: `${date} ${date}` },
})

const closed = (method: 'PUT' | 'DELETE', date: string): Wish => ({
	api: { method, path: `/closed-days/${date}`, ...(method === 'PUT' && { body: { reason: 'Market' } }) },
	page: '/kiosk/shop/hours',
	typed: method === 'PUT' ? { closedDate: date, closedReason: 'Market' } : {},
	sent: method === 'PUT' ? { intent: 'close' } : { intent: 'open', openDate: date },
})

const lastDay: (wishOf: (id: string, date: string) => Wish) => Situation = (wishOf) => async (desk) => {
	const id = await newStaff(desk)
	await done(desk, { method: 'PATCH', path: `/staff/${id}`, body: { last_day: dayAfter(desk, 3) } })
	return wishOf(id, dayAfter(desk, 5))
}

/** The people of the shop, and when it is open. */
export const rota: Record<string, Twin> = {
	'POST /staff': {
		met: {
			service_not_found: async (desk) =>
				person({ service_ids: [foreignService(desk)] }, { service: foreignService(desk), shopHours: 'on' }),
		},
		unmet: {
			...noExternalId,
			last_day_past: 'the page asks for a last day where the person is there already',
		},
		words: changeWords,
	},
	'PATCH /staff/{id}': {
		met: {
			not_found: ofOtherShop(
				(desk) => newStaff(desk),
				(id) => person({}, {}, id),
			),
			service_not_found: async (desk) =>
				person(
					{ service_ids: [foreignService(desk)] },
					{ service: foreignService(desk) },
					await newStaff(desk),
				),
			last_day_past: async (desk) => person(gone, { lastDay: PAST }, await newStaff(desk)),
			live_appointments_met: async (desk) => {
				const service = await newService(desk)
				const { staff } = await newVisit(desk, { service })
				const cut = desk.shop.idOf('cut')
				return person({ service_ids: [cut] }, { service: cut }, staff)
			},
		},
		unmet: noExternalId,
		words: changeWords,
	},
	'PUT /hours': {
		met: {
			live_appointments_met: async (desk) => {
				const { from: opens, until: closes } = await shortWeek(desk)
				return {
					api: { method: 'PUT', path: '/hours', body: { days: days.map((day) => ({ day, opens, closes })) } },
					page: '/kiosk/shop/hours',
					typed: Object.fromEntries(
						days.flatMap((day) => [
							[`opens${day}`, opens],
							[`closes${day}`, closes],
						]),
					),
					sent: { intent: 'week' },
				}
			},
		},
		words: changeWords,
	},
	'PUT /closed-days/{date}': {
		met: {
			not_found: async () => ({ ...closed('PUT', '2030-02-30'), field: 'closedDate' }),
			live_appointments_met: async (desk) => {
				await newVisit(desk, { inMinutes: 48 * 60 })
				return closed('PUT', dayAfter(desk, 2))
			},
		},
		words: changeWords,
	},
	'DELETE /closed-days/{date}': {
		met: {},
		unmet: { not_found: 'a button opens a day that the page lists' },
		words: changeWords,
	},
	'PUT /staff/{id}/schedule': {
		met: {
			not_found: ofOtherShop(
				(desk) => newStaff(desk),
				(id) => scheduleOf(id, '09:00', '17:00'),
			),
			live_appointments_met: async (desk) => {
				const { visit, from, until } = await shortWeek(desk)
				return scheduleOf(visit.staff, from, until)
			},
		},
		words: changeWords,
	},
	'PUT /staff/{id}/days-off/{date}': {
		met: {
			not_found: ofMissing(async () => dayOff('nobodys', '2030-12-24')),
			after_last_day: lastDay(dayOff),
			live_appointments_met: async (desk) => {
				const { staff } = await newVisit(desk, { inMinutes: 48 * 60 })
				return dayOff(staff, dayAfter(desk, 2))
			},
		},
		words: changeWords,
	},
	'DELETE /staff/{id}/days-off/{date}': {
		met: {
			not_found: ofMissing(async () => dayOn('nobodys', '2030-12-24')),
			after_last_day: lastDay(dayOn),
		},
		words: changeWords,
	},
}

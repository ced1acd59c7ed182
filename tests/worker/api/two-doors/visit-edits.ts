import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import {
	addRow,
	type DoorDesk,
	minuteAfter,
	newService,
	newStaff,
	newVisit,
	payByTransfer,
	type Twin,
	typedStart,
	type Visit,
	type Wish,
} from './door-desk.ts'
import { ofClosedVisits, openVisit, visitWords, type WishOf } from './visit-acts.ts'

const PAST = Date.parse('2020-01-01T10:00:00Z')
const later = (desk: DoorDesk) => minuteAfter(desk, 26 * 60)

function moved(desk: DoorDesk, startsAt: Instant, staff?: string): WishOf {
	return ({ reference }) => ({
		api: {
			method: 'POST',
			path: `/appointments/${reference}/move`,
			body: { starts_at: new Date(startsAt).toISOString(), ...(staff && { staff_member_id: staff }) },
		},
		page: `/kiosk/visits/${reference}/edit`,
		typed: { ...typedStart(desk, startsAt), ...(staff && { staff }) },
		sent: { intent: 'move' },
	})
}

/** By a person who is off on that day. */
async function personOff(desk: DoorDesk, at: Instant): Promise<string> {
	const staff = await newStaff(desk)
	const { date } = typedStart(desk, at)
	await desk.database.change('INSERT INTO staff_days_off (staff_member_id, date) VALUES (?, ?)', staff, date)
	return staff
}

async function switchedOffService(desk: DoorDesk): Promise<Visit> {
	const visit = await newVisit(desk, { service: await newService(desk) })
	await desk.database.change(
		'UPDATE services SET is_enabled = 0 WHERE id = (SELECT service_id FROM appointments WHERE id = ?)',
		visit.id,
	)
	return visit
}

type Changed = { service: string; position?: number; sequence?: number; shown?: string }

function changed({ service, position = 0, sequence = 0, shown = '0-0-0-0' }: Changed) {
	return ({ reference, startsAt }: Pick<Visit, 'reference' | 'startsAt'>): Wish => ({
		api: {
			method: 'POST',
			path: `/appointments/${reference}/change`,
			body: { position, service_id: service, agreed: `${sequence}.${startsAt}.${shown}` },
		},
		page: `/kiosk/visits/${reference}/edit`,
		typed: { service },
		sent: { intent: 'service', position: String(position), sequence: String(sequence), shown },
	})
}

const isRace = 'only where another request comes between its read and its write: tests/races'

type Booked = { startsAt: Instant; service?: string; staff?: string; addOn?: string }

/** A booking on the telephone: services, people and the time stand in the address. */
function booked(desk: DoorDesk, { startsAt, service = desk.shop.idOf('cut'), staff, addOn }: Booked): Wish {
	const { date, time } = typedStart(desk, startsAt)
	return {
		api: {
			method: 'POST',
			path: '/appointments',
			body: {
				service_ids: [service],
				starts_at: new Date(startsAt).toISOString(),
				customer: { first_name: 'Efe', phone: '08035550104' },
				...(staff && { staff_member_id: staff }),
				...(addOn && { add_on_ids: [addOn] }),
			},
		},
		page: `/kiosk/book?${new URLSearchParams({ service, date, time, ...(staff && { staff }), ...(addOn && { addOn }) })}`,
		typed: { firstName: 'Efe', phone: '08035550104' },
		sent: { intent: 'book', shownKobo: '500000' },
	}
}

/** An hour of that person's time. */
function blocked(desk: DoorDesk, staff: string, startsAt: Instant): Wish {
	const [from, until] = [typedStart(desk, startsAt), typedStart(desk, startsAt + HOUR_MS)]
	return {
		api: {
			method: 'POST',
			path: '/blocked-times',
			body: {
				staff_member_id: staff,
				starts_at: new Date(startsAt).toISOString(),
				ends_at: new Date(startsAt + HOUR_MS).toISOString(),
				reason: 'Market',
			},
		},
		page: '/kiosk/block',
		typed: { staff, blockDate: from.date, blockFrom: from.time, blockTo: until.time, blockReason: 'Market' },
	}
}

/** What the shop makes of a visit, and the visits and blocked times that it makes. */
export const visitEdits: Record<string, Twin> = {
	'POST /appointments/{reference}/move': {
		met: {
			...ofClosedVisits((visit) => movedLater(visit), true),
			start_past: async (desk) => moved(desk, PAST)(await openVisit(desk)),
			start_outside_hours: async (desk) =>
				moved(desk, later(desk), await personOff(desk, later(desk)))(await openVisit(desk)),
			start_taken: async (desk) => {
				const { staff, startsAt } = await newVisit(desk, { inMinutes: 26 * 60 })
				return moved(desk, startsAt, staff)(await openVisit(desk))
			},
			staff_not_available: async (desk) =>
				moved(desk, later(desk), await newStaff(desk, []))(await openVisit(desk)),
			service_not_offered: async (desk) => moved(desk, later(desk))(await switchedOffService(desk)),
		},
		words: visitWords,
	},
	'POST /appointments/{reference}/change': {
		met: {
			...ofClosedVisits((visit) => changed({ service: 'doors-wash' })({ startsAt: 0, ...visit }), true),
			invalid_selection: async (desk) =>
				changed({ service: desk.shop.idOf('wash'), position: 3 })(await openVisit(desk)),
			service_not_offered: async (desk) => changed({ service: 'strange' })(await openVisit(desk)),
			nothing_to_change: async (desk) => changed({ service: desk.shop.idOf('cut') })(await openVisit(desk)),
			transfer_came: async (desk) => {
				const visit = await newVisit(desk)
				await payByTransfer(desk, visit)
				return changed({ service: desk.shop.idOf('wash') })(visit)
			},
			does_not_fit: async (desk) => {
				const visit = await newVisit(desk)
				await newVisit(desk, { inMinutes: 120, staff: visit.staff })
				return changed({ service: await newService(desk, { minutes: 120, staff: [visit.staff] }) })(visit)
			},
			price_changed: async (desk) => {
				const visit = await newVisit(desk)
				return changed({ service: await newService(desk, { staff: [visit.staff] }), shown: '1-0-0-0' })(visit)
			},
			visit_changed: async (desk) =>
				changed({ service: desk.shop.idOf('wash'), sequence: 7 })(await openVisit(desk)),
		},
		unmet: {
			payment_disputed: 'needs a payment online: tests/integration/booking/change-appointment.test.ts',
			staff_not_free: 'the page changes services, and hands over the whole visit',
			start_past: 'a change keeps the start of its visit',
			start_outside_hours: isRace,
			start_taken: isRace,
			staff_not_available: isRace,
		},
		words: visitWords,
	},
	'POST /appointments': {
		met: {
			start_past: async (desk) => booked(desk, { startsAt: PAST }),
			start_outside_hours: async (desk) =>
				booked(desk, { startsAt: later(desk), staff: await personOff(desk, later(desk)) }),
			start_taken: async (desk) => booked(desk, await newVisit(desk, { inMinutes: 26 * 60 })),
			staff_not_available: async (desk) =>
				booked(desk, { startsAt: later(desk), staff: await newStaff(desk, []) }),
			service_not_offered: async (desk) => ({
				...booked(desk, { startsAt: later(desk), service: 'strange' }),
				isCarried: true,
			}),
			add_on_not_offered: async (desk) => ({
				...booked(desk, { startsAt: later(desk), addOn: 'strange' }),
				isCarried: true,
			}),
		},
		unmet: {
			visit_not_found: 'the id of an act is a hash with its key: it names no booking of another shop',
			listed_twice: 'a form names each service once',
			price_changed: 'a program shows no price: the page’s is in tests/worker/shops/book-by-phone.test.ts',
		},
		words: visitWords,
	},
	'POST /blocked-times': {
		met: {
			block_not_possible: async (desk) => blocked(desk, desk.shop.idOf('Ada'), PAST),
			staff_not_available: async (desk) => blocked(desk, desk.other.idOf('Ada'), later(desk)),
			time_not_free: async (desk) => {
				const { staff, startsAt } = await newVisit(desk)
				return blocked(desk, staff, startsAt)
			},
		},
		words: visitWords,
	},
	'DELETE /blocked-times/{id}': {
		met: {
			block_not_found: async (desk) => {
				const id = await addRow(
					{ ...desk, shop: desk.other },
					'block',
					`INSERT INTO blocked_times (id, shop_id, staff_member_id, starts_at, ends_at, reason, created_at)
						VALUES (:id, :shop, '${desk.other.idOf('Ada')}', ${later(desk)}, ${later(desk) + HOUR_MS}, '', ${desk.now})`,
				)
				return {
					api: { method: 'DELETE', path: `/blocked-times/${id}` },
					page: '/kiosk/block',
					sent: { block: id },
				}
			},
		},
		words: visitWords,
	},
}

function movedLater({ reference }: Pick<Visit, 'reference'>): Wish {
	return {
		api: {
			method: 'POST',
			path: `/appointments/${reference}/move`,
			body: { starts_at: new Date(Date.now() + 48 * HOUR_MS).toISOString() },
		},
		page: `/kiosk/visits/${reference}/edit`,
		typed: { date: '2099-01-01', time: '10:00' },
		sent: { intent: 'move' },
	}
}

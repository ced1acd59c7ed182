import { bookSession } from '#app/flows/subscriptions/book-session.server.ts'
import { DAY_MS } from '#app/kernel/instant.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addHolder, addPlan, addPlanSession } from '#tests/support/session-desk.ts'
import {
	type DoorDesk,
	dayAfter,
	type Fields,
	minuteAfter,
	newStaff,
	type Situation,
	type Twin,
	typedStart,
	type Wish,
} from './door-desk.ts'
import { changeWords, ofOtherShop, pageOf } from './owner-words.ts'

const newPlan = ({ database, shop }: DoorDesk) => addPlan(database, shop.id)

async function newSession(desk: DoorDesk, startsAt = minuteAfter(desk, 24 * 60)): Promise<string> {
	return addPlanSession(desk.database, await newPlan(desk), { startsAt, capacity: 5, zone: desk.zone })
}

async function withdrawn(desk: DoorDesk): Promise<string> {
	const id = await newPlan(desk)
	await desk.database.change(`UPDATE subscription_plans SET status = 'withdrawn' WHERE id = ?`, id)
	return id
}

type Asked = { planId: string; startsAt?: number; staff?: string }

function session(desk: DoorDesk, { planId, startsAt = minuteAfter(desk, 24 * 60), staff }: Asked): Wish {
	return {
		api: {
			method: 'POST',
			path: '/sessions',
			body: {
				plan_id: planId,
				starts_at: new Date(startsAt).toISOString(),
				capacity: 5,
				duration_minutes: 60,
				...(staff && { staff_member_id: staff }),
			},
		},
		page: '/kiosk/shop/sessions/new',
		typed: {
			planId,
			...typedStart(desk, startsAt),
			durationMinutes: '60',
			capacity: '5',
			...(staff && { staffMemberId: staff }),
		},
	}
}

type Series = { planId: string; from?: string; until?: string; staff?: string; weekdays?: string[] }
const everyDay = ['1', '2', '3', '4', '5', '6', '7']

function series(desk: DoorDesk, { planId, staff, weekdays = everyDay, ...dates }: Series): Wish {
	const { from = dayAfter(desk, 2), until = dayAfter(desk, 8) } = dates
	const typed: Fields = {
		planId,
		date: from,
		time: '18:00',
		durationMinutes: '60',
		capacity: '5',
		weekdays,
		until,
	}
	return {
		api: {
			method: 'POST',
			path: '/sessions/series',
			body: {
				...{ plan_id: planId, weekdays: weekdays.map(Number), time: '18:00', from, until },
				...{ capacity: 5, duration_minutes: 60, ...(staff && { staff_member_id: staff }) },
			},
		},
		page: '/kiosk/shop/sessions/new',
		typed: { ...typed, ...(staff && { staffMemberId: staff }) },
	}
}

const seats = (id: string, capacity = 1): Wish => ({
	api: { method: 'PATCH', path: `/sessions/${id}`, body: { capacity } },
	page: pageOf('sessions', id),
	typed: { capacity: String(capacity) },
	sent: { intent: 'capacity' },
})

const callOff = (id: string): Wish => ({
	api: { method: 'POST', path: `/sessions/${id}/call-off` },
	page: pageOf('sessions', id),
	sent: { intent: 'call-off' },
})

/** A session of the shop that began `daysAgo` days ago. */
const begun =
	(wishOf: (id: string) => Wish, daysAgo: number): Situation =>
	async (desk) => ({
		...wishOf(await newSession(desk, desk.now - daysAgo * DAY_MS)),
		isFormGone: true,
	})

/** The group sessions of plans. */
export const sessions: Record<string, Twin> = {
	'POST /sessions': {
		met: {
			not_found: async (desk) => session(desk, { planId: await newPlan({ ...desk, shop: desk.other }) }),
			plan_not_on_offer: async (desk) => session(desk, { planId: await withdrawn(desk) }),
			staff_not_found: async (desk) =>
				session(desk, { planId: await newPlan(desk), staff: desk.other.idOf('Ada') }),
			session_not_ahead: async (desk) =>
				session(desk, { planId: await newPlan(desk), startsAt: minuteAfter(desk, -60) }),
		},
		words: changeWords,
	},
	'PATCH /sessions/{id}': {
		met: {
			not_found: ofOtherShop(newSession, (id) => seats(id)),
			session_over: begun(seats, 1),
			capacity_taken: async (desk) => {
				const planId = await newPlan(desk)
				const id = await addPlanSession(desk.database, planId, {
					startsAt: minuteAfter(desk, 24 * 60),
					capacity: 5,
					zone: desk.zone,
				})
				await takeSeat(desk, planId, id)
				await takeSeat(desk, planId, id)
				return seats(id)
			},
		},
		words: changeWords,
	},
	'POST /sessions/{id}/call-off': {
		met: {
			session_not_found: ofOtherShop(newSession, callOff),
			session_long_over: begun(callOff, 31),
		},
		words: changeWords,
	},
	'POST /sessions/series': {
		met: {
			not_found: async (desk) => series(desk, { planId: await newPlan({ ...desk, shop: desk.other }) }),
			plan_not_on_offer: async (desk) => series(desk, { planId: await withdrawn(desk) }),
			staff_not_found: async (desk) =>
				series(desk, { planId: await newPlan(desk), staff: desk.other.idOf('Ada') }),
			series_empty: async (desk) =>
				series(desk, { planId: await newPlan(desk), from: dayAfter(desk, -8), until: dayAfter(desk, -2) }),
			series_too_long: async (desk) =>
				series(desk, { planId: await newPlan(desk), until: dayAfter(desk, 400) }),
			sessions_met: async (desk) => {
				const [staff, planId] = [await newStaff(desk), await newPlan(desk)]
				await desk.ask({
					method: 'POST',
					path: '/sessions/series',
					body: series(desk, { planId, staff }).api.body,
				})
				return series(desk, { planId, staff })
			},
		},
		words: changeWords,
	},
}

async function takeSeat({ database, now }: DoorDesk, planId: string, sessionId: string): Promise<void> {
	const { actorAt, subscriptionId } = await addHolder(database, planId, { now })
	const booked = await bookSession(bookingDeps(database.url), actorAt(now), { sessionId, subscriptionId })
	if (!booked.ok) throw new Error(booked.refusal)
}

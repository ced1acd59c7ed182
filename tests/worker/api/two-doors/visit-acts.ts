import { shopWords } from '#app/domain/booking/reader-words.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import {
	type DoorDesk,
	done,
	newStaff,
	newVisit,
	once,
	type Situation,
	type Twin,
	type Visit,
} from './door-desk.ts'

/** What programs read in place of our codes, back again. */
const ours: Record<string, string> = {
	start_past: 'slot_past',
	start_outside_hours: 'slot_outside_hours',
	start_taken: 'slot_taken',
}
export const visitWords = (code: string) => shopWords((ours[code] ?? code) as Parameters<typeof shopWords>[0])

/** How an act on a visit is sent through both doors. */
export type WishOf = (visit: Pick<Visit, 'reference'>) => Awaited<ReturnType<Situation>>

const ways: Record<string, (desk: DoorDesk) => Promise<Visit>> = {
	visit_cancelled: async (desk) => {
		const visit = await newVisit(desk)
		await done(desk, {
			path: `/appointments/${visit.reference}/cancel`,
			body: { reason: 'The power is out' },
		})
		return visit
	},
	visit_missed: async (desk) => {
		const visit = await newVisit(desk, { inMinutes: -60 })
		await done(desk, { path: `/appointments/${visit.reference}/no-show` })
		return visit
	},
	visit_completed: completed,
}

/** Confirmed, and in an hour. */
export const openVisit = (desk: DoorDesk) => once(desk, 'open', newVisit)

async function completed(desk: DoorDesk): Promise<Visit> {
	const visit = await newVisit(desk, { inMinutes: -60 })
	await done(desk, { path: `/appointments/${visit.reference}/complete` })
	return visit
}

/** An act on a visit that is another shop's, or closed in each way. */
export function ofClosedVisits(wishOf: WishOf, goneForm = false): Twin['met'] {
	const isFormGone = goneForm ? { isFormGone: true as const } : {}
	return {
		visit_not_found: async (desk) => {
			const other = await once(desk, 'other', () => newVisit({ ...desk, shop: desk.other }))
			return { ...wishOf(other), ...isFormGone }
		},
		...Object.fromEntries(
			Object.entries(ways).map(([code, make]): [string, Situation] => [
				code,
				async (desk) => ({ ...wishOf(await once(desk, code, make)), ...isFormGone }),
			]),
		),
	}
}

const actOf =
	(act: string, intent: string): WishOf =>
	({ reference }) => ({
		api: { method: 'POST', path: `/appointments/${reference}/${act}` },
		page: `/kiosk/visits/${reference}`,
		sent: { intent },
	})

/** A button of a visit's page. */
function actTwin(
	act: string,
	intent: string,
	more: Record<string, (desk: DoorDesk) => Promise<Visit>>,
): Twin {
	const wishOf = actOf(act, intent)
	return {
		met: {
			...ofClosedVisits(wishOf),
			...Object.fromEntries(
				Object.entries(more).map(([code, make]) => [code, async (desk) => wishOf(await make(desk))]),
			),
		},
		words: visitWords,
	}
}

const {
	visit_completed: _,
	visit_missed: __,
	...ofUndone
} = actTwin('undo', 'undo', {
	visit_still_open: openVisit,
	visit_reviewed: async (desk) => {
		const visit = await completed(desk)
		await desk.database.change(
			`INSERT INTO reviews (appointment_id, shop_id, client_id, rating, comment, created_at)
				SELECT id, shop_id, client_id, 4, 'Good', completed_at FROM appointments WHERE id = ?`,
			visit.id,
		)
		return visit
	},
	undo_too_late: async (desk) => {
		const visit = await completed(desk)
		await desk.database.change(
			'UPDATE appointments SET completed_at = completed_at - ? WHERE id = ?',
			String(11 * MINUTE_MS),
			visit.id,
		)
		return visit
	},
	time_given_away: async (desk) => {
		const visit = await newVisit(desk, { inMinutes: -20 })
		await done(desk, { path: `/appointments/${visit.reference}/no-show` })
		await newVisit(desk, { inMinutes: -20, staff: visit.staff })
		return visit
	},
}).met

const cancelled =
	(reason: string): WishOf =>
	({ reference }) => ({
		api: { method: 'POST', path: `/appointments/${reference}/cancel`, body: { reason } },
		page: `/kiosk/visits/${reference}/cancel`,
		typed: { reason },
	})

const noted =
	(note: string, seen = ''): WishOf =>
	({ reference }) => ({
		api: { method: 'PUT', path: `/appointments/${reference}/note`, body: { note, seen } },
		page: `/kiosk/visits/${reference}/edit`,
		typed: { note },
		sent: { intent: 'note', seenNote: seen },
	})

const handedOver =
	(staff: string): WishOf =>
	({ reference }) => ({
		api: {
			method: 'POST',
			path: `/appointments/${reference}/hand-over`,
			body: { staff_member_id: staff },
		},
		page: `/kiosk/visits/${reference}`,
		sent: { intent: 'hand-over', staff },
	})

/** What the shop says of a visit. */
export const visitActs: Record<string, Twin> = {
	'POST /appointments/{reference}/confirm': actTwin('confirm', 'confirm', { visit_confirmed: openVisit }),
	'POST /appointments/{reference}/arrive': actTwin('arrive', 'arrive', {
		visit_arrived: async (desk) => {
			const visit = await newVisit(desk)
			await done(desk, { path: `/appointments/${visit.reference}/arrive` })
			return visit
		},
	}),
	'POST /appointments/{reference}/complete': actTwin('complete', 'complete', { visit_not_begun: openVisit }),
	'POST /appointments/{reference}/no-show': actTwin('no-show', 'miss', { too_early_to_miss: openVisit }),
	'POST /appointments/{reference}/undo': { met: ofUndone, words: visitWords },
	'POST /appointments/{reference}/cancel': {
		met: {
			...ofClosedVisits(cancelled('Power is out'), true),
			reason_missing: async (desk) => ({
				...cancelled('no')(await newVisit(desk)),
				field: 'reason',
				isUnreadable: true,
			}),
		},
		words: visitWords,
	},
	'PUT /appointments/{reference}/note': {
		met: {
			...ofClosedVisits(noted('Left-handed'), true),
			visit_changed: async (desk) => {
				const visit = await newVisit(desk)
				await done(desk, noted('Right-handed')(visit).api)
				return noted('Left-handed')(visit)
			},
		},
		words: visitWords,
	},
	'POST /appointments/{reference}/hand-over': {
		met: {
			...ofClosedVisits(handedOver('doors-ada')),
			staff_not_available: async (desk) => handedOver(await newStaff(desk, []))(await newVisit(desk)),
			staff_does_it_already: async (desk) => {
				const visit = await newVisit(desk)
				return handedOver(visit.staff)(visit)
			},
			start_taken: async (desk) => {
				const [visit, { staff }] = [await newVisit(desk), await newVisit(desk)]
				return handedOver(staff)(visit)
			},
			start_outside_hours: async (desk) => {
				const staff = await newStaff(desk)
				await desk.database.change('DELETE FROM staff_schedules WHERE staff_member_id = ?', staff)
				return handedOver(staff)(await newVisit(desk))
			},
		},
		unmet: { start_past: 'the visit keeps its start' },
		words: visitWords,
	},
}

import type { AgreedCall } from '../stories/phone-record.ts'
import { phoneCallsOf } from '../stories/phone-record.ts'
import type { World } from '../world.ts'

/** Bookings on the telephone by hand: each at most once, and as it was agreed on until it is changed. */
export async function judgePhoneCalls(world: World): Promise<void> {
	const calls = phoneCallsOf(world)
	if (calls.size === 0) return
	const rows = await world.sql.rows(
		`SELECT checkout.draft_id AS draft, checkout.subtotal_kobo AS subtotal, checkout.discount_reason AS reason, checkout.first_name,
				visit.id, visit.shop_id, visit.starts_at, visit.total_kobo AS total, visit.is_walk_in,
				(SELECT count(*) FROM transactions WHERE appointment_id = visit.id AND offer_expires_at IS NOT NULL) AS is_offered,
				(SELECT json_group_array(service_id) FROM (SELECT service_id FROM appointment_services
					WHERE appointment_id = visit.id ORDER BY position)) AS services,
				(SELECT json_group_array(DISTINCT staff_member_id) FROM appointment_services WHERE appointment_id = visit.id) AS people
			FROM checkouts checkout JOIN appointments visit ON visit.checkout_id = checkout.id
			WHERE checkout.draft_id IN (SELECT value FROM json_each(?1)) AND visit.calendar_sequence = 0 AND visit.changed_at IS NULL`,
		JSON.stringify([...calls.keys()]),
	)
	for (const row of rows) {
		const call = calls.get(String(row.draft))
		if (call) judgeOne(world, row, call)
	}
}

function judgeOne(world: World, row: Record<string, unknown>, call: AgreedCall): void {
	const find = (what: string) => world.find(`appointment ${row.id} of a call ${what}`)
	const { shopId, serviceIds, staffMemberId, startsAt, shownKobo, lowered } = call
	const totalKobo = lowered?.totalKobo ?? shownKobo
	if (row.shop_id !== shopId || Number(row.is_walk_in) !== 1) find('is not of the desk that took it')
	if (row.services !== JSON.stringify(serviceIds)) find(`has ${row.services}, not ${serviceIds}`)
	// Another time was offered for a late payment, and taken.
	const isElsewhere = Number(row.is_offered) > 0
	if (!isElsewhere && staffMemberId !== null && row.people !== JSON.stringify([staffMemberId]))
		find(`is not with ${staffMemberId}`)
	if (!isElsewhere && Number(row.starts_at) !== startsAt) find(`begins at ${row.starts_at}, not ${startsAt}`)
	if (Number(row.subtotal) !== shownKobo || Number(row.total) !== totalKobo)
		find(`costs ${row.total} of ${row.subtotal}, and ${totalKobo} of ${shownKobo} was agreed on`)
	const reason = totalKobo < shownKobo ? (lowered?.reason ?? null) : null
	// Erasing a person erases the reason too.
	const isErased = row.first_name !== call.customer.firstName
	if (row.reason !== reason && !isErased) find(`says '${row.reason}' of its price, not '${reason}'`)
}

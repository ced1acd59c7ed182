import { eq, sql } from 'drizzle-orm'
import type { Instant } from '#app/kernel/instant.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { holds } from '#db/schema/booking.ts'
import { build, prepared, preparedRead, rawWrite } from '#db/statement.server.ts'
import type { Hold } from './hold-policy.ts'

/** A hold with the people whose time it keeps, one for each service, and whose network it counts for (law 6). */
export type HeldTime = Hold & {
	networkKey: string | null
	staff: { position: number; staffMemberId: string; name: string }[]
}

export type NewHold = {
	id: string
	draftId: string
	shopId: string
	segmentCount: number
	startsAt: Instant
	expiresAt: Instant
	/** Kept when a hold is taken anew for a longer visit. */
	renewedAt: Instant | null
	contactEmail: string | null
	contactPhone: string | null
	networkKey: string | null
	/** The checkout that is being paid for it. */
	checkoutId?: string
	now: Instant
}

const holdRow = prepared(
	build
		.select({
			id: holds.id,
			startsAt: holds.startsAt,
			expiresAt: holds.expiresAt,
			renewedAt: holds.renewedAt,
			networkKey: holds.networkKey,
		})
		.from(holds)
		.where(eq(holds.draftId, sql.placeholder('draftId'))),
)

const heldStaff = preparedRead(
	sql`SELECT entry.position, member.id, member.first_name FROM holds hold
		JOIN calendar_entries entry ON entry.hold_id = hold.id
		JOIN staff_members member ON member.id = entry.staff_member_id
		WHERE hold.draft_id = ${sql.placeholder('draftId')} ORDER BY entry.position`,
	({ position, id, first_name }) => ({
		position: Number(position),
		staffMemberId: String(id),
		name: String(first_name),
	}),
)

export function createHoldRepository(read: Database['read']) {
	return {
		/** The draft's hold, alive or not: expiry is a pure rule. */
		async hold(draftId: string): Promise<HeldTime | null> {
			const [[row], staff] = await Promise.all([read(holdRow({ draftId })), read(heldStaff({ draftId }))])
			return row ? { ...row, staff } : null
		},

		/** To be sent after the entries that it keeps (law 4). */
		insertHold: (hold: NewHold): Statement =>
			rawWrite(
				sql`INSERT INTO holds (id, draft_id, shop_id, segment_count, starts_at, expires_at, renewed_at, contact_email, contact_phone, network_key, checkout_id, checked_at)
					VALUES (${hold.id}, ${hold.draftId}, ${hold.shopId}, ${hold.segmentCount}, ${hold.startsAt}, ${hold.expiresAt}, ${hold.renewedAt},
						${hold.contactEmail}, ${hold.contactPhone}, ${hold.networkKey}, ${hold.checkoutId ?? null}, ${hold.now})`,
			),

		/** The calendar entries go with it (their foreign key cascades). */
		releaseHold: (draftId: string): Statement => rawWrite(sql`DELETE FROM holds WHERE draft_id = ${draftId}`),

		/** Only a live hold, only once (R8), and never to an earlier end than a payment gave it; no row is changed otherwise. */
		renewHold: (draftId: string, expiresAt: Instant, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE holds SET expires_at = max(expires_at, ${expiresAt}), renewed_at = ${now}, checked_at = ${now}
					WHERE draft_id = ${draftId} AND expires_at > ${now} AND renewed_at IS NULL`,
			),

		/** Whose hold it is, once that is known; refused when the contact has too many already (law 6). */
		saveHoldContact: (draftId: string, email: string | null, phone: string | null, now: Instant): Statement =>
			rawWrite(
				sql`UPDATE holds SET checked_at = ${now}, contact_email = ${email}, contact_phone = ${phone}
					WHERE draft_id = ${draftId} AND expires_at > ${now}`,
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeExpiredAt: (now: Instant): Statement => rawWrite(sql`DELETE FROM holds WHERE expires_at <= ${now}`),
	}
}

export type HoldRepository = ReturnType<typeof createHoldRepository>

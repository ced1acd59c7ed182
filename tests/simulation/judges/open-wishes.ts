import type { Instant } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'
import { freeStarts } from './free-times.ts'

/** A customer in a line who has no offer now, and the free starts that fit them, in the order of serving. */
export type OpenWish = { waitId: string; date: string; isProven: boolean; starts: Instant[] }

const MOST_HELD = 2
const MOST_TOLD = 5

/**
 * Who waits at a shop while a time is free for them. A proven address gets two times held at most, another one is told
 * five times at most, and not again of a time that it knows and that is still free.
 */
export async function openWishes(world: World, shopId: string, now: Instant): Promise<OpenWish[]> {
	const waits = await world.sql.rows(
		`SELECT wait.*, hold.expires_at AS held_until_at,
				wait.proven_at IS NOT NULL OR coalesce(account.email = wait.email AND account.email_verified_at IS NOT NULL, 0) AS is_proven
			FROM slot_waits wait LEFT JOIN users account ON account.id = wait.user_id
			LEFT JOIN holds hold ON hold.draft_id = wait.draft_id AND hold.expires_at > ?2
			WHERE wait.shop_id = ?1 AND wait.ended_at IS NULL AND NOT EXISTS (
				SELECT 1 FROM message_opt_outs choice WHERE choice.topic = 'waitlist' AND choice.subject IN (wait.user_id, wait.email))
			ORDER BY wait.date, is_proven DESC, wait.offer_count, wait.joined_at, wait.rowid`,
		shopId,
		now,
	)
	const wishes: OpenWish[] = []
	for (const row of waits) {
		const isProven = Number(row.is_proven) === 1
		const hasOffer = row.held_until_at !== null || Number(row.offer_expires_at ?? 0) > now
		if (hasOffer || Number(row.offer_count) >= (isProven ? MOST_HELD : MOST_TOLD)) continue
		const asked = {
			shopId,
			serviceId: String(row.service_id),
			staffMemberId: row.staff_member_id === null ? null : String(row.staff_member_id),
			date: String(row.date),
		}
		const starts = (await freeStarts(world, asked, now)) ?? []
		const knowsOne =
			!isProven && row.offered_starts_at !== null && starts.includes(Number(row.offered_starts_at))
		if (starts.length > 0 && !knowsOne)
			wishes.push({ waitId: String(row.id), date: asked.date, isProven, starts })
	}
	return wishes
}

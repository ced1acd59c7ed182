import type { World } from '../world.ts'

/** Clocks are off by so much at most: a hold that is nearly over may have ended for another writer. */
const NEARLY_OVER_MS = 10_000

/** The minutes of people by hand: of one person no two live appointments or holds meet, nor a blocked time. */
export async function judgeMinutes(world: World): Promise<void> {
	const rows = await world.sql.rows(
		`SELECT staff_member_id AS person, starts_at, blocked_until_at AS until_at, coalesce(appointment_id, hold_id) AS owner, 0 AS is_block
			FROM calendar_entries WHERE held_until_at IS NULL OR held_until_at > ?1
			UNION ALL SELECT staff_member_id, starts_at, ends_at, id, 1 FROM blocked_times
			ORDER BY 1, 2, 3`,
		world.now() + NEARLY_OVER_MS,
	)
	let busy = rows[0]
	for (const next of rows.slice(1)) {
		const isSamePerson = busy?.person === next.person
		// The desk may keep time free that it keeps free already.
		const areBlocks = Number(busy?.is_block) === 1 && Number(next.is_block) === 1
		if (busy && isSamePerson && !areBlocks && Number(next.starts_at) < Number(busy.until_at))
			world.find(`${next.person} is taken twice at ${next.starts_at}: by ${busy.owner} and ${next.owner}`)
		if (!isSamePerson || Number(next.until_at) > Number(busy?.until_at)) busy = next
	}
}

import { MINUTE_MS } from '#app/kernel/instant.ts'
import type { World } from '../world.ts'

/** A write may come so late, and two clocks are apart. */
const LATE_WRITE_MS = 4 * MINUTE_MS

/** Keys by hand: what ended a key is the last thing that is written of it, in the order of the writes. */
export async function judgeKeys(world: World): Promise<void> {
	const late = await world.sql.rows(
		`SELECT act.key_id, act.kind, act.id FROM shop_acts ending JOIN access_keys key ON key.id = ending.subject_id
			JOIN shop_acts act ON act.shop_id = ending.shop_id AND act.key_id = key.id AND act.rowid > ending.rowid
			WHERE ending.kind = 'key_ended' AND ending.shop_id = key.shop_id`,
	)
	for (const { key_id, kind, id } of late) world.find(`key ${key_id} had ended, and did ${kind} (${id})`)
	const twice = await world.sql.rows(
		`SELECT token_hash, key_id FROM kiosk_links WHERE key_id IS NOT NULL GROUP BY key_id HAVING count(*) > 1`,
	)
	for (const { key_id } of twice) world.find(`the device ${key_id} was opened by two links`)
	const orphans = await world.sql.rows(
		`SELECT device.id FROM access_keys device JOIN access_keys maker ON maker.id = device.made_by_key_id
			WHERE device.kind = 'kiosk' AND device.created_at > maker.ended_at + ${LATE_WRITE_MS}`,
	)
	for (const { id } of orphans) world.find(`the device ${id} was opened by the link of one that had ended`)
}

import type { Guest } from '#scripts/site/browser-guest.ts'
import type { ScratchDatabase } from '#scripts/site/scratch-database.ts'

/** The id in the guest's signed cookie. */
export function draftIdOf(guest: Guest): string {
	const [payload = ''] = (guest.cookies.get('draft') ?? '').split('.')
	const id: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString() || 'null')
	if (typeof id !== 'string') throw new Error('this guest has no draft')
	return id
}

/**
 * What a guest has chosen and holds, as the database keeps it, without the typed fields of checkout and the hold's end.
 */
export async function chosenRows(database: ScratchDatabase, guest: Guest): Promise<unknown[]> {
	const id = draftIdOf(guest)
	const results = await database.client.batch([
		{ sql: 'SELECT id, shop_id, starts_at, appointment_id FROM drafts WHERE id = ?', args: [id] },
		{ sql: 'SELECT * FROM draft_services WHERE draft_id = ? ORDER BY position', args: [id] },
		{ sql: 'SELECT id, starts_at FROM holds WHERE draft_id = ?', args: [id] },
		{
			sql: `SELECT entry.id, entry.staff_member_id, entry.starts_at, entry.ends_at FROM calendar_entries entry
				JOIN holds ON holds.id = entry.hold_id WHERE holds.draft_id = ?`,
			args: [id],
		},
	])
	return results.map((result) => result.rows.map((row) => Object.values(row)))
}

import type { World } from '../world.ts'

/** The columns in which a text stands anywhere; an event of Paystack keeps its words until it is worked. */
export async function tracesOf({ sql }: World, text: string): Promise<string[]> {
	const columns = await sql.rows(
		`SELECT item.name AS item, field.name AS field FROM sqlite_master item JOIN pragma_table_info(item.name) field
			WHERE item.type = 'table' AND field.type LIKE 'text%' ORDER BY 1, 2`,
	)
	const found = await sql.rows(
		columns
			.map(
				({ item, field }) =>
					`SELECT '${item}.${field}' AS place WHERE EXISTS (SELECT 1 FROM "${item}" WHERE instr("${field}", ?1) > 0)`,
			)
			.join(' UNION ALL '),
		text,
	)
	return found.map(({ place }) => String(place)).filter((place) => place !== 'webhook_events.payload')
}

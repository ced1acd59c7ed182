import type { World } from '../world.ts'

/** SQLite takes 500 parts of a compound SELECT. */
const MOST_TERMS = 400

/** The columns in which a text stands anywhere; an event of Paystack keeps its words until it is worked. */
export async function tracesOf({ sql }: World, text: string): Promise<string[]> {
	const columns = await sql.rows(
		`SELECT item.name AS item, field.name AS field FROM sqlite_master item JOIN pragma_table_info(item.name) field
			WHERE item.type = 'table' AND field.type LIKE 'text%' ORDER BY 1, 2`,
	)
	const places: string[] = []
	for (let from = 0; from < columns.length; from += MOST_TERMS) {
		const asked = columns
			.slice(from, from + MOST_TERMS)
			.map(
				({ item, field }) =>
					`SELECT '${item}.${field}' AS place WHERE EXISTS (SELECT 1 FROM "${item}" WHERE instr("${field}", ?1) > 0)`,
			)
		const found = await sql.rows(asked.join(' UNION ALL '), text)
		places.push(...found.map(({ place }) => String(place)))
	}
	return places.filter((place) => place !== 'webhook_events.payload')
}

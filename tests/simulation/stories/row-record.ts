import type { World } from '../world.ts'

/** A form that a device sent: the words that it showed, and the typed words, which no other form has. */
export type SentForm = { seen: string | null; text: string; isSaved: boolean }

/** A row that several devices change. `sql`: its words now, asked with its id; none where its person is gone. */
export type WrittenRow = { name: string; sql: string; id: string; isOfPerson: boolean; forms: SentForm[] }

const records = new WeakMap<World, Map<string, WrittenRow>>()

/** The rows that devices have changed, by their names. */
export function writtenRowsOf(world: World): Map<string, WrittenRow> {
	const kept = records.get(world) ?? new Map<string, WrittenRow>()
	records.set(world, kept)
	return kept
}

/** Keeps a form before it is sent. */
export function keepForm(world: World, { forms: _, ...row }: WrittenRow, form: SentForm): SentForm {
	const rows = writtenRowsOf(world)
	const key = `${row.name} ${row.id}`
	const kept = rows.get(key) ?? { ...row, forms: [] }
	rows.set(key, kept)
	kept.forms.push(form)
	return form
}

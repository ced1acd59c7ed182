import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The last file of the baseline (docs/decisions/147). */
export const LAST_OF_BASELINE = '0010_operation'

/** A folder with the migrations up to this one, in a scratch folder: the database as an older release left it. */
export function migrationsUntil(tag: string, scratchFolder: string): string {
	const path = join(scratchFolder, 'migrations')
	cpSync('migrations', path, { recursive: true })
	const journalPath = join(path, 'meta/_journal.json')
	const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalPath, 'utf8'))
	const last = journal.entries.findIndex((entry) => entry.tag === tag)
	writeFileSync(journalPath, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
	return path
}

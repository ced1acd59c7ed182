import { type ScratchDatabase, startScratchDatabase } from '#scripts/site/scratch-database.ts'
import { expectSound } from '#tests/support/auditor.ts'

export type SeededDatabase = Pick<ScratchDatabase, 'url' | 'rows' | 'count'>

/** Lends a database of its own, migrated, filled by `seed` and audited, and takes it away again. */
export async function withSeededDatabase<Result>(
	seed: (url: string) => Promise<void>,
	use: (database: SeededDatabase) => Promise<Result>,
): Promise<Result> {
	const database = await startScratchDatabase()
	try {
		await seed(database.url)
		const result = await use(database)
		await expectSound(database)
		return result
	} finally {
		await database.remove()
	}
}

/** Every row of every table that the app fills, as text. */
export async function dump({ rows }: SeededDatabase): Promise<Record<string, string[]>> {
	const tables = await rows(
		`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name`,
	)
	const all: Record<string, string[]> = {}
	for (const { name } of tables) {
		// Its stamps are the database's own clock (docs/decisions/040).
		if (name === 'appointment_updates') continue
		all[String(name)] = (await rows(`SELECT * FROM "${name}"`))
			.map((row) => JSON.stringify({ ...row }))
			.sort()
	}
	return all
}

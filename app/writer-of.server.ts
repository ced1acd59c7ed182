import type { BatchWriter } from '../db/request-database.server.ts'
import { type Settings, SettingsError } from './env.server.ts'

/** The part of `DatabaseWriter`'s namespace in use. */
type Writers = {
	idFromName: (name: string) => object
	get: (id: object, options: { locationHint?: string | undefined }) => { write: BatchWriter }
}

/** Opens a database's writer: an object named by the database's address, near the operator's location. */
export function connectWriter(
	env: object,
): (settings: Pick<Settings, 'database' | 'writerLocation'>) => BatchWriter {
	return ({ database, writerLocation }) => {
		if (!('DATABASE_WRITER' in env) || !env.DATABASE_WRITER)
			throw new SettingsError(
				'The binding DATABASE_WRITER is missing: wrangler.toml names it, with its migration.',
			)
		const writers = env.DATABASE_WRITER as Writers
		// A reset object no longer answers its old stub: each call has a new one.
		return (write) =>
			writers
				.get(
					writers.idFromName(database.url),
					writerLocation === null ? {} : { locationHint: writerLocation },
				)
				.write(write)
	}
}

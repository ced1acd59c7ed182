import type { BatchWriter } from '../db/request-database.server.ts'
import { type Settings, SettingsError } from './env.server.ts'

/** What is used of the namespace of `DatabaseWriter`. */
type Writers = {
	idFromName: (name: string) => object
	get: (id: object, options: { locationHint?: string | undefined }) => { write: BatchWriter }
}

/** Opens the writer of a database: an object by the address of its database, near where the operator says. */
export function writerOf(
	env: object,
): (settings: Pick<Settings, 'database' | 'writerLocation'>) => BatchWriter {
	return ({ database, writerLocation }) => {
		if (!('DATABASE_WRITER' in env) || !env.DATABASE_WRITER)
			throw new SettingsError(
				'The binding DATABASE_WRITER is missing: wrangler.toml names it, with its migration.',
			)
		const writers = env.DATABASE_WRITER as Writers
		// An object that was reset answers its old stub no more: each call has a stub of its own.
		return (write) =>
			writers
				.get(
					writers.idFromName(database.url),
					writerLocation === null ? {} : { locationHint: writerLocation },
				)
				.write(write)
	}
}

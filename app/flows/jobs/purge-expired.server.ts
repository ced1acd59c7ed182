import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Deletes a slice of expired rows: dependents first, the rows last. */
export type Purge = (
	repositories: Repositories,
	now: Instant,
) => readonly [...Statement<number>[], Statement<number>]

/**
 * Every minute: deletes expired rows in slices, each in its own write, while `mayGoOn` says so (W11, S22). Such rows no
 * longer count, so nothing depends on this run. Errors of purges are thrown at the end. Gives the deleted rows of each
 * purge.
 */
export async function purgeExpired<Name extends string>(
	repositories: Repositories,
	purges: Readonly<Record<Name, Purge>>,
	now: Instant,
	mayGoOn: () => boolean = () => true,
): Promise<Record<Name, number>> {
	const purged = {} as Record<Name, number>
	let failure: unknown = null
	for (const name in purges) {
		try {
			purged[name] = await purgeAll(repositories, purges[name], now, mayGoOn)
		} catch (error) {
			failure ??= error
		}
	}
	if (failure !== null) throw failure
	return purged
}

async function purgeAll(
	repositories: Repositories,
	purge: Purge,
	now: Instant,
	mayGoOn: () => boolean,
): Promise<number> {
	let total = 0
	while (mayGoOn()) {
		const statements = purge(repositories, now)
		const rows = statements.at(-1)
		if (!rows) break
		const { deleted } = await repositories.writeBatch({
			dependents: statements.slice(0, -1),
			deleted: rows as Statement<number>,
		})
		total += deleted
		if (deleted < SLICE_ROWS) break
	}
	return total
}

import { invariants } from '#db/invariants/all.ts'
import { audit } from '#db/invariants/audit.server.ts'
import type { World } from '../world.ts'

/** The engine refuses what breaks a foreign key, so that all keys of all rows are looked at once. */
const keptByEngine = 'I8: no row points at a row that is not there'
const others = invariants.filter(({ name }) => name !== keptByEngine)

/** Finds what the auditor finds. */
export async function judgeInvariants(world: World, { isOver }: { isOver: boolean }): Promise<void> {
	for (const { invariant, subject } of await audit(world.sql, isOver ? invariants : others))
		world.find(`unsound: ${invariant}: ${subject}`)
}

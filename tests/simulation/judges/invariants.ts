import { invariants } from '#db/invariants/all.ts'
import { audit } from '#db/invariants/audit.server.ts'
import type { World } from '../world.ts'

const tablesOf = new Map(
	invariants.map((invariant) => [
		invariant,
		new Set([...invariant.sql.matchAll(/\b(?:FROM|JOIN)\s+[`"]?(\w+)/gi)].map(([, table = '']) => table)),
	]),
)

/** Finds what the auditor finds, of all invariants or of those that read one of these tables. */
export async function judgeInvariants(world: World, tables?: ReadonlySet<string>): Promise<void> {
	const asked = tables
		? invariants.filter((one) => [...(tablesOf.get(one) ?? [])].some((table) => tables.has(table)))
		: invariants
	if (asked.length === 0) return
	for (const { invariant, subject } of await audit(world.sql, asked))
		world.find(`unsound: ${invariant}: ${subject}`)
}

import { type AuditReader, audit } from '#db/invariants/audit.server.ts'

/** Throws, naming what is broken and where, unless the database is sound. */
export async function expectSound(database: { client: AuditReader }): Promise<void> {
	const violations = await audit(database.client)
	if (violations.length === 0) return
	const lines = violations.map(({ invariant, subject }) => `- ${invariant}: ${subject}`)
	throw new Error(`The database is not sound any more:\n${lines.join('\n')}`)
}

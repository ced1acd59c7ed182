import type { Client } from '@libsql/client/web'

export type PlantedProgram = {
	id: string
	shopId: string
	name: string
	/** Percent; null for a punch card of five visits. */
	cashbackPercent: number | null
	status: 'active' | 'ended'
	expiresAt: number | null
	/** Visits and what is written there. */
	milestones: [visits: number, description: string][]
}

/** Writes programs as the shop's side would: nothing of what is derived for the search. */
export async function plantPrograms(
	client: Client,
	programs: (Partial<PlantedProgram> & { id: string; shopId: string })[],
): Promise<void> {
	await client.batch(
		programs.flatMap((given) => {
			const { id, shopId, name = id, cashbackPercent = null, status = 'active', expiresAt = null } = given
			return [
				{
					sql: `INSERT INTO loyalty_programs (id, shop_id, kind, name, status, cashback_percent, expires_at, created_at)
						VALUES (?, ?, ?, ?, ?, ?, ?, 0)`,
					args: [
						id,
						shopId,
						cashbackPercent === null ? 'punch_card' : 'cashback',
						name,
						status,
						cashbackPercent,
						expiresAt,
					],
				},
				...(cashbackPercent === null
					? [{ sql: 'INSERT INTO punch_cards (program_id, visits_required) VALUES (?, 5)', args: [id] }]
					: []),
				...(given.milestones ?? []).map(([appointments, description]) => ({
					sql: `INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, description)
						VALUES (?, ?, ?, 'manual', ?)`,
					args: [`${id}-${appointments}`, id, appointments, description],
				})),
			]
		}),
		'write',
	)
}

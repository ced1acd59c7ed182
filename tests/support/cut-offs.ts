import type { PlainSql } from '#scripts/site/scratch-database.ts'

/**
 * Every time that the shop still offers is too close to cancel for free. The next free time is days away where a shop
 * closes at weekends, so no test may take it for a close one (O7).
 */
export async function putTimesPastCutOff(database: PlainSql, shopId: string): Promise<void> {
	await database.change(
		'UPDATE shops SET free_cancellation_minutes = horizon_days * 1440 WHERE id = ?',
		shopId,
	)
}

import type { PlainSql } from '#scripts/site/scratch-database.ts'

/**
 * Makes every offered time too close to cancel for free. Where a shop closes at weekends the next free time is days
 * away, so no test may assume a close one (O7).
 */
export async function putTimesPastCutOff(database: PlainSql, shopId: string): Promise<void> {
	await database.change(
		'UPDATE shops SET free_cancellation_minutes = horizon_days * 1440 WHERE id = ?',
		shopId,
	)
}

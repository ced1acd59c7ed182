import type { Page } from '@playwright/test'
import type { Site } from '#scripts/site/site.ts'

/** The ten minutes are over: what waiting would do. The page is checkout. */
export async function letHoldsRunOut({ database }: Site, page: Page) {
	const draftId = await page.locator('input[name="draft"]').inputValue()
	await database.change('UPDATE holds SET expires_at = ? WHERE draft_id = ?', Date.now() - 1, draftId)
}

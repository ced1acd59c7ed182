import type { Page } from '@playwright/test'

/** The size of text that a customer has chosen in the browser; 16 is usual. */
export async function setTextSize(page: Page, standard: number) {
	const browser = await page.context().newCDPSession(page)
	await browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } })
}

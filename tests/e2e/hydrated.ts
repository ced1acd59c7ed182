import type { Page } from '@playwright/test'

/** Waits until React has taken the page over: from then on a tap is answered in place. */
export async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(() => {
		const main = document.querySelector('main')
		return main !== null && Object.keys(main).some((key) => key.startsWith('__reactFiber'))
	})
}

import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { signInAsDemoClient } from './demo-client.ts'
import { kept } from './picture.ts'

const FOLDER = kept('public/screens')
/** A browser fetches these only when it asks whether to install. */
const MAX_BYTES = 64 * 1024

/** The pictures that public/manifest.webmanifest names, on a page of 360 × 740 at 1.5 pixels a point. */
export async function shootForManifest(
	page: Page,
	openTimes: (page: Page) => Promise<unknown>,
): Promise<void> {
	mkdirSync(FOLDER, { recursive: true })
	await page.goto('/discover')
	await shoot(page, 'discover')
	await openTimes(page)
	await shoot(page, 'times')
	await signInAsDemoClient(page, '/wallet')
	await shoot(page, 'wallet')
}

async function shoot(page: Page, name: string) {
	await page.waitForLoadState('networkidle')
	const path = join(FOLDER, `${name}.jpg`)
	await page.screenshot({ path, type: 'jpeg', quality: 55 })
	const bytes = statSync(path).size
	if (bytes > MAX_BYTES) throw new Error(`${path} has ${bytes} bytes`)
	console.info(`manifest: ${path}, ${bytes} bytes`)
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'
import type { PageView } from '#scripts/site/page-cases.ts'

/** A sample tests that every walk ends. It draws only the pictures whose size has a limit, and replaces none. */
export const isSample = process.argv.includes('--sample')
const SAMPLE = join(PROJECT_ROOT, '.tmp/screenshots-sample')

const FULL = join(PROJECT_ROOT, '.tmp/screenshots')
/** Kept with the source, so that a review sees what a change does to a screen. */
const SMALL = kept('docs/screens')
const SMALL_SCALE = 0.5
const SMALL_QUALITY = 35
/** Two screens show enough of a page. */
const SMALL_MAX_HEIGHT = 1480

export type ColourScheme = 'light' | 'dark'

export type Shoot = (name: string) => Promise<void>

/** Opens an address, and throws for an answer that is no page: its picture would be of an error. */
export async function openPage(page: Page, address: string) {
	const status = (await page.goto(address))?.status()
	if (status !== 200) throw new Error(`${address} answers ${status}, so it has no picture`)
}

/** The path of a picture in the repository; a sample has a separate folder. */
export function kept(path: string): string {
	return join(isSample ? SAMPLE : PROJECT_ROOT, path)
}

/** Removes the last run's pictures: a removed screen must keep none. */
export function clearPictures() {
	for (const folder of isSample ? [SAMPLE] : [FULL, SMALL]) rmSync(folder, { recursive: true, force: true })
	mkdirSync(SMALL, { recursive: true })
}

/** The whole page, in full size into `.tmp/screenshots/<theme>`, and small into `docs/screens` from the light theme. */
export async function shootPage(page: Page, theme: ColourScheme, name: string) {
	if (isSample) return
	await page.waitForLoadState('networkidle')
	await page.screenshot({ path: join(FULL, theme, `${name}.png`), fullPage: true })
	if (theme === 'light') writeFileSync(join(SMALL, `${name}.webp`), await smallPicture(page))
}

/** The current view, in full size only. */
export async function shootScreen(page: Page, theme: ColourScheme, name: string) {
	if (isSample) return
	await page.screenshot({ path: join(FULL, theme, `${name}.png`) })
}

/** Pages that their address alone opens. Refused addresses look alike, so they get no small picture. */
export async function shootViews(page: Page, theme: ColourScheme, views: readonly PageView[]) {
	for (const { address, name, status } of views) {
		await page.goto(address)
		if (status === 200) await shootPage(page, theme, name)
		else await shootScreen(page, theme, name)
	}
}

async function smallPicture(page: Page): Promise<Buffer> {
	const session = await page.context().newCDPSession(page)
	const { width, height } = await page.evaluate(() => ({
		width: document.documentElement.clientWidth,
		height: document.documentElement.scrollHeight,
	}))
	const { data } = await session.send('Page.captureScreenshot', {
		format: 'webp',
		quality: SMALL_QUALITY,
		captureBeyondViewport: true,
		clip: { x: 0, y: 0, width, height: Math.min(height, SMALL_MAX_HEIGHT), scale: SMALL_SCALE },
	})
	await session.detach()
	return Buffer.from(data, 'base64')
}

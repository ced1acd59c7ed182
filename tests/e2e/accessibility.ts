import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Describing passed checks would take longer than finding the failed ones. */
const justViolations: RunOptions = { resultTypes: ['violations'] }

/** WCAG 2.2 asks for it, axe by itself does not. */
const inLight: RunOptions = { ...justViolations, rules: { 'target-size': { enabled: true } } }

/** The themes differ in nothing but colours. */
const inDark: RunOptions = { ...justViolations, runOnly: { type: 'rule', values: ['color-contrast'] } }

const withoutColours: RunOptions = {
	...justViolations,
	rules: { ...inLight.rules, 'color-contrast': { enabled: false } },
}

/** What axe finds wrong with the page whatever its colours, each with its rule and its place. */
export async function violationsButColours(page: Page): Promise<string[]> {
	await page.evaluate(axe)
	return violationsBy(page, withoutColours)
}

/** What axe finds wrong with the page in both themes, each with its rule and its place. */
export async function violationsOf(page: Page): Promise<string[]> {
	await page.evaluate(axe)
	const found = await violationsBy(page, inLight)
	await page.emulateMedia({ colorScheme: 'dark' })
	const foundInTheDark = await violationsBy(page, inDark)
	await page.emulateMedia({ colorScheme: 'light' })
	return [...found, ...foundInTheDark.map((violation) => `in the dark theme: ${violation}`)]
}

async function violationsBy(page: Page, options: RunOptions): Promise<string[]> {
	const { violations } = await page.evaluate(
		(how) =>
			(window as unknown as { axe: { run(where: Document, how: object): Promise<AxeResults> } }).axe.run(
				document,
				how,
			),
		options,
	)
	return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}

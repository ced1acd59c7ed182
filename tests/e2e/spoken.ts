import { expect, type Locator, type Page } from '@playwright/test'

/*
 * A journey as a screen reader goes through it. Each line of these tests is something that is read out, in its order,
 * taken from the accessibility tree. No screen reader runs here: docs/accessibility.md lists what one has to confirm.
 */

/** A page: its title comes first, it has one heading of the first level, and its main part reads in this order. */
export async function hears(page: Page, title: string | RegExp, main: string) {
	await expect(page).toHaveTitle(title)
	await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
	await expect(page.getByRole('main')).toMatchAriaSnapshot(asYaml(main))
}

/** YAML is indented with spaces, these files with tabs. */
function asYaml(indented: string): string {
	return indented.replaceAll('\t', '  ')
}

/** Words in a live region. It interrupts nothing: they are read after what is being read. */
export async function isTold(page: Page, words: string | RegExp) {
	await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached()
}

/** With script: the new page's title, in the live region that stays (M20). */
export async function isToldTheTitle(page: Page, title: string | RegExp) {
	await expect(page.locator('body > .sr[aria-live="polite"]')).toHaveText(title)
}

/** What is read of the element that has the focus: 'textbox, Email, invalid, Please enter a valid email address'. */
export async function hearsAtFocus(page: Page, spoken: string | RegExp) {
	// A page that is being replaced has no tree for a moment: a throw is tried again.
	await expect(async () => expect(await spokenAtFocus(page)).toMatch(spoken)).toPass({ timeout: 20_000 })
}

/** Puts the focus on a control as Tab does, and hears it. */
export async function focusHears(page: Page, control: Locator, spoken: string | RegExp) {
	await control.focus()
	await hearsAtFocus(page, spoken)
}

/** The states that are read out, where they hold. */
const words: Record<string, (value: unknown) => string | null> = {
	invalid: (value) => (value === 'true' ? 'invalid' : null),
	checked: (value) => (value === 'true' ? 'checked' : 'not checked'),
	pressed: (value) => (value === 'true' ? 'pressed' : 'not pressed'),
	expanded: (value) => (value ? 'expanded' : 'collapsed'),
	disabled: (value) => (value ? 'disabled' : null),
}

/** Role, name, states and description, by Chromium: its tree has states that the snapshots of Playwright leave out. */
async function spokenAtFocus(page: Page): Promise<string> {
	const browser = await page.context().newCDPSession(page)
	const { result } = await browser.send('Runtime.evaluate', { expression: 'document.activeElement' })
	const { nodes } = await browser.send('Accessibility.getPartialAXTree', {
		objectId: result.objectId,
		fetchRelatives: false,
	})
	await browser.detach()
	const { role, name, description, properties = [] } = nodes[0] ?? {}
	const states = properties.map((property) => words[property.name]?.(property.value.value))
	return [role?.value, name?.value, ...states, description?.value].filter(Boolean).join(', ')
}

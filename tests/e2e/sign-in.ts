import type { BrowserContext, Page } from '@playwright/test'
import type { Site } from '#scripts/site/site.ts'
import { addSignedInPerson, type Person, signInDemoClient } from '#tests/support/accounts.ts'

/** Gives a browser the live session of a person. */
export async function carrySession(
	context: BrowserContext,
	{ url }: Pick<Site, 'url'>,
	{ token }: Pick<Person, 'token'>,
) {
	await context.addCookies([{ name: 'session', value: token, url }])
}

/** Signs a new customer in, without the pages of signing in. */
export async function signIn(page: Page, site: Site, { isVerified = false } = {}): Promise<Person> {
	const person = await addSignedInPerson(site.database, { at: Date.now(), isVerified })
	await carrySession(page.context(), site, person)
	return person
}

/** For what only a year of visits shows. */
export async function signInAsDemoClient(page: Page, site: Site) {
	await carrySession(page.context(), site, await signInDemoClient(site.database))
}

import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser-fixture.ts'
import { isDeep, isFull, sampleOf } from '#tests/support/deep.ts'
import { hydrated } from './hydrated.ts'
import { ofAccounts, ofCheckout, ofDeletion, ofEnrollment, ofProfile } from './refusal-scenarios.ts'

/** The lists are complete by type: a new refusal needs a scenario, or the reason why no browser meets it. */
const lists = {
	checkout: ofCheckout,
	accounts: ofAccounts,
	profile: ofProfile,
	deletion: ofDeletion,
	enrollment: ofEnrollment,
}

/** What a person reads, without the answer itself and what counts down, and without styles. */
async function wordsOf(page: Page): Promise<string> {
	const text = await page.locator('main').evaluate((main) => {
		const copy = main.cloneNode(true) as HTMLElement
		for (const answer of copy.querySelectorAll('[role=alert], .problem, style')) answer.remove()
		return copy.textContent ?? ''
	})
	return text.replace(/\d+:\d\d left/g, '').replace(/\s+/g, ' ')
}

for (const [list, scenarios] of Object.entries(lists)) {
	const met = Object.entries(scenarios).flatMap(([code, scenario]) =>
		'never' in scenario ? [] : [{ code, scenario }],
	)
	for (const [place, { code, scenario }] of sampleOf(
		met,
		Math.ceil(met.length / (isFull ? 2 : 4)),
	).entries()) {
		test(`${list}, ${code}: is in view with focus, is true, and its way on exists`, {
			tag: isDeep ? '@both' : place % 2 === 0 ? '@without-script' : [],
		}, async ({ page, site, context, noise, javaScriptEnabled }) => {
			noise.expect(new RegExp(String(scenario.status)))
			const settle = async () => {
				if (javaScriptEnabled !== false) await hydrated(page)
			}
			const { press, mend } = await scenario.arrive({ page, site, context, settle })
			await press()
			const { atField } = scenario
			const answer = atField ? page.locator('.problem') : page.getByRole('alert')
			await expect(answer.filter({ hasText: scenario.says })).toBeInViewport({ ratio: 0.9 })
			await expect(
				atField ? page.getByLabel(atField) : answer.filter({ hasText: scenario.says }),
			).toBeFocused()
			await expect(page).toHaveTitle(/^Error: /)
			await expect(scenario.wayOn(page).first()).toBeVisible()
			if (!(await page.getByText('Booking Conflict').count())) {
				if (scenario.status === 503) site.proxy.heal()
				const fresh = await context.newPage()
				await fresh.goto(page.url())
				if (javaScriptEnabled !== false) await hydrated(fresh)
				// The answer is shown before the page has asked again for what it shows.
				await expect
					.poll(async () => {
						const [shown, isSo] = [await wordsOf(page), await wordsOf(fresh)]
						return shown === isSo ? 'true' : `shown: ${shown}\nis so: ${isSo}`
					})
					.toBe('true')
			}
			await mend?.()
		})
	}
}

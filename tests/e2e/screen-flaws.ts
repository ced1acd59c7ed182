import type { Page } from '@playwright/test'

const screens = [
	// WCAG 1.4.10: 1280 px at a zoom of 400 %, and the narrowest phones.
	{ name: '320 px wide', size: { width: 320, height: 640 } },
	{ name: 'in landscape', size: { width: 740, height: 360 } },
]

/** The flaws of a page on narrow and low screens. Restores the page's own screen. */
export async function flawsOnOtherScreens(page: Page): Promise<string[]> {
	const usual = page.viewportSize()
	const flaws: string[] = []
	for (const { name, size } of screens) {
		await page.setViewportSize(size)
		flaws.push(...(await flawsOfThisScreen(page)).map((flaw) => `${name}: ${flaw}`))
	}
	if (usual) await page.setViewportSize(usual)
	return flaws
}

/** The flaws of a page on its present screen. */
export function flawsOfThisScreen(page: Page): Promise<string[]> {
	return page.evaluate(flawsOfScreen)
}

/** Runs in the page. */
function flawsOfScreen(): string[] {
	const found: string[] = []
	const { scrollWidth, clientWidth, clientHeight } = document.documentElement
	if (scrollWidth > clientWidth) found.push(`scrolls sideways: ${scrollWidth} of ${clientWidth} px`)
	// A page that does not scroll may still cut an element off at its edge.
	for (const element of document.querySelectorAll<HTMLElement>('main *')) {
		const isScrolled = element.closest('.chips, .days, .carousel, .calendar, .sr, svg') !== null
		if (isScrolled || !element.checkVisibility()) continue
		const { left, right } = element.getBoundingClientRect()
		if (right > clientWidth + 1 || left < -1) {
			found.push(
				`reaches from ${Math.round(left)} to ${Math.round(right)} px: ${element.outerHTML.slice(0, 120)}`,
			)
		}
	}
	// Fixed elements leave two thirds of the screen to the text, so the bar at the foot is static on a low screen.
	for (const element of document.querySelectorAll('body *')) {
		const { position, bottom } = getComputedStyle(element)
		const stays = position === 'fixed' || (position === 'sticky' && bottom !== 'auto')
		const { height } = element.getBoundingClientRect()
		if (stays && height > clientHeight / 3) {
			found.push(`covers ${Math.round(height)} of ${clientHeight} px: ${element.outerHTML.slice(0, 120)}`)
		}
	}
	return found
}

/** What moves although the customer asked for less motion. The strip of days is no motion: it sets its start. */
export async function motionIn(page: Page): Promise<string[]> {
	return page.evaluate(() =>
		[...document.querySelectorAll('body *')].flatMap((element) =>
			[null, '::before', '::after'].flatMap((pseudo) => {
				const { animationName, animationDuration, transitionDuration } = getComputedStyle(element, pseudo)
				const isStill = /^(none|begin-at-chosen)$/.test(animationName) || animationDuration === '0s'
				if (isStill && /^(0s(, )?)+$/.test(transitionDuration)) return []
				return [`moves: ${animationName} ${transitionDuration} ${element.outerHTML.slice(0, 120)}`]
			}),
		),
	)
}

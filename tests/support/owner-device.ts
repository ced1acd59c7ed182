import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { touchHeader } from '#app/http/kiosk-cookies.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { type BrowserLikeClient, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import type { Site } from '#scripts/site/site.ts'
import { addKiosk, type TestDevice } from './kiosk-desk.ts'

/** A device of a shop, unlocked, in a browser without script. */
export async function openShopDevice(
	site: Pick<Site, 'url' | 'database'>,
	shopId: string,
	role: TestDevice = 'owner',
) {
	const device = await addKiosk(site, shopId, role)
	const browser = openBrowserLikeClient(site.url)
	for (const { name, value } of device.cookies) browser.cookies.set(name, value)
	/** As if the pages had been used that long ago. */
	function usedBefore({ day, owner, pin = owner }: { day: number; owner: number; pin?: number }) {
		const caller = { secretHash: hashSecretToken(device.secret), kind: 'kiosk' } as const
		const touched = {
			at: Date.now() - day * MINUTE_MS,
			ownerAt: Date.now() - owner * MINUTE_MS,
			pinAt: Date.now() - pin * MINUTE_MS,
			lockCount: 0,
		}
		const header = touchHeader(new Request(site.url), [scratchCookieKey], caller, touched)
		browser.cookies.set('touch', /^touch=([^;]*)/.exec(header)?.[1] ?? '')
	}
	return { ...device, browser, usedBefore }
}

/** The fields of the page's form as it shows them, with some typed over; `form` names one of several. */
export async function ownerForm(
	browser: BrowserLikeClient,
	page: string,
	typed: Record<string, string> = {},
	form = 'form',
) {
	const { document } = await browser.open(page)
	const fields = new URLSearchParams()
	for (const field of document.querySelectorAll(`${form} [name]`)) {
		const isLeftOut =
			['checkbox', 'radio'].includes(field.getAttribute('type') ?? '') && !field.hasAttribute('checked')
		const selected = field.querySelector('option[selected]')?.getAttribute('value')
		const value = selected ?? field.getAttribute('value') ?? field.textContent ?? ''
		if (!isLeftOut) fields.set(field.getAttribute('name') ?? '', value)
	}
	for (const [name, value] of Object.entries(typed)) fields.set(name, value)
	return fields
}

import { type AppLoadContext, data, redirect } from '@remix-run/cloudflare'
import { type AccessKey, MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import { mayUse, OWNER_HOME } from '#app/domain/shops/may-use.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { type Touch, touchHeader } from './kiosk-cookies.server.ts'
import { type Kiosk, kioskPath, notForThisDevice, requireKiosk } from './kiosk-guard.server.ts'

/**
 * Redirects to the PIN after ten minutes without use of the owner's pages, or when locked; a desk's device to its day.
 */
export function requireOwner(request: Request, context: AppLoadContext): Kiosk {
	const kiosk = requireKiosk(request, context)
	const { cookieKeys } = context.settings
	if (!context.response.ownerCookie && isOwnerIdle(kiosk.touch, kiosk.now)) throw pinPage(request)
	const touch = { ...kiosk.touch, at: kiosk.now, ownerAt: kiosk.now }
	const headers = { 'set-cookie': touchHeader(context, cookieKeys, kiosk.caller, touch) }
	return {
		...kiosk,
		async opened() {
			const key = await kiosk.opened()
			await requireOwnersKey(key, context)
			if (key.wrongOwnerPins >= MAX_WRONG_PINS) throw pinPage(request)
			return key
		},
		headers,
		pageData: (loaded) => data(loaded, { headers }),
	}
}

/** Redirects every device that is not an owner's, however the address is written. */
export async function requireOwnersKey({ role }: AccessKey, context: AppLoadContext): Promise<void> {
	if (!mayUse(role, { path: OWNER_HOME })) throw await notForThisDevice(context, { path: OWNER_HOME })
}

/** Whether unused owner's pages ask for the PIN. */
export function isOwnerIdle({ ownerAt }: Touch, now: Instant): boolean {
	return ownerAt + KIOSK_IDLE_MS <= now
}

/** Redirects to the PIN page, and back afterwards. */
export function pinPage(request: Request): Response {
	const { pathname, search } = new URL(request.url)
	return redirect(
		`/kiosk/pin?to=${encodeURIComponent(kioskPath(pathname.replace(/\.data$/, '') + search))}`,
		303,
	)
}

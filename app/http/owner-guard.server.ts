import { type AppLoadContext, redirect } from '@remix-run/cloudflare'
import { type AccessKey, MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import { mayUse, OWNER_HOME } from '#app/domain/shops/may-use.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { type Touch, touchHeader } from './kiosk-cookies.server.ts'
import { type Kiosk, kioskPath, notForThisDevice, requireKiosk } from './kiosk-guard.server.ts'

/**
 * An owner's device that opens one of the owner's pages. Throws the way to the PIN where it was not typed for ten
 * minutes on these pages, and where they are locked; a desk's device is led to its day, and told why.
 */
export function requireOwner(request: Request, context: AppLoadContext): Kiosk {
	const kiosk = requireKiosk(request, context)
	const { cookieKeys } = context.settings
	if (!context.response.ownerCookie && isOwnerIdle(kiosk.touch, kiosk.now)) throw pinPage(request)
	return {
		...kiosk,
		async opened() {
			const key = await kiosk.opened()
			await requireOwnersKey(key, context)
			if (key.wrongOwnerPins >= MAX_WRONG_PINS) throw pinPage(request)
			return key
		},
		headers: {
			'set-cookie': touchHeader(context, cookieKeys, kiosk.caller, {
				...kiosk.touch,
				at: kiosk.now,
				ownerAt: kiosk.now,
			}),
		},
	}
}

/** Throws the way of every other device: however the address of an owner's page is written, this one decides. */
export async function requireOwnersKey({ role }: AccessKey, context: AppLoadContext): Promise<void> {
	if (!mayUse(role, { path: OWNER_HOME })) throw await notForThisDevice(context, { path: OWNER_HOME })
}

/** Whether the owner's pages were unused on this device for so long that they ask for its PIN. */
export function isOwnerIdle({ ownerAt }: Touch, now: Instant): boolean {
	return ownerAt + KIOSK_IDLE_MS <= now
}

/** The way to the page of the PIN, and back to what was asked for. */
export function pinPage(request: Request): Response {
	const { pathname, search } = new URL(request.url)
	return redirect(
		`/kiosk/pin?to=${encodeURIComponent(kioskPath(pathname.replace(/\.data$/, '') + search))}`,
		303,
	)
}

import { type AppLoadContext, redirect } from '@remix-run/cloudflare'
import { MAX_WRONG_PINS, type ShopCaller } from '#app/domain/shops/access-key.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { KIOSK_IDLE_MS } from '#app/kernel/vocabulary/shops.ts'
import { done } from './answers.server.ts'
import { ownerTouchedAt, touchHeader } from './kiosk-cookies.server.ts'
import { type Kiosk, kioskPath, requireKiosk } from './kiosk-guard.server.ts'

/** Where the owner's pages begin: more than a day's work is done there. */
export const OWNER_HOME = '/kiosk/shop'

/** Whether a page of the kiosk is one of the owner's. */
export function isOwnerPath(path: string): boolean {
	return new RegExp(`^${OWNER_HOME}([/?]|$)`).test(path)
}

/**
 * An owner's device that opens one of the owner's pages. Throws the way to the PIN where it was not typed for ten
 * minutes on these pages, and where they are locked; a desk's device is led to its day, and told why.
 */
export function requireOwner(request: Request, context: AppLoadContext): Kiosk {
	const kiosk = requireKiosk(request, context)
	const { cookieKeys } = context.settings
	if (!context.visitor.ownerCookie && isOwnerIdle(request, cookieKeys, kiosk.caller, kiosk.now))
		throw pinPage(request)
	return {
		...kiosk,
		async opened() {
			const key = await kiosk.opened()
			if (key.role !== 'owner') throw await notForDesks(context)
			if (key.wrongOwnerPins >= MAX_WRONG_PINS) throw pinPage(request)
			return key
		},
		headers: {
			'set-cookie': touchHeader(context, cookieKeys, kiosk.caller, { at: kiosk.now, ownerAt: kiosk.now }),
		},
	}
}

/** The way of a desk's device that asks for an owner's page. */
export function notForDesks(context: AppLoadContext): Promise<Response> {
	return done(context, '/kiosk', {
		flash: { title: 'For the owner', description: 'This page opens on the owner’s device only.' },
	})
}

/** Whether the owner's pages were unused on this device for so long that they ask for its PIN. */
export function isOwnerIdle(
	request: Request,
	cookieKeys: readonly string[],
	caller: ShopCaller,
	now: Instant,
): boolean {
	return ownerTouchedAt(request, cookieKeys, caller) + KIOSK_IDLE_MS <= now
}

/** The way to the page of the PIN, and back to what was asked for. */
export function pinPage(request: Request): Response {
	const { pathname, search } = new URL(request.url)
	return redirect(
		`/kiosk/pin?to=${encodeURIComponent(kioskPath(pathname.replace(/\.data$/, '') + search))}`,
		303,
	)
}

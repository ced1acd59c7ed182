import { type AppLoadContext, redirect } from '@remix-run/cloudflare'
import { type AccessKey, hasLeft, SEEN_EVERY_MS } from '#app/domain/shops/access-key.ts'
import { isOwnerPath, mayUse, type PageUse } from '#app/domain/shops/may-use.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { done } from './answers.server.ts'
import {
	isIdle,
	isLocked,
	readKioskCaller,
	readTouch,
	type Touch,
	touchHeader,
} from './kiosk-cookies.server.ts'
import { requireFormType } from './read-form.server.ts'
import { returnPath } from './return-path.ts'
import { readSessionHash } from './session-cookie.server.ts'
import { readUser } from './signed-in-user.server.ts'

type Context = Pick<
	AppLoadContext,
	'now' | 'settings' | 'shops' | 'identity' | 'writeBatch' | 'waitUntil' | 'url' | 'response'
>

/** A device that shows a key, unlocked. It proves nothing: the reads check the key. */
export type Kiosk = {
	/** With the session of the account that is signed in on the device, if any: it may not be acted for (D52). */
	caller: ShopCaller & { sessionHash: string | null }
	now: Instant
	/**
	 * The key, and the account that is signed in on the same device. Ask for it together with the page's other reads,
	 * then it costs no trip. A key that opens nothing leads to the page that says so, and one whose role may not use
	 * this page so to its day. A post names its `intent`: without one it is no person's.
	 */
	opened(intent?: string): Promise<AccessKey & { ownUserId: string | null }>
	/** What `opened` asks of a key, for one that was read together with something else. */
	admit(key: AccessKey | null, intent?: string): Promise<AccessKey>
	/** How the device was used before. */
	touch: Touch
	/** For the page's answer: the kiosk was touched. Lists that refresh by themselves are no touch. */
	headers: Record<string, string>
}

/** Who asks at a kiosk. Without a key, or locked, it throws the way to the page that says so, before any read. */
export function requireKiosk(request: Request, context: Context): Kiosk {
	if (request.method === 'POST') requireFormType(request)
	const caller = readKioskCaller(request)
	const now = context.now()
	const here = pageOf(request)
	if (!caller) throw redirect(`/kiosk/closed?to=${encodeURIComponent(here)}`, 303)
	const { cookieKeys } = context.settings
	const touch = readTouch(request, cookieKeys, caller)
	const toPin = () => redirect(`/kiosk/pin?to=${encodeURIComponent(here)}`, 303)
	if (!context.response.ownerCookie && isIdle(touch, now)) throw toPin()
	async function admit(key: AccessKey | null, intent?: string): Promise<AccessKey> {
		if (!key) {
			context.response.isSignedOut = true
			throw closedKiosk()
		}
		if (!context.response.ownerCookie && isLocked(touch, key, now)) throw toPin()
		const post = request.method === 'POST' ? { intent: intent ?? null } : undefined
		const use = { path: usedPage(request), post }
		if (!mayUse(key.role, use)) throw await notForThisDevice(context, use)
		return key
	}
	return {
		caller: { ...caller, sessionHash: readSessionHash(request) },
		now,
		touch,
		admit,
		async opened(intent) {
			const [found, user] = await Promise.all([readKioskKey(context, caller), readUser(request, context)])
			const key = await admit(found, intent)
			if (now - (key.lastSeenAt ?? 0) >= SEEN_EVERY_MS)
				// A mark that fails is made by the next page.
				context.waitUntil(
					context.writeBatch([context.shops.accessKeys.markSeen(key.keyId, now)]).catch(() => {}),
				)
			return { ...key, ownUserId: user?.id ?? null }
		},
		headers: looksByItself(request)
			? {}
			: {
					'set-cookie': touchHeader(context, cookieKeys, caller, { ...touch, at: now }),
				},
	}
}

/** The key of a device, while it opens something: a person's ends with their last day. */
export async function readKioskKey(
	{ shops: { accessKeys }, now }: Pick<Context, 'shops' | 'now'>,
	caller: ShopCaller,
): Promise<AccessKey | null> {
	const key = await accessKeys.keyOf(caller)
	return key && !hasLeft(key, civilAt(key.shop.timeZone, now()).date) ? key : null
}

/** The way of a device that asks for what its role may not use: its day, where it is told why. */
export function notForThisDevice(
	context: Pick<Context, 'settings' | 'url'>,
	{ path }: Pick<PageUse, 'path'>,
): Promise<Response> {
	const flash = isOwnerPath(path)
		? { title: 'For the owner', description: 'This page opens on the owner’s device only.' }
		: { title: 'For the desk', description: 'This is done on the shop’s kiosk.' }
	return done(context, '/kiosk', { flash })
}

/** A list that refreshes by itself is a use of its page. */
function usedPage(request: Request): string {
	const path = routedPath(request)
	const list = path === '/kiosk/fresh' ? new URL(request.url).searchParams.get('of') : null
	return list === null ? path : `/kiosk/${list}`
}

/** The path of the route that answers: a page with script asks for its data alone. */
function routedPath(request: Request): string {
	return new URL(request.url).pathname.replace(/\.data$/, '')
}

/** The way of a device whose key opens nothing any more. */
export function closedKiosk(): Response {
	return redirect('/kiosk/closed', 303)
}

/** A list that refreshes while the device is not touched. */
function looksByItself(request: Request): boolean {
	const { pathname, searchParams } = new URL(request.url)
	return pathname === '/kiosk/fresh' || searchParams.has('auto')
}

/** A page of the kiosk that was wanted, its dots taken out as browsers do (S36); the first one for anything else. */
export function kioskPath(wanted: string | null): string {
	const { pathname, search, hash } = new URL(returnPath(wanted, '/kiosk'), 'https://kiosk.invalid')
	const path = pathname + search + hash
	return /^\/kiosk([/?]|$)/.test(path) && !/^\/kiosk\/(pin|closed|open|fresh)/.test(path) ? path : '/kiosk'
}

/** Where a post came from is the page that shows it. */
function pageOf(request: Request): string {
	const url = new URL(request.url)
	url.searchParams.delete('auto')
	return kioskPath(routedPath(request) + url.search)
}

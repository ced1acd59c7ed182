import { type AppLoadContext, data, redirect } from '@remix-run/cloudflare'
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

/** An unlocked device that shows a key. It proves nothing: the reads check the key. */
export type Kiosk = {
	/** With the session of an account that is signed in on the device: staff may not act for it (D52). */
	caller: ShopCaller & { sessionHash: string | null }
	now: Instant
	/**
	 * Read it together with the page's other reads, then it costs no trip. An ended key redirects to the page that says
	 * so, a wrong role to the device's day. A post gives its `intent`: without one a person's device is refused.
	 */
	opened(intent?: string): Promise<AccessKey & { ownUserId: string | null }>
	/** The checks of `opened`, for a key that was read with other things. */
	admit(key: AccessKey | null, intent?: string): Promise<AccessKey>
	/** The device's use before this request. */
	touch: Touch
	/** Headers that count this page as a use. Lists that refresh by themselves do not. */
	headers: Record<string, string>
	/** A loader's data, with those headers. */
	pageData<Loaded>(loaded: Loaded): ReturnType<typeof data<Loaded>>
}

/** The kiosk of a request. Without a key, or locked, it throws a redirect before any read. */
export function requireKiosk(request: Request, context: Context): Kiosk {
	if (request.method === 'POST') requireFormType(request)
	const caller = readKioskCaller(request)
	const now = context.now()
	const here = requestedPage(request)
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
	const headers: Kiosk['headers'] = looksByItself(request)
		? {}
		: { 'set-cookie': touchHeader(context, cookieKeys, caller, { ...touch, at: now }) }
	return {
		caller: { ...caller, sessionHash: readSessionHash(request) },
		now,
		touch,
		admit,
		async opened(intent) {
			const [found, user] = await Promise.all([readKioskKey(context, caller), readUser(request, context)])
			const key = await admit(found, intent)
			if (now - (key.lastSeenAt ?? 0) >= SEEN_EVERY_MS)
				// The next page repeats a failed mark.
				context.waitUntil(
					context.writeBatch([context.shops.accessKeys.markSeen(key.keyId, now)]).catch(() => {}),
				)
			return { ...key, ownUserId: user?.id ?? null }
		},
		headers,
		pageData: (loaded) => data(loaded, { headers }),
	}
}

/** Null once the key has ended: a person's ends with their last day. */
export async function readKioskKey(
	{ shops: { accessKeys }, now }: Pick<Context, 'shops' | 'now'>,
	caller: ShopCaller,
): Promise<AccessKey | null> {
	const key = await accessKeys.keyOf(caller)
	return key && !hasLeft(key, civilAt(key.shop.timeZone, now()).date) ? key : null
}

/** To the day of the device, which says that its role does not allow the page. */
export function notForThisDevice(
	context: Pick<Context, 'settings' | 'url'>,
	{ path }: Pick<PageUse, 'path'>,
): Promise<Response> {
	const flash = isOwnerPath(path)
		? { title: 'For the owner', description: 'This page opens on the owner’s device only.' }
		: { title: 'For the desk', description: 'This is done on the shop’s kiosk.' }
	return done(context, '/kiosk', { flash })
}

/** A list's refresh counts as its page. */
function usedPage(request: Request): string {
	const path = routedPath(request)
	const list = path === '/kiosk/fresh' ? new URL(request.url).searchParams.get('of') : null
	return list === null ? path : `/kiosk/${list}`
}

/** The path of the page; with script a page requests its data alone. */
function routedPath(request: Request): string {
	return new URL(request.url).pathname.replace(/\.data$/, '')
}

/** The redirect of a device whose key has ended. */
export function closedKiosk(): Response {
	return redirect('/kiosk/closed', 303)
}

function looksByItself(request: Request): boolean {
	const { pathname, searchParams } = new URL(request.url)
	return pathname === '/kiosk/fresh' || searchParams.has('auto')
}

/** The wanted page of the kiosk, with dots removed as browsers do (S36); the first page for anything else. */
export function kioskPath(wanted: string | null): string {
	const { pathname, search, hash } = new URL(returnPath(wanted, '/kiosk'), 'https://kiosk.invalid')
	const path = pathname + search + hash
	return /^\/kiosk([/?]|$)/.test(path) && !/^\/kiosk\/(pin|closed|open|fresh)/.test(path) ? path : '/kiosk'
}

/** A post's referrer is the page that shows it. */
function requestedPage(request: Request): string {
	const url = new URL(request.url)
	url.searchParams.delete('auto')
	return kioskPath(routedPath(request) + url.search)
}

import type { AppLoadContext, TypedResponse } from '@remix-run/cloudflare'
import {
	type FavoriteChange,
	type FavoriteRefusal,
	favoriteWords,
} from '#app/domain/identity/favorite-form.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { readId } from '#app/kernel/id.server.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { heartFields } from '#app/kernel/vocabulary/identity.ts'
import { done } from './answers.server.ts'
import { type FlashMessage, flashHeader } from './flash.server.ts'
import { loginPath } from './return-path.ts'
import { signedCookie } from './signed-cookie.server.ts'
import { readActor } from './signed-in-user.server.ts'
import { errorLine } from './write-log.ts'

/** The route passes the flow: `http` imports none. */
type ChangeFavorite = (
	context: AppLoadContext,
	actor: Actor,
	change: FavoriteChange,
) => Promise<Outcome<null, FavoriteRefusal>>

/** Does what a heart's button requests, and leads back to its page with a message (C26). A guest signs in first. */
export async function handleFavoriteForm(
	request: Request,
	context: AppLoadContext,
	change: FavoriteChange,
	changeFavorite: ChangeFavorite,
): Promise<TypedResponse<never>> {
	const url = new URL(request.url)
	const here = url.pathname + url.search
	const actor = readActor(request, context)
	const outcome = actor ? await tryChange(context, actor, change, changeFavorite) : 'not_signed_in'
	if (outcome === 'not_signed_in') {
		const { cookieKeys } = context.settings
		return done(context, loginPath(url), {
			flash: favoriteWords[change.kind].not_signed_in,
			cookies: change.kind === 'add' ? [pendingFavoriteHeader(request, cookieKeys, change.shopId)] : [],
		})
	}
	// Replaces the page in history: 'back' leads to where the customer came from.
	return done(context, here, {
		flash: outcome === 'done' ? doneMessage(change, here) : failedMessage(change),
		inPlace: true,
	})
}

/**
 * Adds the favorite that a guest tapped before signing in. Gives the `Set-Cookie` values of its message. A failure
 * never stops the sign-in.
 */
export async function applyPendingFavorite(
	request: Request,
	context: AppLoadContext,
	token: string,
	changeFavorite: ChangeFavorite,
): Promise<string[]> {
	const { cookieKeys } = context.settings
	const pending = takePendingFavorite(request, cookieKeys)
	if (!pending) return []
	const actor = { sessionHash: hashSecretToken(token), at: context.now() }
	const change = { kind: 'add', shopId: pending.shopId } as const
	const outcome = await tryChange(context, actor, change, changeFavorite)
	const message = outcome === 'done' ? doneMessage(change, '/favorites') : failedMessage(change)
	return [pending.clear, flashHeader(request, cookieKeys, message)]
}

async function tryChange(
	context: AppLoadContext,
	actor: Actor,
	change: FavoriteChange,
	changeFavorite: ChangeFavorite,
): Promise<'done' | 'not_signed_in' | 'failed'> {
	try {
		const outcome = await changeFavorite(context, actor, change)
		if (outcome.ok) return 'done'
		return outcome.refusal === 'not_signed_in' ? 'not_signed_in' : 'failed'
	} catch (error) {
		// A failure does not stop the page: a message reports it.
		context.log(`request ${context.requestId} failed: ${errorLine(error)}`)
		return 'failed'
	}
}

function doneMessage({ kind, shopId }: FavoriteChange, page: string): FlashMessage {
	const undo = kind === 'add' ? heartFields.remove : heartFields.add
	return { ...favoriteWords[kind].done, undo: { page, name: undo, value: shopId } }
}

function failedMessage({ kind }: FavoriteChange): FlashMessage {
	return { ...favoriteWords[kind].failed, tone: 'error' }
}

const QUARTER_HOUR_SECONDS = 900

/** A signed cookie, because a link must not change anything. Its old name keeps existing cookies. */
const pendingFavoriteCookie = signedCookie('wish', QUARTER_HOUR_SECONDS)

/** The shop's id, and the `Set-Cookie` value that ends the cookie; null without one. */
function takePendingFavorite(
	request: Request,
	cookieKeys: string[],
): { shopId: string; clear: string } | null {
	const shopId = readId(pendingFavoriteCookie.read(request, cookieKeys))
	if (shopId === null) return null
	return { shopId, clear: pendingFavoriteCookie.endedHeader(request) }
}

function pendingFavoriteHeader(request: Request, cookieKeys: string[], shopId: string): string {
	return pendingFavoriteCookie.header(request, cookieKeys, shopId)
}

import { type AppLoadContext, redirect, replace } from '@remix-run/cloudflare'
import { changeFavorite, type FavoriteWish } from '#app/domain/discovery/change-favorite.server.ts'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { errorLine } from '#app/http/error-line.ts'
import { type Flash, flashHeader } from '#app/http/flash.server.ts'
import { readId } from '#app/http/read-id.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { takeWishedFavorite, wishedFavoriteHeader } from '#app/http/wished-favorite-cookie.server.ts'
import { heartFields } from '#app/ui/heart-fields.ts'

/** What a `HeartForm` asks for; null for a form of something else. */
export function readHeart(form: FormData): FavoriteWish | null {
	for (const kind of ['add', 'remove'] as const) {
		const shopId = readId(form.get(heartFields[kind]))
		if (shopId !== null) return { kind, shopId }
	}
	return null
}

/**
 * Does what a heart asks for and leads back to the page that it was on, with the specification's message (spec 1 §8). A
 * guest is led to /login; what they tapped is done once they have signed in.
 */
export async function answerHeart(
	request: Request,
	context: AppLoadContext,
	wish: FavoriteWish,
): Promise<Response> {
	const { cookieKeys } = context.settings
	const url = new URL(request.url)
	const here = url.pathname + url.search
	const actor = readActor(request, context)
	const outcome = actor ? await tried(context, () => changeFavorite(context, actor, wish)) : 'not_signed_in'
	if (outcome === 'not_signed_in') {
		const headers = new Headers()
		if (wish.kind === 'add')
			headers.append('set-cookie', await wishedFavoriteHeader(request, cookieKeys, wish.shopId))
		const description = `User must be authenticated to ${wish.kind} favorites`
		headers.append('set-cookie', await flashHeader(cookieKeys, { title: 'Login Required', description }))
		return redirect(loginPath(url), { headers })
	}
	const message = outcome === 'done' ? doneMessage(wish, here) : failedMessage(wish)
	// In place of the page in the browser's history: 'back' leads to where the customer came from.
	return replace(here, { headers: { 'set-cookie': await flashHeader(cookieKeys, message) } })
}

/**
 * What a guest tapped before signing in, done with the new session: the `Set-Cookie` values that say so. It never stands
 * in the way of signing in.
 */
export async function fulfilWish(
	request: Request,
	context: AppLoadContext,
	token: string,
): Promise<string[]> {
	const { cookieKeys } = context.settings
	const wished = await takeWishedFavorite(request, cookieKeys)
	if (!wished) return []
	const actor = { sessionHash: hashSecretToken(token), at: context.now() }
	const wish = { kind: 'add', shopId: wished.shopId } as const
	const outcome = await tried(context, () => changeFavorite(context, actor, wish))
	const message = outcome === 'done' ? doneMessage(wish, '/favorites') : failedMessage(wish)
	return [wished.clear, await flashHeader(cookieKeys, message)]
}

async function tried(
	{ requestId }: Pick<AppLoadContext, 'requestId'>,
	work: () => ReturnType<typeof changeFavorite>,
): Promise<'done' | 'not_signed_in' | 'failed'> {
	try {
		const outcome = await work()
		if (outcome.ok) return 'done'
		return outcome.refusal === 'not_signed_in' ? 'not_signed_in' : 'failed'
	} catch (error) {
		console.error(`request ${requestId} failed: ${errorLine(error)}`)
		return 'failed'
	}
}

function doneMessage({ kind, shopId }: FavoriteWish, page: string): Omit<Flash, 'id'> {
	if (kind === 'add')
		return {
			title: 'Added to favorites',
			description: 'Business has been added to your favorites.',
			undo: { page, name: heartFields.remove, value: shopId },
		}
	return {
		title: 'Removed from favorites',
		description: 'Business has been removed from your favorites.',
		undo: { page, name: heartFields.add, value: shopId },
	}
}

function failedMessage({ kind }: FavoriteWish): Omit<Flash, 'id'> {
	const description =
		kind === 'add'
			? 'Failed to add to favorites. Please try again.'
			: 'Failed to remove from favorites. Please try again.'
	return { title: 'Error', description, tone: 'error' }
}

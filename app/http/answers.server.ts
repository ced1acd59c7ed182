import type { SubmissionResult } from '@conform-to/react'
import {
	type AppLoadContext,
	data,
	type HeadersFunction,
	redirect,
	replace,
	type TypedResponse,
} from '@remix-run/cloudflare'
import type { ActionAnswer, Wording } from '#app/kernel/action-answer.ts'
import { type FlashMessage, flashHeader } from './flash.server.ts'

/** The form with its input and errors: 400. With `showsAnew` 422, after which the page reloads its data. */
export function invalid(result: SubmissionResult, { showsAnew = false }: { showsAnew?: boolean } = {}) {
	return data<ActionAnswer>({ result }, { status: showsAnew ? 422 : 400 })
}

/** The page with the refusal, the input, and alternatives if any. */
export function refusedBy<Offer = never>(
	refusal: Wording,
	{ result, offer, code }: { result?: SubmissionResult; offer?: Offer | null; code?: string } = {},
) {
	const answer: ActionAnswer<Offer> = { result, refusal, offer: offer ?? undefined, code }
	return data(answer, { status: refusal.status, headers: retryAfter(refusal) })
}

/** The refusal at a field; `field` is '' for the whole form. */
export function refusedAt(field: string, refusal: Wording, result: SubmissionResult) {
	const answer: ActionAnswer = { result: withProblem(result, field, refusal.text) }
	return data(answer, { status: refusal.status, headers: retryAfter(refusal) })
}

/** `field` is '' for the whole form. */
export function withProblem(result: SubmissionResult, field: string, text: string): SubmissionResult {
	return { ...result, status: 'error', error: { ...result.error, [field]: [text] } }
}

/**
 * Redirects after success, with the message of `flash`. `cookies` are `Set-Cookie` values. `inPlace` replaces the page
 * in the browser's history.
 */
export async function done(
	{ settings, url }: Pick<AppLoadContext, 'settings' | 'url'>,
	path: string,
	{
		flash,
		cookies = [],
		headers: others,
		inPlace = false,
	}: {
		flash?: FlashMessage | null
		cookies?: readonly string[]
		headers?: Record<string, string>
		inPlace?: boolean
	} = {},
): Promise<TypedResponse<never>> {
	const headers = new Headers(others)
	for (const cookie of cookies) headers.append('set-cookie', cookie)
	if (flash) headers.append('set-cookie', flashHeader({ url }, settings.cookieKeys, flash))
	return (inPlace ? replace : redirect)(path, { headers })
}

function retryAfter({ retryAfterSeconds }: Wording): Record<string, string> {
	return retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
}

/** For the `headers` of a route that can answer 429: Remix drops an action's headers otherwise. */
export const retryAfterHeader: HeadersFunction = ({ actionHeaders }): HeadersInit => {
	const seconds = actionHeaders.get('retry-after')
	return seconds === null ? {} : { 'retry-after': seconds }
}

import type { Instant } from '#app/kernel/instant.ts'

const PAGE_TYPE = 'text/html; charset=utf-8'

/** A page for visitors without cookies, cut where its nonce stood. */
export type PageCopy = { status: number; parts: string[]; madeAt: Instant }

/** Null for an answer that is no page or sets a cookie. The nonce must be unguessable, or a text could hold it. */
export async function copyOf(response: Response, nonce: string, madeAt: Instant): Promise<PageCopy | null> {
	const { headers } = response
	if (headers.has('set-cookie') || headers.get('content-type') !== PAGE_TYPE) return null
	return { status: response.status, parts: (await response.text()).split(nonce), madeAt }
}

export function answerOfCopy({ status, parts }: PageCopy, nonce: string): Response {
	return new Response(parts.join(nonce), { status, headers: { 'content-type': PAGE_TYPE } })
}

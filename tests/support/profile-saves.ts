import type { BrowserLikeClient } from '#scripts/site/browser-like-client.ts'

/** How a page sends and asks: a browser without script for documents, one with script for data. */
export const pageKinds = ['document', 'data'] as const
export type PageKind = (typeof pageKinds)[number]

const addresses = {
	document: { edit: '/profile/edit', page: '/profile' },
	data: { edit: '/profile/edit.data', page: '/profile.data' },
}

/** Names of letters alone, each another. */
export function nameOf(number: number): string {
	return `Ada${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`
}

/** Saves a first name at one isolate; gives the answer's status. The page that would follow is not asked for. */
export async function saveName(
	browser: BrowserLikeClient,
	siteUrl: string,
	kind: PageKind,
	{ email, firstName }: { email: string; firstName: string },
): Promise<number> {
	const answer = await browser.send(new URL(addresses[kind].edit, siteUrl), {
		method: 'POST',
		body: new URLSearchParams({ firstName, lastName: 'Obi', email, phone: '' }).toString(),
		headers: { 'content-type': 'application/x-www-form-urlencoded', origin: new URL(siteUrl).origin },
	})
	await answer.arrayBuffer()
	return answer.status
}

/** The page after it, of this isolate or of another. */
export async function readProfile(
	browser: BrowserLikeClient,
	siteUrl: string,
	kind: PageKind,
): Promise<{ status: number; body: string }> {
	const answer = await browser.send(new URL(addresses[kind].page, siteUrl))
	return { status: answer.status, body: await answer.text() }
}

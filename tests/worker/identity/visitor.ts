import {
	type BrowserLikeClient,
	type LoadedPage,
	openBrowserLikeClient,
} from '#scripts/site/browser-like-client.ts'
import { password } from '#tests/support/accounts.ts'

/** The form of a page that is not one of its small ones. */
export const mainForm = 'main form'

export async function signIn(
	client: BrowserLikeClient,
	email: string,
	options: { path?: string; password?: string } = {},
): Promise<LoadedPage> {
	const login = await client.open(options.path ?? '/login')
	return client.submit(login, mainForm, { email, password: options.password ?? password })
}

/** A browser that is signed in. */
export async function signedInClient(url: string, email: string): Promise<BrowserLikeClient> {
	const client = openBrowserLikeClient(url)
	const page = await signIn(client, email)
	if (!client.cookies.has('session')) throw new Error(`not signed in: ${page.text}`)
	return client
}

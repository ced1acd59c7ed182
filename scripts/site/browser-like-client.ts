import { type HTMLElement, parse } from 'node-html-parser'
import { type FormValues, filledForm, type SubmitOptions } from './filled-form.ts'

/** A page as a browser without script has it. */
export type LoadedPage = {
	status: number
	/** After redirects. */
	url: URL
	/** Redirecting addresses, oldest first. */
	redirects: string[]
	headers: Headers
	html: string
	document: HTMLElement
	/** Readable text, with folded whitespace. */
	text: string
}

export type BrowserLikeClient = {
	cookies: Map<string, string>
	/** Follows redirects. */
	open(path: string): Promise<LoadedPage>
	/** Follows the first link of a CSS selector. */
	follow(page: LoadedPage, selector: string): Promise<LoadedPage>
	/** Refuses a field or an option that the page lacks. */
	submit(
		page: LoadedPage,
		selector: string,
		values?: FormValues,
		options?: SubmitOptions,
	): Promise<LoadedPage>
	/** A post that no page offers, for hostile and broken senders. */
	post(path: string, body: URLSearchParams | string, headers?: Record<string, string>): Promise<LoadedPage>
	/** One request with the cookies, and no redirect followed. */
	send(
		url: URL,
		init?: { method?: string; body?: string | FormData; headers?: Record<string, string> },
	): Promise<Response>
}

const MAX_REDIRECTS = 10

/** The server closed a kept connection as the request left: browsers repeat a GET then (RFC 9110, 9.2.2). */
function isKeptConnectionClosed(error: unknown): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	if (!(cause instanceof Error) || cause.message !== 'other side closed' || !('socket' in cause)) return false
	const { socket } = cause
	return (
		typeof socket === 'object' && socket !== null && 'bytesRead' in socket && Number(socket.bytesRead) > 0
	)
}

/** A browser without script: a cookie jar, redirects by hand, forms sent as their HTML says. */
export function openBrowserLikeClient(
	baseUrl: string,
	options: { headers?: Record<string, string> } = {},
): BrowserLikeClient {
	const cookies = new Map<string, string>()

	async function send(
		url: URL,
		init: { method?: string; body?: string | FormData; headers?: Record<string, string> } = {},
	): Promise<Response> {
		const headers: Record<string, string> = {
			accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
			'accept-language': 'en-NG,en;q=0.9',
			'sec-fetch-site': 'same-origin',
			...options.headers,
			...init.headers,
		}
		if (cookies.size > 0) headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
		const ask = () => fetch(url, { ...init, headers, redirect: 'manual' })
		const mayAskAgain = (init.method ?? 'GET') === 'GET'
		const response = await ask().catch((error) => {
			if (!mayAskAgain || !isKeptConnectionClosed(error)) throw error
			return ask()
		})
		for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
		return response
	}

	async function load(url: URL, init: Parameters<typeof send>[1] = {}): Promise<LoadedPage> {
		const redirects: string[] = []
		let response = await send(url, init)
		let current = url
		for (let location = readRedirect(response); location !== null; location = readRedirect(response)) {
			if (redirects.length === MAX_REDIRECTS)
				throw new Error(`redirected in circles: ${redirects.join(' → ')}`)
			await response.arrayBuffer()
			redirects.push(`${current.pathname}${current.search}`)
			current = new URL(location, current)
			if (current.origin !== new URL(baseUrl).origin) throw new Error(`redirected away to ${current}`)
			response = await send(current)
		}
		return toLoadedPage(response, { url: current, redirects, html: await response.text() })
	}

	function loadPost(url: URL, body: string, headers: Record<string, string> = {}): Promise<LoadedPage> {
		return load(url, {
			method: 'POST',
			body,
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: url.origin, ...headers },
		})
	}

	return {
		cookies,
		send,
		open: (path) => load(new URL(path, baseUrl)),
		follow(page, selector) {
			const href = page.document.querySelector(selector)?.getAttribute('href')
			if (href === undefined) throw new Error(`no link ${selector} on ${page.url.pathname}`)
			return load(new URL(href, page.url))
		},
		submit(page, selector, values, submitOptions) {
			const form = filledForm(page.document, selector, values, submitOptions)
			const target = new URL(form.action ?? page.url.href, page.url)
			if (form.method === 'POST') return loadPost(target, form.body.toString(), { referer: page.url.href })
			target.search = form.body.toString()
			return load(target)
		},
		post: (path, body, headers) => loadPost(new URL(path, baseUrl), body.toString(), headers),
	}
}

/** Many tests only read the status, and parsing takes longer than the request. */
function toLoadedPage(
	{ status, headers }: Response,
	{ url, redirects, html }: Pick<LoadedPage, 'url' | 'redirects' | 'html'>,
): LoadedPage {
	let document: HTMLElement | undefined
	let text: string | undefined
	return {
		status,
		url,
		redirects,
		headers,
		html,
		get document() {
			document ??= parse(html)
			return document
		},
		get text() {
			text ??= readableText(html)
			return text
		},
	}
}

function readRedirect(response: Response): string | null {
	return [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null
}

/** All our cookies are for the whole site. */
function keepCookie(cookies: Map<string, string>, line: string) {
	const [pair = '', ...attributes] = line.split(';')
	const at = pair.indexOf('=')
	const name = pair.slice(0, at).trim()
	const isGone = attributes.some((attribute) => {
		const [key = '', value = ''] = attribute.trim().split('=')
		if (key.toLowerCase() === 'max-age') return Number(value) <= 0
		return key.toLowerCase() === 'expires' && Date.parse(value) <= Date.now()
	})
	if (isGone) cookies.delete(name)
	else cookies.set(name, pair.slice(at + 1).trim())
}

function readableText(html: string): string {
	const body = parse(html, { comment: false, blockTextElements: { script: false, style: false } })
	return (body.querySelector('body') ?? body).textContent.replace(/\s+/g, ' ').trim()
}

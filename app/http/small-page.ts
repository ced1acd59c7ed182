const words = {
	400: ['We couldn’t read that', 'The link was not complete. Please go back and try again.'],
	404: ['Oops! Page not found', 'The link may be old or mistyped.'],
} as const

/** A page without Remix, for requests that must cost nothing, in the error page's words. */
export function smallPage(status: keyof typeof words, nonce: string): Response {
	const [title, text] = words[status]
	const html = `<!DOCTYPE html><html lang="en-NG"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style nonce="${nonce}">:root{color-scheme:light dark}body{font:1.125rem/1.5 system-ui,sans-serif;max-width:26rem;margin:20vh auto;padding:0 1.5rem;text-align:center}a{display:inline-block;padding:.75rem}</style></head><body><main><h1>${title}</h1><p>${text}</p><a href="/">Return to Home</a></main></body></html>`
	return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

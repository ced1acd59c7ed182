/** `body` is HTML. The icon is empty, so that browsers request none. */
export function htmlPage(title: string, body: string, style = ''): string {
	return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>${escaped(title)}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:1rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere}li{margin:.75rem 0}:root{color-scheme:light dark}${style}</style></head>
<body>${body}</body></html>`
}

export function escaped(text: string): string {
	return text
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
}

/** Pages that are alike for everybody without cookies. With a query they are asked for too rarely to be shared. */
const PUBLIC_PATH = /^\/(discover|business\/[\w-]{1,64}|privacy|terms)?$/

/** Whether an answer may be a copy that others get too, and be made one. */
export function isPublicPage(request: Request): boolean {
	if (request.method !== 'GET' || request.headers.has('cookie')) return false
	return PUBLIC_PATH.test(new URL(request.url).pathname) && !request.url.includes('?')
}

/** What a copy hangs on: the address, whether data is to be saved, and the release, whose scripts it names. */
export function copyKey(
	{ url }: Request,
	{ saveData, version }: { saveData: boolean; version: string },
): string {
	return `${url}?copy=${encodeURIComponent(version)}${saveData ? '&save-data=on' : ''}`
}

/** The request for the page, without anything about the visitor who sends it. */
export function impersonal({ url }: Request, { saveData }: { saveData: boolean }): Request {
	return new Request(url, { headers: { accept: 'text/html', ...(saveData && { 'save-data': 'on' }) } })
}

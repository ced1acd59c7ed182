import type { AppLoadContext } from '@remix-run/cloudflare'

/** The host in the ids of calendar files: the same on pages and in mails, however the app is reached. */
export function calendarHost(request: Request, { settings }: Pick<AppLoadContext, 'settings'>): string {
	return new URL(settings.appOrigin ?? request.url).host
}

export function calendarAnswer(
	file: string,
	{ method, filename }: { method: string; filename: string },
): Response {
	return new Response(file, {
		headers: {
			'content-type': `text/calendar; charset=utf-8; method=${method}`,
			'content-disposition': `attachment; filename="${filename}"`,
			'cache-control': 'no-store',
		},
	})
}

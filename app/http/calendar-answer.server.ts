import type { AppLoadContext } from '@remix-run/cloudflare'

/** The host in the ids of calendar files: one for those of pages and of mails, however the app is reached. */
export function calendarHost(request: Request, { settings }: Pick<AppLoadContext, 'settings'>): string {
	return new URL(settings.appOrigin ?? request.url).host
}

/** A calendar file to be downloaded. */
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

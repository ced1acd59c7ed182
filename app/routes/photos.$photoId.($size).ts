import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { servePhoto } from '#app/flows/discovery/shop-photos.server.ts'
import { isKnownEtag } from '#app/http/known-etag.ts'

/** How long a shared cache may show a hidden photo. */
const HOUR_SECONDS = 3_600

/** A shop's photo, for everyone: no cookie is read or set. Hidden and unknown photos get the same answer. */
export async function loader({ request, params: { photoId = '', size }, context }: LoaderFunctionArgs) {
	const isSmall = size === 'small'
	const photo =
		size === undefined || isSmall ? await servePhoto(context, photoId, isSmall ? 'thumbnail' : 'photo') : null
	if (photo === null) return noPhoto()
	const etag = `"${photo.digest.slice(0, 32)}${isSmall ? '-s' : ''}"`
	const headers = { etag, 'cache-control': `public, max-age=${HOUR_SECONDS}` }
	if (isKnownEtag(request.headers.get('if-none-match'), etag))
		return new Response(null, { status: 304, headers })
	const body = await photo.open()
	if (body === null) return noPhoto()
	return new Response(body, {
		headers: { ...headers, 'content-type': `image/${photo.type}`, 'content-disposition': 'inline' },
	})
}

function noPhoto(): Response {
	return new Response('There is no photo here.', {
		status: 404,
		headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
	})
}

import { data } from '@remix-run/cloudflare'
import { discardBody } from './discard-body.ts'
import { limitedBody } from './limited-body.server.ts'

/** Far above what any form of ours sends. */
const MAX_FORM_BYTES = 64 * 1024
const MAX_FIELDS = 200

/**
 * The fields of a posted form. Throws the answer itself for what no form of ours sends: 413 above 64 KB, 415 for another
 * content type, 400 for what cannot be read or has hundreds of fields.
 */
export async function readForm(request: Request): Promise<FormData> {
	const type = request.headers.get('content-type') ?? ''
	if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) {
		await discardBody(request)
		throw data(null, { status: 415 })
	}
	const body = await limitedBody(request, MAX_FORM_BYTES)
	if (body === null) throw data(null, { status: 413 })
	try {
		const form = await new Response(body, { headers: { 'content-type': type } }).formData()
		if ([...form.keys()].length <= MAX_FIELDS) return form
	} catch {
		// Not a form after all.
	}
	throw data(null, { status: 400 })
}

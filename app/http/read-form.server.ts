import { data } from '@remix-run/cloudflare'
import { discardBody } from './discard-body.ts'

/** Far above what any form of ours sends. */
const MAX_FORM_BYTES = 64 * 1024
const MAX_FIELDS = 200
/** What is more than a form is read on up to here and thrown away: a sender that is cut off does not see our answer. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024

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
	const body = await limitedBody(request)
	try {
		const form = await new Response(body, { headers: { 'content-type': type } }).formData()
		if ([...form.keys()].length <= MAX_FIELDS) return form
	} catch {
		// Not a form after all.
	}
	throw data(null, { status: 400 })
}

async function limitedBody(request: Request): Promise<Uint8Array<ArrayBuffer>> {
	const chunks: Uint8Array[] = []
	let size = 0
	// The declared length can lie, so what arrives is counted.
	const reader = request.body?.getReader()
	while (reader) {
		const { done, value } = await reader.read()
		if (done) break
		size += value.byteLength
		if (size <= MAX_FORM_BYTES) chunks.push(value)
		if (size > MAX_DISCARDED_BYTES) await reader.cancel()
	}
	if (size > MAX_FORM_BYTES) throw data(null, { status: 413 })
	const body = new Uint8Array(size)
	let offset = 0
	for (const chunk of chunks) {
		body.set(chunk, offset)
		offset += chunk.byteLength
	}
	return body
}

import { data } from '@remix-run/cloudflare'
import { limitedBody } from './limited-body.server.ts'

/** Far above what any form of ours sends. */
export const MAX_FORM_BYTES = 64 * 1024
const MAX_FIELDS = 200
/** Letters of all values together. Refused values are shown again; an escaped letter takes up to 11 bytes of a page. */
const MAX_VALUE_LETTERS = 6_000

/**
 * Names as our forms have them: flat, short, without brackets and dots. conform reads `a[10000000]` as the index of an
 * array, makes as many places, and zod walks through all of them; names that begin with '__' are its own (S1).
 */
const fieldName = /^(?!__)\w[\w-]{0,60}$/

/**
 * The fields of a posted form. Throws the answer itself for what no form of ours sends: 413 above 64 KB or 6,000
 * letters, 415 for another content type, 400 for what cannot be read, has hundreds of fields, a file or a strange
 * name (W10).
 */
export async function readForm(request: Request): Promise<FormData> {
	const type = requireFormType(request)
	const body = await limitedBody(request, MAX_FORM_BYTES)
	if (body === null) throw data(null, { status: 413 })
	const fields = await fieldsOf(body, type)
	if (fields === null || !fields.every(isPlain)) throw data(null, { status: 400 })
	if (lettersOf(fields) > MAX_VALUE_LETTERS) throw data(null, { status: 413 })
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	return form
}

/** The content type of a form; throws 415 for another, unread: so a guard may stand behind it. */
export function requireFormType({ headers }: Request): string {
	const type = headers.get('content-type') ?? ''
	if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return type
	throw data(null, { status: 415 })
}

type Field = [name: string, value: string | File]

/** Null for a body that is no form, and for hundreds of fields. */
async function fieldsOf(body: Uint8Array<ArrayBuffer>, type: string): Promise<Field[] | null> {
	try {
		const fields = [...(await new Response(body, { headers: { 'content-type': type } }).formData())]
		return fields.length <= MAX_FIELDS ? fields : null
	} catch {
		return null
	}
}

function isPlain(field: Field): field is [string, string] {
	const [name, value] = field
	return typeof value === 'string' && fieldName.test(name)
}

function lettersOf(fields: readonly [string, string][]): number {
	return fields.reduce((sum, [, value]) => sum + value.length, 0)
}

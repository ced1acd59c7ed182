import { data } from '@remix-run/cloudflare'
import { beginningOfBody, limitedBody } from './limited-body.server.ts'

/** Far above any of our forms. */
export const MAX_FORM_BYTES = 64 * 1024
const MAX_FIELDS = 200
/** Letters of all values. Refused values are shown again, and an escaped letter takes up to 11 bytes. */
const MAX_VALUE_LETTERS = 6_000

/**
 * Flat, short names. conform reads `a[10000000]` as an array index, makes as many places, and zod walks through them.
 * Names that begin with '__' are conform's (S1).
 */
const fieldName = /^(?!__)\w[\w-]{0,60}$/

/**
 * The fields of a post (W10). Throws 413 above 64 KB or 6,000 letters, 415 for another content type, 400 for an
 * unreadable form, a file or a strange name. Stands first in an action: answering an unread body breaks the
 * connection.
 */
export async function readForm(request: Request): Promise<FormData> {
	const type = requireFormType(request)
	const body = await limitedBody(request, MAX_FORM_BYTES)
	if (body === null) throw data(null, { status: 413 })
	const fields = await parseFields(body, type)
	if (fields === null || !fields.every(isPlain)) throw data(null, { status: 400 })
	return plainForm(fields)
}

export type UploadedForm = {
	form: FormData
	/** By field name; no bytes where no file was chosen. */
	files: ReadonlyMap<string, Uint8Array>
	/** The body was longer than our forms: a file is missing in `files`. */
	isCutOff: boolean
}

/** A camera's photo is read to its end, so that its sender gets an answer in words. */
const MAX_DISCARDED_UPLOAD_BYTES = 16 * 1024 * 1024

/**
 * For a form that ends with files of these names. Beyond 64 KB the fields before the files are kept, so that the answer
 * shows the input.
 */
export async function readUpload(request: Request, names: readonly string[]): Promise<UploadedForm> {
	const type = requireFormType(request)
	const { body, isWhole } = await beginningOfBody(request, MAX_FORM_BYTES, MAX_DISCARDED_UPLOAD_BYTES)
	const fields = await parseFields(isWhole ? body : withoutLastPart(body, type), type)
	if (fields === null) throw data(null, { status: 400 })
	const plain = fields.filter(isPlain)
	const uploaded = fields.filter(([name, value]) => typeof value !== 'string' && names.includes(name))
	if (plain.length + uploaded.length < fields.length) throw data(null, { status: 400 })
	const files = new Map<string, Uint8Array>()
	for (const [name, value] of uploaded) files.set(name, new Uint8Array(await (value as File).arrayBuffer()))
	return { form: plainForm(plain), files, isCutOff: !isWhole }
}

/** The parts that arrived whole, closed as a form. */
function withoutLastPart(body: Uint8Array<ArrayBuffer>, type: string): Uint8Array<ArrayBuffer> {
	const [, boundary = ''] = /boundary="?([^";]{1,70})/i.exec(type) ?? []
	const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
	const end = Math.max(bytes.lastIndexOf(`\r\n--${boundary}\r\n`), 0)
	return new Uint8Array(Buffer.concat([bytes.subarray(0, end), Buffer.from(`\r\n--${boundary}--\r\n`)]))
}

function plainForm(fields: readonly [string, string][]): FormData {
	if (countLetters(fields) > MAX_VALUE_LETTERS) throw data(null, { status: 413 })
	const form = new FormData()
	for (const [name, value] of fields) form.append(name, value)
	return form
}

/** Throws 415 for another type, with the body unread, so that a guard may follow. */
export function requireFormType({ headers }: Request): string {
	const type = headers.get('content-type') ?? ''
	if (/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type)) return type
	throw data(null, { status: 415 })
}

type Field = [name: string, value: string | File]

/** Null for no form, and for hundreds of fields. */
async function parseFields(body: Uint8Array<ArrayBuffer>, type: string): Promise<Field[] | null> {
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

function countLetters(fields: readonly [string, string][]): number {
	return fields.reduce((sum, [, value]) => sum + value.length, 0)
}

import { isSecretField } from './typed-fields.ts'

/** A post that was not done: what the error page holds of it, to send it again (F2). */
export type HeldPost = {
	fields: [name: string, value: string][]
	/** The names of passwords and tokens that were sent with them: their values are not held. */
	withheld: string[]
}

/** More than any form of ours has. */
const MAX_FIELDS = 80
const MAX_LETTERS = 16_000
const FIELD_NAME = /^[\w.-]{1,60}$/

/** The part of a posted form that is kept; null for a form larger than ours, and for an empty one. */
export function heldPost(form: FormData): HeldPost | null {
	const fields: HeldPost['fields'] = []
	const withheld: string[] = []
	let letters = 0
	for (const [name, value] of form) {
		if (typeof value !== 'string' || !FIELD_NAME.test(name)) continue
		if (isSecretField(name)) {
			// An empty one is as good as none.
			if (value !== '') withheld.push(name)
			continue
		}
		letters += name.length + value.length
		fields.push([name, value])
	}
	if (fields.length + withheld.length === 0 || fields.length > MAX_FIELDS || letters > MAX_LETTERS)
		return null
	return { fields, withheld }
}

/** What the answer to a failed request carries for the error page: its number in the log, and the post to repeat. */
export type FailedRequest = {
	requestId: string
	held: HeldPost | null
	/** Where the sender does too much at once. */
	retryAfterSeconds?: number
	/** What of the page could not be loaded, in its own words (M12). */
	loadFailure?: string
}

/** The data of an error as such an answer; null for any other error. */
export function failedRequestIn(errorData: unknown): FailedRequest | null {
	if (typeof errorData !== 'object' || errorData === null || !('held' in errorData)) return null
	return errorData as FailedRequest
}

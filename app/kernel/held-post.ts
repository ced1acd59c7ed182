import type { Wording } from './action-answer.ts'
import { isSecretField } from './typed-fields.ts'

/** A failed post, which the error page can send again (F2). */
export type HeldPost = {
	fields: [name: string, value: string][]
	/** Names of the passwords and tokens, whose values are not held. */
	withheld: string[]
}

/** More than any of our forms has. */
const MAX_FIELDS = 80
const MAX_LETTERS = 16_000
const FIELD_NAME = /^[\w.-]{1,60}$/

/** Null for an empty form, and for one larger than ours. */
export function heldPost(form: FormData): HeldPost | null {
	const fields: HeldPost['fields'] = []
	const withheld: string[] = []
	let letters = 0
	for (const [name, value] of form) {
		if (typeof value !== 'string' || !FIELD_NAME.test(name)) continue
		if (isSecretField(name)) {
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

/** What the error page needs: the request's number in the log, and the post to repeat. */
export type FailedRequest = {
	requestId: string
	held: HeldPost | null
	/** For a rate limit. */
	retryAfterSeconds?: number
	/** Which part of the page could not be loaded (M12). */
	loadFailure?: string
}

/** Null for any other error. */
export function failedRequestIn(errorData: unknown): FailedRequest | null {
	if (typeof errorData !== 'object' || errorData === null || !('held' in errorData)) return null
	return errorData as FailedRequest
}

/** A post of an owner's page that waits for the PIN: the reason, and what was posted. */
export type PinQuestion = { pinQuestion: Wording; fields: HeldPost['fields'] }

/** Null for any other error. */
export function pinQuestionIn(errorData: unknown): PinQuestion | null {
	if (typeof errorData !== 'object' || errorData === null || !('pinQuestion' in errorData)) return null
	return errorData as PinQuestion
}

import type { Wording } from './action-answer.ts'
import type { HeldPost } from './held-post.ts'

/** A post of an owner's page that waits for the PIN: why it is asked for, and what was posted. */
export type AskedPin = { askedPin: Wording; fields: HeldPost['fields'] }

/** The data of an error as such a question; null for any other error. */
export function askedPinIn(errorData: unknown): AskedPin | null {
	if (typeof errorData !== 'object' || errorData === null || !('askedPin' in errorData)) return null
	return errorData as AskedPin
}

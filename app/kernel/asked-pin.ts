import type { Wording } from './action-answer.ts'
import type { HeldPost } from './held-post.ts'

/** A post of an owner's page that waits for the PIN: the reason, and what was posted. */
export type AskedPin = { askedPin: Wording; fields: HeldPost['fields'] }

/** Null for any other error. */
export function askedPinIn(errorData: unknown): AskedPin | null {
	if (typeof errorData !== 'object' || errorData === null || !('askedPin' in errorData)) return null
	return errorData as AskedPin
}

import { readToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * A promo code in the address of a plan's checkout. It is signed, so that codes can be tried only by posts, which are
 * counted (S8).
 */
export function signPlanPromo(secrets: readonly string[], code: string): Promise<string> {
	return signToken(secrets, 'plan-promo', code)
}

/** '' for none, and for an unsigned one. */
export async function readPlanPromo(secrets: readonly string[], token: string | null): Promise<string> {
	return (token && (await readToken(secrets, 'plan-promo', token))) || ''
}

import { readToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * A promo code in the address of a plan's checkout. It is signed, so that codes are tried by posts alone, which are
 * counted (S8).
 */
export function signPlanPromo(secrets: readonly string[], code: string): Promise<string> {
	return signToken(secrets, 'plan-promo', code)
}

/** The code of a token; '' for none, and for anything that none of our keys signed. */
export async function readPlanPromo(secrets: readonly string[], token: string | null): Promise<string> {
	return (token && (await readToken(secrets, 'plan-promo', token))) || ''
}

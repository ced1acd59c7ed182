import { readToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * The token of the address that a payer returns to: it shows this payment's outcome in any browser, without a cookie
 * (K27). It ends with the links of its appointment (S46).
 */
export function signPaymentLink(secrets: readonly string[], paymentReference: string): Promise<string> {
	return signToken(secrets, 'payment-link', paymentReference)
}

/** Null unless one of our keys signed the token. */
export function readPaymentLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'payment-link', token)
}

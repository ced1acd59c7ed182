import { readToken, signToken } from '#app/kernel/signed.server.ts'

/**
 * The token of the address that the provider sends a payer back to: it shows the outcome of this payment to its holder,
 * in any browser, with no cookie (K27). It ends with the links of its visit (S46).
 */
export function signPaymentLink(secrets: readonly string[], paymentReference: string): Promise<string> {
	return signToken(secrets, 'payment-link', paymentReference)
}

/** The reference of the payment that a token was made for; null for anything that none of our keys signed. */
export function readPaymentLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'payment-link', token)
}

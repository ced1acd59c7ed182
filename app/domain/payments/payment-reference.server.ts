import { newReadableCode } from '#app/kernel/id.server.ts'
import { readToken, signToken } from '#app/kernel/signed.server.ts'

/** Of 32 letters and digits: 130 bits, too many to guess. */
const LENGTH = 26

/** The name of one attempt here and at the provider (K1). Never used again. */
export function newPaymentReference(): string {
	return `wk-${newReadableCode(LENGTH)}`
}

/** Other payments in the account at the provider have other references. */
export function isPaymentReference(text: string): boolean {
	return /^wk-[A-HJ-NP-Z2-9]{26}$/.test(text)
}

/**
 * For the payer's return: it shows this payment's outcome in any browser, without a cookie (K27). The link ends with
 * the links of its appointment (S46).
 */
export function signPaymentLink(secrets: readonly string[], paymentReference: string): Promise<string> {
	return signToken(secrets, 'payment-link', paymentReference)
}

/** Null unless one of our keys signed the token. */
export function readPaymentLink(secrets: readonly string[], token: string): Promise<string | null> {
	return readToken(secrets, 'payment-link', token)
}

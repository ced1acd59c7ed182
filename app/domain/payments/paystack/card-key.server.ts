import { keyedHash } from '#app/kernel/signed.server.ts'

/**
 * A keyed hash of Paystack's signature of a card: equal for equal cards, and useless without the key. Cards from before
 * and after a rotation do not match.
 */
export function cardKey(secretKey: string, signature: string): string {
	return keyedHash(secretKey, 'card', signature).slice(0, 22)
}

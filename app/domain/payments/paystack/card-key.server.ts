import { keyedHash } from '#app/kernel/signed.server.ts'

/**
 * A keyed hash of the signature by which Paystack knows a card: equal for equal cards, and useless without the key. A
 * rotated key gives other hashes: cards before and after it are not matched.
 */
export function cardKey(secretKey: string, signature: string): string {
	return keyedHash(secretKey, 'card', signature).slice(0, 22)
}

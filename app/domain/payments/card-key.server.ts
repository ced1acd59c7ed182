import { keyedHash } from '#app/kernel/signed.server.ts'

/**
 * What is kept of the signature by which Paystack knows a card: equal for equal cards, and of no use to anybody
 * without the key. A rotated key makes other ones, so that cards of before are told apart from those of after.
 */
export function cardKey(secretKey: string, signature: string): string {
	return keyedHash(secretKey, 'card', signature).slice(0, 22)
}

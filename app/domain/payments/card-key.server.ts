import { createHmac } from 'node:crypto'

/**
 * A keyed hash of the signature by which Paystack knows a card: equal for equal cards, and useless without the key. A
 * rotated key gives other hashes: cards before and after it are not matched.
 */
export function cardKey(secretKey: string, signature: string): string {
	return createHmac('sha256', secretKey).update(`card:${signature}`).digest('base64url').slice(0, 22)
}

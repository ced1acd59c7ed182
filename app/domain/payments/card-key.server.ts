import { createHmac } from 'node:crypto'

/**
 * What is kept of the signature by which Paystack knows a card: equal for equal cards, and of no use to anybody
 * without the key. A rotated key makes other ones, so that cards of before are told apart from those of after.
 */
export function cardKey(secretKey: string, signature: string): string {
	return createHmac('sha256', secretKey).update(`card:${signature}`).digest('base64url').slice(0, 22)
}

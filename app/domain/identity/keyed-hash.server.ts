import { createHmac } from 'node:crypto'

/**
 * HMAC-SHA-256 of a value, URL-safe: only a holder of the key can make it. `use` names the
 * purpose, so that a hash made for one purpose does not serve another.
 */
export function keyedHash(key: string, use: string, value: string): string {
	return createHmac('sha256', key).update(`${use}:${value}`).digest('base64url')
}

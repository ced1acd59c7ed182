import { createHmac } from 'node:crypto'

/**
 * A value's stand-in that only the holder of the key can make: 256 bits, URL-safe. `use` keeps apart what different
 * parts of the app make of the same key.
 */
export function keyedHash(key: string, use: string, value: string): string {
	return createHmac('sha256', key).update(`${use}:${value}`).digest('base64url')
}

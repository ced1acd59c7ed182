import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { keyedHash } from '#app/kernel/signed.server.ts'
import { voucherWordList } from './voucher-word-list.server.ts'

/**
 * The two words of this minute, on every open voucher of a shop and on its kiosk. A picture of a voucher is worthless a
 * minute later or elsewhere (D51). The first secret makes them.
 */
export function voucherWords([secret]: readonly string[], shopId: string, at: Instant): string {
	if (secret === undefined) throw new Error('the words of a voucher need a key')
	const minute = Math.floor(at / MINUTE_MS)
	const hash = Buffer.from(keyedHash(secret, 'voucher-words', `${shopId}:${minute}`), 'base64url')
	return [0, 1].map((place) => voucherWordList[hash.readUInt8(place)]).join(' ')
}

import { keyedHash } from '#app/domain/identity/keyed-hash.server.ts'
import type { ShopCaller } from '#app/domain/shops/access-key.ts'

/**
 * The only form in which a PIN is kept. Its few digits are guessed at once by whoever reads the database: a key is
 * needed too.
 */
export function pinHashOf(
	[cookieKey = '']: readonly string[],
	{ secretHash }: Pick<ShopCaller, 'secretHash'>,
	pin: string,
): string {
	return keyedHash(cookieKey, 'kiosk-pin', `${secretHash}:${pin}`)
}

/** Whether this is the PIN of that key; any of our keys may have hashed it. */
export function isPin(
	cookieKeys: readonly string[],
	caller: Pick<ShopCaller, 'secretHash'>,
	pin: string,
	pinHash: string | null,
): boolean {
	return cookieKeys.some((key) => pinHashOf([key], caller, pin) === pinHash)
}

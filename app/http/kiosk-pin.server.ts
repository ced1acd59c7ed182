import { isKeyedHash, keyedHash } from '#app/kernel/signed.server.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'

const PURPOSE = 'kiosk-pin'

/** The only form in which a PIN is kept. Without a key its few digits could be guessed from the database at once. */
export function hashPin(
	[cookieKey = '']: readonly string[],
	caller: Pick<ShopCaller, 'secretHash'>,
	pin: string,
): string {
	return keyedHash(cookieKey, PURPOSE, pinOf(caller, pin))
}

/** Any of our keys may have made the hash. */
export function isPin(
	cookieKeys: readonly string[],
	caller: Pick<ShopCaller, 'secretHash'>,
	pin: string,
	pinHash: string | null,
): boolean {
	return pinHash !== null && isKeyedHash(cookieKeys, PURPOSE, pinOf(caller, pin), pinHash)
}

/** A PIN that two kiosks share has two hashes. */
function pinOf({ secretHash }: Pick<ShopCaller, 'secretHash'>, pin: string): string {
	return `${secretHash}:${pin}`
}

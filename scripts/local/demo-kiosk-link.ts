import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { KIOSK_LINK_MS } from '#app/domain/shops/access-key.ts'
import type { DeviceOf } from '#app/domain/shops/access-key-repository.server.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { createRepositories } from '#app/repositories.server.ts'
import { openDatabase } from '#db/client.server.ts'
import { withPatience } from './patience.ts'

const demoShop = { shopId: 'ade-hair-studio', shopName: 'Adé Hair Studio' }

/** A new link at each start: only the hash of an older link is kept. Null without the demo shop. */
export async function demoKioskLink(
	databaseUrl: string,
	{ origin, device = { role: 'desk' }, now }: { origin: string; device?: DeviceOf; now: Instant },
): Promise<{ shopName: string; link: string } | null> {
	const {
		shops: { accessKeys },
		writeBatch,
	} = createRepositories(openDatabase({ url: databaseUrl, ...withPatience }))
	const token = newSecretToken()
	try {
		const name = `Demo ${device.role === 'desk' ? 'kiosk' : device.role}`
		const link = { tokenHash: hashSecretToken(token), shopId: demoShop.shopId, name, ...device }
		await writeBatch(accessKeys.insertLink({ ...link, expiresAt: now + KIOSK_LINK_MS, now }))
	} catch (error) {
		if (isViolation(error, 'foreign_key')) return null
		throw error
	}
	return { shopName: demoShop.shopName, link: `${origin}/kiosk/open?link=${token}` }
}

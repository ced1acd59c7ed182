import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { contentId } from '#app/kernel/id.server.ts'
import { type HashPurpose, keyedHash } from '#app/kernel/signed.server.ts'

/**
 * The secret of an address that an owner's page shows once. It is made of the page's own id and all that was asked, so
 * that a second tap shows that address again, and nothing has to keep it.
 */
export async function shownSecret(
	{ settings: { cookieKeys } }: Pick<AppLoadContext, 'settings'>,
	purpose: HashPurpose,
	{ key, pageAct, action }: { key: Pick<AccessKey, 'keyId'>; pageAct: string; action: readonly string[] },
): Promise<string> {
	return keyedHash(
		cookieKeys[0] ?? '',
		purpose,
		await contentId(JSON.stringify([key.keyId, pageAct, ...action])),
	)
}

/** Where an address that is handed on begins: at the app's own name where it has one. */
export function handedOnOrigin({ settings, url }: Pick<AppLoadContext, 'settings' | 'url'>): string {
	return settings.appOrigin ?? new URL(url).origin
}

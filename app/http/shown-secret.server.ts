import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { contentId } from '#app/kernel/id.server.ts'
import { type HashPurpose, keyedHash } from '#app/kernel/signed.server.ts'

/**
 * The secret that an owner's page shows once. Made of the page's id and the whole action, so that a second tap shows it
 * again and nothing stores it.
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

/** The origin of addresses that are passed on: the app's own where it has one. */
export function handedOnOrigin({ settings, url }: Pick<AppLoadContext, 'settings' | 'url'>): string {
	return settings.appOrigin ?? new URL(url).origin
}

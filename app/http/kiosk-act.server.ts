import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { closedKiosk } from './kiosk-guard.server.ts'

/** Names what one tap does: the page's own id, what is done and to what, so that a second tap finds it done. */
export function actIdOf({ keyId }: Pick<AccessKey, 'keyId'>, pageAct: string, ...deed: string[]): string {
	return [keyId, pageAct, ...deed].join('.')
}

/**
 * What a flow that is written down under this id gives, or 'act_done_already' for what this very page has sent before: a
 * second tap reads that the visit is closed, because the first has closed it. A key that has ended meanwhile leads to the
 * page that says so.
 */
export async function onceAtKiosk<Result extends { ok: boolean }>(
	{ shopActs }: Pick<AppLoadContext, 'shopActs'>,
	actId: string,
	act: () => Promise<Result>,
): Promise<Result | 'act_done_already'> {
	try {
		const result = await act()
		return !result.ok && (await shopActs.answeredAct(actId)) ? 'act_done_already' : result
	} catch (error) {
		if (!isDatabaseError(error)) throw error
		if (error.rule === 'act_done_already') return 'act_done_already'
		if (error.rule === 'key_ended') throw closedKiosk()
		throw error
	}
}

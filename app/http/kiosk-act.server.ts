import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { contentId } from '#app/kernel/id.server.ts'
import { closedKiosk } from './kiosk-guard.server.ts'

/**
 * Names what one tap does, in the form of a new id: the page's own id with everything that is asked for. A second tap
 * finds it done; something else that is asked on the same page, whose answer was lost, is done as well. As a hash it may
 * name what the tap makes too: no posted value gives the id of anything that exists.
 */
export function actIdOf(
	{ keyId }: Pick<AccessKey, 'keyId'>,
	pageAct: string,
	deed: string,
	...asked: (string | number | null)[]
): Promise<string> {
	return contentId(JSON.stringify(['kiosk act', keyId, pageAct, deed, ...asked]))
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

import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { closedKiosk } from './kiosk-guard.server.ts'

type KioskTap = {
	key: Pick<AccessKey, 'keyId' | 'shop'>
	/** The id that the page gave its forms. */
	pageAct: string
	/** The requested action, its verb first. */
	action: readonly [verb: string, ...(string | number | null)[]]
	now: Instant
}

export type KioskAct = {
	/** Names the tap. As a hash it may name what the tap makes: no posted value gives an id that exists. */
	actId: string
	/** Of the device that does it. */
	keyId: string
	/** What writes the act down, for the flow's `alongside`. */
	actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>) => Statement[]
}

/**
 * Does once what a tap asks for, and gives what `run` gives. Its act has the page's own id with everything that is
 * asked: a second tap gives 'act_done_already', and something else that is asked on the same page is done as well. A
 * key that has ended meanwhile leads to the page that says so.
 */
export async function actAtKiosk<Result extends { ok: boolean }>(
	{ shops: { shopActs }, requestId }: Pick<AppLoadContext, 'shops' | 'requestId'>,
	{ key, pageAct, action, now }: KioskTap,
	run: (act: KioskAct) => Promise<Result>,
): Promise<Result | 'act_done_already'> {
	const id = await contentId(JSON.stringify(['kiosk act', key.keyId, pageAct, ...action]))
	const by = { id, requestId, shopId: key.shop.id, keyId: key.keyId, now }
	try {
		const result = await run({
			actId: id,
			keyId: key.keyId,
			actOf: (act) => shopActs.insertAct({ ...by, ...act }),
		})
		// A second tap reads that the appointment is closed, because the first has closed it.
		return !result.ok && (await shopActs.answeredAct(id)) ? 'act_done_already' : result
	} catch (error) {
		if (!isDatabaseError(error)) throw error
		if (error.rule === 'act_done_already') return 'act_done_already'
		if (error.rule === 'key_ended') throw closedKiosk()
		throw error
	}
}

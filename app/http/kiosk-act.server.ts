import type { AppLoadContext } from '@remix-run/cloudflare'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import type { ShopAct } from '#app/domain/shops/shop-act-repository.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { contentId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { isRetryable, type Statement, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { refusedBy } from './answers.server.ts'
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
	/** The tap's id, which a created row may use: as a hash of posted values it equals no existing id. */
	actId: string
	/** Of the acting device. */
	keyId: string
	/** Writes the act down, for the flow's `alongside`. */
	actOf: (act: Pick<ShopAct, 'kind' | 'subjectId' | 'summary'>) => Statement[]
}

/**
 * Does a tap's act once: a second tap gives 'act_done_already', another action on the same page is done. An ended key
 * leads to `/kiosk/closed`.
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
		// The flow refuses a second tap, because the first has closed the appointment.
		return !result.ok && (await shopActs.answeredAct(id)) ? 'act_done_already' : result
	} catch (error) {
		if (!isDatabaseError(error)) throw error
		if (error.rule === 'act_done_already') return 'act_done_already'
		if (error.rule === 'key_ended') throw closedKiosk()
		throw error
	}
}

/** Answers a refused act with `wording` of its code. */
export function refusedAct<Code extends string, Offer = never>(
	refusal: Code | WriteFailure,
	wording: (code: Code) => Wording,
	more?: Parameters<typeof refusedBy<Offer>>[1],
) {
	return refusedBy<Offer>(isRetryable(refusal) ? kioskWords[refusal] : wording(refusal), more)
}

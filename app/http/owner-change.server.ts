import type { AppLoadContext } from '@remix-run/cloudflare'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import {
	type ShopChangeRefusal,
	shopChangeRefusals,
	shopChangeStatus,
} from '#app/domain/shops/shop-change-refusal.ts'
import type { OwnerOffer } from '#app/kernel/action-answer.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { done, refusedBy } from './answers.server.ts'
import { actAtKiosk, type KioskAct } from './kiosk-act.server.ts'
import type { OwnerPost } from './owner-post.server.ts'

/** The route passes the use-case: this floor knows no flow. */
export type MakeChange = (
	act: KioskAct,
) => Promise<
	Outcome<
		unknown,
		| ShopChangeRefusal
		| { conflicts: { referenceNumber: string; startsAt: Instant }[] }
		| { dates: { startsAt: Instant; isClosed: boolean }[] }
		| WriteFailure
	>
>

type OwnerChange = {
	/** The verb, and everything that the change depends on. */
	action: readonly [verb: string, ...(string | number | null)[]]
	run: MakeChange
	/** What another device changed meanwhile; `kept` is the current row for the form. */
	current?: () => Promise<{ changed: NonNullable<OwnerOffer['changed']>; kept: string } | null>
	/** Where success leads, and its message. */
	path: string
	notice: string
}

/**
 * Makes an owner's change once, and answers the post. A refusal keeps the input, and lists conflicting visits with
 * links, or what another device changed.
 */
export async function answerOwnerChange(
	context: AppLoadContext,
	{ result, key, now, value }: OwnerPost<{ act: string }>,
	{ action, run, current, path, notice }: OwnerChange,
) {
	const changed = await actAtKiosk(context, { key, pageAct: value.act, action, now }, run)
	if (changed === 'act_done_already' || changed.ok) return done(context, path, { flash: { title: notice } })
	const { refusal } = changed
	if (typeof refusal === 'object' && 'dates' in refusal) {
		const dates = refusal.dates.map(({ startsAt, isClosed }) => ({
			label: momentLabelAt(key.shop.timeZone, startsAt, now),
			why: isClosed ? 'your shop is closed' : 'its leader has another session',
		}))
		return refusedBy<OwnerOffer>(kioskWords.sessions_met, { result, offer: { dates }, code: 'sessions_met' })
	}
	if (typeof refusal === 'object') {
		const visits = refusal.conflicts.map(({ referenceNumber, startsAt }) => ({
			to: `/kiosk/visits/${referenceNumber}`,
			label: `${referenceNumber}, ${momentLabelAt(key.shop.timeZone, startsAt, now)}`,
		}))
		return refusedBy<OwnerOffer>(kioskWords.live_appointments_met, {
			result,
			offer: { visits },
			code: 'live_appointments_met',
		})
	}
	if (isRetryable(refusal)) return refusedBy<OwnerOffer>(kioskWords[refusal], { result })
	if (refusal === 'changed_meanwhile') {
		const row = await current?.()
		if (row)
			return refusedBy<OwnerOffer>(kioskWords.changed_meanwhile, {
				result: { ...result, initialValue: { ...result.initialValue, seen: row.kept } },
				offer: { changed: row.changed },
			})
	}
	const words = { title: 'Not saved.', text: shopChangeRefusals[refusal], status: shopChangeStatus(refusal) }
	return refusedBy<OwnerOffer>(words, { result })
}

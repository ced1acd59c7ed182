import type { Voucher } from '#app/domain/loyalty/own-reward-repository.server.ts'
import { voucherClosesAt } from '#app/domain/loyalty/reward-state.ts'
import { voucherWords } from '#app/domain/loyalty/voucher-words.server.ts'
import { clockLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { civilAt, zonePlace } from '#app/kernel/zone.server.ts'

/** Holds the check words of all its minutes, because the shop may have no network. The customer may see all. */
export function openVoucherView(reward: Voucher, cookieKeys: readonly string[], now: Instant) {
	const { id, timeZone } = reward.shop
	const closesAt = voucherClosesAt(reward)
	const minuteStartedAt = now - (now % MINUTE_MS)
	const minutes = Math.ceil((closesAt - minuteStartedAt) / MINUTE_MS)
	return {
		/** 'WK7A 4QMH', for reading aloud. */
		code: `${reward.code.slice(0, 4)} ${reward.code.slice(4)}`,
		at: now,
		secondOfDay: civilAt(timeZone, now).minute * 60 + (Math.floor(now / 1_000) % 60),
		day: `${shortDateLabelAt(timeZone, now)}, ${zonePlace(timeZone)} time`,
		leftMs: closesAt - now,
		until: clockLabelAt(timeZone, closesAt),
		/** Milliseconds after `at` from which each is shown. */
		words: Array.from({ length: minutes }, (_, i) => {
			const at = minuteStartedAt + i * MINUTE_MS
			return { fromMs: at - now, words: voucherWords(cookieKeys, id, at) }
		}),
	}
}

export type OpenVoucherView = ReturnType<typeof openVoucherView>

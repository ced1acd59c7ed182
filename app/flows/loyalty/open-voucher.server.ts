import { signBookingLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import { voucherState } from '#app/domain/loyalty/reward-state.ts'
import type { VoucherRefusal } from '#app/domain/loyalty/voucher-refusal.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import type { CivilDate } from '#app/kernel/civil.ts'
import { dateLabel } from '#app/kernel/date-labels.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** Opens the voucher of the actor's reward, which locks its code for three minutes (D51). A repeat is harmless. */
export async function openVoucher(
	{ loyalty: { vouchers }, writeBatch }: Pick<Repositories, 'loyalty' | 'writeBatch'>,
	actor: Actor,
	rewardId: string,
): Promise<Outcome<null, VoucherRefusal>> {
	try {
		const { found } = await writeIdempotent(writeBatch, {
			opened: vouchers.openVoucher(actor, rewardId, actor.at),
			found: vouchers.selectVoucherTimes(actor, rewardId),
		})
		const [reward] = found
		if (!reward) return refused('reward_not_found')
		const state = voucherState(reward, actor.at)
		if (state === 'closed') throw new Error('a voucher did not open for no known reason')
		return state === 'open' ? accepted(null) : refused(`reward_${state}` as const)
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}

/** Null for an unpaid checkout. */
type Use = { booking: { appointmentId: string; date: CivilDate } | null }

/** What a reward is in use for, in words, with the booking's signed address; null for a reward not in use. */
export async function inUse(
	use: Use | null,
	cookieKeys: readonly string[],
): Promise<{ text: string; path: string | null } | null> {
	if (!use) return null
	if (!use.booking) return { text: 'In use for a booking you’re paying for', path: null }
	const { appointmentId, date } = use.booking
	return {
		text: `In use for your booking on ${dateLabel(date)}`,
		path: confirmationPath(await signBookingLink(cookieKeys, appointmentId)),
	}
}

import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { phoneLabel } from '#app/kernel/phone.ts'
import type { ShopDetails } from './shop-details.ts'

type Say = (details: ShopDetails) => string
/** How an owner reads a detail: the label of its field, and its value. */
type Words = { label: string; say: Say }

const count = (value: number, one: string) => `${value} ${one}${value === 1 ? '' : 's'}`

/** '45 minutes', '24 hours', '3 days': in the largest unit of which it is a whole number; hours up to two days. */
function spanLabel(minutes: number): string {
	if (minutes % MINUTES_PER_DAY === 0 && minutes > 2 * MINUTES_PER_DAY)
		return count(minutes / MINUTES_PER_DAY, 'day')
	return minutes % 60 === 0 && minutes > 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}

/** 'None needed', or '2 hours'. */
export const noticeLabel = (minutes: number) => (minutes === 0 ? 'None needed' : spanLabel(minutes))

/** 'Its start', or '24 hours before'. */
export const cutoffLabel = (minutes: number) => (minutes === 0 ? 'Its start' : `${spanLabel(minutes)} before`)

export const horizonLabel = (days: number) => count(days, 'day')

function depositLabel({
	depositKind,
	depositValue,
}: Pick<ShopDetails, 'depositKind' | 'depositValue'>): string {
	if (depositKind === 'none') return 'none'
	return depositKind === 'percent' ? `${depositValue}%` : formatNaira(depositValue)
}

/** Each detail that has words of its own; what a deposit is worth is said with its kind. */
export const detailWords = {
	description: { label: 'Description', say: ({ description }) => description || 'none' },
	landmark: { label: 'Landmark', say: ({ landmark }) => landmark ?? 'none' },
	phone: { label: 'Phone', say: ({ phone }) => (phone === null ? 'none' : phoneLabel(phone)) },
	whatsapp: { label: 'WhatsApp', say: ({ whatsapp }) => (whatsapp === null ? 'none' : phoneLabel(whatsapp)) },
	depositKind: { label: 'Deposit', say: depositLabel },
	prepayAfterNoShows: {
		label: 'No-shows before a customer must prepay',
		say: ({ prepayAfterNoShows }) => String(prepayAfterNoShows ?? 'none'),
	},
	depositHoldHours: {
		label: 'Hours a time waits for its deposit',
		say: ({ depositHoldHours }) => String(depositHoldHours),
	},
	minimumNoticeMinutes: {
		label: 'Notice before a visit',
		say: ({ minimumNoticeMinutes }) => noticeLabel(minimumNoticeMinutes),
	},
	horizonDays: {
		label: 'How far ahead customers can book',
		say: ({ horizonDays }) => horizonLabel(horizonDays),
	},
	freeCancellationMinutes: {
		label: 'Free to cancel until',
		say: ({ freeCancellationMinutes }) => cutoffLabel(freeCancellationMinutes),
	},
	rescheduleCutoffMinutes: {
		label: 'Customers can move a visit until',
		say: ({ rescheduleCutoffMinutes }) => cutoffLabel(rescheduleCutoffMinutes),
	},
	maxAheadProven: {
		label: 'Unpaid visits ahead with a confirmed email',
		say: ({ maxAheadProven }) => String(maxAheadProven),
	},
	maxAheadUnproven: {
		label: 'Unpaid visits ahead without one',
		say: ({ maxAheadUnproven }) => String(maxAheadUnproven),
	},
	maxGuestBookingsPerHour: {
		label: 'Guest bookings an hour from one connection',
		say: ({ maxGuestBookingsPerHour }) => String(maxGuestBookingsPerHour),
	},
	maxMoves: { label: 'Times a visit can be moved', say: ({ maxMoves }) => String(maxMoves) },
} as const satisfies Record<Exclude<keyof ShopDetails, 'depositValue'>, Words>

/** Each detail that is another one now, in words. */
export function changedDetails(seen: ShopDetails, current: ShopDetails): { label: string; now: string }[] {
	return Object.values<Words>(detailWords)
		.filter(({ say }) => say(seen) !== say(current))
		.map(({ label, say }) => ({ label, now: say(current) }))
}

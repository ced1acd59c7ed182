import { isFull } from '#app/domain/availability/day-slots.ts'
import { draftMinutes } from '#app/domain/booking/draft/draft.ts'
import { draftSummary } from '#app/domain/booking/draft/draft-summary.ts'
import { customerWords } from '#app/domain/booking/reader-words.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import type { SignedInUser } from '#app/domain/identity/session.ts'
import type { Times } from '#app/flows/booking/read-times.server.ts'
import { timePath } from '#app/kernel/booking-paths.ts'
import { shortDateLabel } from '#app/kernel/date-labels.server.ts'

export function waitView(
	{ found, days }: Times,
	{
		requestedDate,
		user,
		ownWaits,
	}: { requestedDate: string | null; user: SignedInUser | null; ownWaits: readonly SlotWait[] },
) {
	const { draft, shop } = found
	const full = days.filter(isFull).map(({ date }) => ({
		date,
		label: shortDateLabel(date),
		isWaitedFor: ownWaits.some((wait) => wait.shop.id === shop.id && wait.date === date),
	}))
	const open = full.filter((day) => !day.isWaitedFor)
	const { firstName, lastName, email, phone } = draft.contact
	return {
		days: full,
		/** The requested day, or the only day without a wait. */
		chosenDate:
			open.find(({ date }) => date === requestedDate)?.date ?? (open.length === 1 ? open[0]?.date : null),
		canJoin: open.length > 0,
		refusal: draft.services.length === 1 ? null : customerWords('wait_for_one_service'),
		shopName: shop.name,
		summary: draftSummary(draft.services, draftMinutes(draft), undefined),
		timesPage: timePath(`from=${days[0]?.date ?? ''}`),
		/** The account to notify; null asks a guest for details. */
		account: user && { email: user.email, isEmailVerified: user.isEmailVerified },
		start: user ? {} : { firstName, lastName, email, phone },
	}
}

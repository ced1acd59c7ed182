import { slotWaitState } from '#app/domain/booking/wait/slot-wait.ts'
import type { SlotWait } from '#app/domain/booking/wait/slot-wait-repository.server.ts'
import { waitPlacePath } from '#app/kernel/booking-paths.ts'
import { clockLabelAt, nearMomentLabelAt, shortDateLabel } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { civilAt } from '#app/kernel/zone.server.ts'

export function waitRows(waits: readonly SlotWait[], now: Instant) {
	return waits.flatMap((wait) => {
		const { shop, service, date, heldStartsAt, heldUntilAt } = wait
		const state = slotWaitState(wait, now)
		if (state === 'spent' || date < civilAt(shop.timeZone, now).date) return []
		const isHeld = state === 'held' && heldStartsAt !== null && heldUntilAt !== null
		return [
			{
				to: waitPlacePath(wait.id),
				title: isHeld
					? `${nearMomentLabelAt(shop.timeZone, heldStartsAt, now)}: held for you until ${clockLabelAt(shop.timeZone, heldUntilAt)}`
					: shortDateLabel(date),
				detail: `${service.name} · ${shop.name}`,
			},
		]
	})
}

export type WaitRow = ReturnType<typeof waitRows>[number]

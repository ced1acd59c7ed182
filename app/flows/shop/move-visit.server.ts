import { closedAs, type ShopVisit } from '#app/domain/booking/close-visit.ts'
import { moveSearchOf, readAppointment } from '#app/flows/booking/read-appointment.server.ts'
import { postedDays } from '#app/flows/booking/read-draft.server.ts'
import { tellShopMoved } from '#app/flows/lifecycle/tell-shop.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { newId } from '#app/kernel/id.server.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { remindersOf } from '#app/kernel/quiet-hours.server.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, actOnVisit } from './act-on-visit.server.ts'
import { takeMinute, wholeMinute, withoutNotice } from './visit-time.server.ts'

/**
 * The shop moves a visit to another start, any minute from now on, with its length and people; it is told by mail as the
 * customer's own move is. No cut-off holds and none of the customer's moves is used up; free cancellation ends when it
 * ended before, so that nobody loses it by the shop's move. A move to the present start changes nothing.
 * Refuses a visit that is closed, 'start_past', 'service_not_offered', 'start_outside_hours' and 'start_taken': then it stays
 * where it was.
 */
export function moveVisit(
	deps: Pick<
		Repositories,
		'visits' | 'appointments' | 'availability' | 'outbox' | 'visitMails' | 'shopDeliveries' | 'writeBatch'
	>,
	{ startsAt: askedAt, ...asked }: ShopVisit & { startsAt: Instant },
): Acted<{ isChanged: boolean }> {
	const { now } = asked
	const startsAt = wholeMinute(askedAt)
	let isSent = false
	return actOnVisit<null, { isChanged: boolean }>(deps, asked, {
		readMore: async () => null,
		async act(visit) {
			const problem = closedAs(visit.status)
			if (problem) return refused(problem)
			// Where an answer was lost, the visit that is read again is where this call moved it.
			if (visit.startsAt === startsAt) return accepted({ isChanged: isSent })
			if (startsAt < wholeMinute(now)) return refused('start_past')
			const { appointmentId, shopId } = visit
			const days = postedDays(startsAt, now)
			const found = await readAppointment(deps, { appointmentId, ...days, now })
			if (!found) return refused('visit_not_found')
			const { appointment, segments } = found
			if (segments.some(({ isEnabled }) => !isEnabled)) return refused('service_not_offered')
			const shop = { ...appointment.shop, ...withoutNotice }
			const search = moveSearchOf({ ...found, appointment: { ...appointment, shop } }, days, now)
			const { date, minute } = civilAt(shop.timeZone, startsAt)
			const messageId = newId()
			const taken = await takeMinute(search, startsAt, (times) => {
				isSent = true
				return writeIdempotent(deps.writeBatch, [
					deps.visits.requireUnchanged(visit),
					deps.availability.releaseTimeOf(appointmentId),
					...deps.availability.takeTime({ appointmentId }, shopId, times, now),
					...deps.appointments.moveByShop({
						appointmentId,
						scheduledDate: date,
						scheduledTime: timeText(minute),
						startsAt,
						endsAt: startsAt + appointment.durationMinutes * MINUTE_MS,
					}),
					...deps.outbox.insertChangeMessage({
						id: messageId,
						kind: 'moved',
						isByShop: true,
						dedupeKey: `moved:${messageId}`,
						appointmentId,
						now,
					}),
					...deps.visitMails.insertReminders(appointmentId, remindersOf(shop.timeZone, startsAt, now), now),
					tellShopMoved(deps, { appointmentId, now }),
				])
			})
			return taken.ok ? accepted({ isChanged: true }) : taken
		},
	})
}

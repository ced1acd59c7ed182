import {
	type AppointmentParty,
	appointmentPolicies,
} from '#app/domain/booking/appointment/appointment-policy.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { reminderTimes } from '#app/kernel/quiet-hours.server.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { tellShopMoved } from './tell-shop.server.ts'

export type MovedAppointment = {
	appointmentId: string
	by: AppointmentParty
	/** `changed`: another service or person (D53). */
	change: 'moved' | 'changed'
	startsAt: Instant
	timeZone: ZoneName
	/** What the customer's message says of a change. */
	facts?: Record<string, number>
	now: Instant
}

type Deps = Pick<Repositories, 'booking' | 'messaging' | 'shops'>

/** What follows from a moved or changed appointment, after its update. */
export function onAppointmentMoved(deps: Deps, moved: MovedAppointment): Statement[] {
	const { appointmentId, by, now } = moved
	const messageId = newId()
	return [
		...tellCustomer(deps, messageId, moved),
		deps.booking.slotWaits.endBooked(appointmentId, now),
		tellShopMoved(deps, { appointmentId, now }),
		...(appointmentPolicies[by].tellsShop ? [tellShop(deps, messageId, moved)] : []),
	]
}

function tellCustomer(
	{ messaging: { outbox, appointmentMails } }: Deps,
	messageId: string,
	{ appointmentId, by, change, startsAt, timeZone, facts, now }: MovedAppointment,
): Statement[] {
	return [
		...outbox.insertChangeMessage({
			id: messageId,
			kind: change,
			isByShop: by === 'shop',
			dedupeKey: `${change}:${messageId}`,
			facts,
			appointmentId,
			now,
		}),
		...appointmentMails.insertReminders(appointmentId, reminderTimes(timeZone, startsAt, now), now),
	]
}

function tellShop(
	{ messaging: { outbox } }: Deps,
	messageId: string,
	{ appointmentId, change, now }: MovedAppointment,
): Statement {
	const kind = change === 'moved' ? 'shop_moved' : 'shop_changed'
	return outbox.insertShopMessage({ kind, onceFor: messageId, appointmentId, now })
}

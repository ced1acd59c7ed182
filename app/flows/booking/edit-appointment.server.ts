import { appointmentPolicies } from '#app/domain/booking/appointment/appointment-policy.ts'
import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import { closedAs, type ShopAppointment } from '#app/domain/booking/appointment/close-appointment.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { type CodeFor, isWordedFor } from '#app/domain/booking/reader-words.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, writeOnAppointment } from './act-on-appointment.server.ts'
import {
	type ChangeableAppointment,
	type ChangePlan,
	type PlanChangeRefusal,
	planChange,
	type ReadChangeDeps,
	readChangeable,
	type WantedChange,
} from './plan-change.server.ts'

type ChangePreview = { wanted: WantedChange; found: ChangeableAppointment; plan: ChangePlan }

type PreviewChangeRefusal = Extract<ClosedRefusal | PlanChangeRefusal | 'visit_not_found', CodeFor<'shop'>>

/**
 * Previews another service or person for a visit at its present start. Changes nothing. Refuses a closed visit, and
 * what `planChange` refuses.
 */
export async function previewChange(
	deps: ReadChangeDeps,
	input: {
		appointment: Pick<ShownAppointment, 'appointmentId' | 'status' | 'startsAt'>
		now: Instant
	} & Omit<WantedChange, 'startsAt'>,
): Promise<Outcome<ChangePreview, PreviewChangeRefusal>> {
	const {
		appointment: { appointmentId, status, startsAt },
		now,
		...change
	} = input
	const over = closedAs(status)
	if (over) return refused(over)
	const wanted = { ...change, startsAt }
	const found = await readChangeable(deps, { appointmentId, wanted, now })
	if (!found) return refused('visit_not_found')
	const planned = planChange(found, wanted, now, appointmentPolicies.shop)
	if (planned.ok) return accepted({ wanted, found, plan: planned.value })
	const { refusal } = planned
	if (!isWordedFor('shop', refusal)) throw new Error(`the shop was refused by ${refusal}`)
	return refused(refusal)
}

/**
 * Changes the note that customer and shop read; empty removes it. No message is sent. Refuses a closed visit, and
 * 'visit_changed' where the note differs from `seen`.
 */
export function changeNote(
	deps: Pick<Repositories, 'booking' | 'writeBatch'>,
	{ note, seen, ...input }: ShopAppointment & { note: string; seen: string },
): Acted<null, ClosedRefusal | 'visit_changed'> {
	return writeOnAppointment(deps, input, (appointment) => {
		const problem = closedAs(appointment.status)
		if (problem) return problem
		if ((appointment.customerNote ?? '') !== seen && (appointment.customerNote ?? '') !== note)
			return 'visit_changed'
		return { statements: deps.booking.appointments.changeNote(appointment, note || null), value: null }
	})
}

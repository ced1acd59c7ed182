import type { AppLoadContext } from '@remix-run/cloudflare'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { UNDO_WITHIN_MS } from '#app/domain/booking/desk/shop-appointment-words.ts'
import type { CodeFor } from '#app/domain/booking/reader-words.ts'
import type { AccessKey } from '#app/domain/shops/access-key.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { handOverAppointment } from '#app/flows/booking/hand-over-appointment.server.ts'
import {
	confirmAppointment,
	markArrived,
	markTransferPaid,
} from '#app/flows/booking/mark-appointment.server.ts'
import { answerProblem } from '#app/flows/booking/problem-reports.server.ts'
import type { KioskAct } from '#app/http/kiosk-act.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import type { ShopActKind } from '#app/kernel/vocabulary/shops.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'

export type AppointmentIntent =
	| 'arrive'
	| 'complete'
	| 'complete-unpaid'
	| 'miss'
	| 'undo'
	| 'confirm'
	| 'hand-over'
	| 'transfer-paid'
	| 'answer-problem'

/** The act to record, and the words of the message. */
export const appointmentIntents: Record<
	AppointmentIntent,
	{ kind: ShopActKind; done: string; canUndo?: true }
> = {
	arrive: { kind: 'visit_arrived', done: 'Arrived' },
	complete: { kind: 'visit_completed', done: 'Completed', canUndo: true },
	'complete-unpaid': { kind: 'visit_completed', done: 'Completed, not paid', canUndo: true },
	miss: { kind: 'visit_missed', done: 'Marked as no-show', canUndo: true },
	undo: { kind: 'visit_undone', done: 'Undone: the visit is open again' },
	confirm: { kind: 'visit_confirmed', done: 'Confirmed' },
	'hand-over': { kind: 'visit_handed_over', done: 'Handed over' },
	'transfer-paid': { kind: 'transfer_paid', done: 'Transfer marked as paid' },
	'answer-problem': { kind: 'problem_answered', done: 'Answered' },
}

type Input = {
	key: AccessKey & { ownUserId: string | null }
	appointment: ShownAppointment
	intent: AppointmentIntent
	actOf: KioskAct['actOf']
	staffMemberId: string
	answer: string
	now: Instant
}

/** Does one thing with an appointment and records the act. */
export function doWithAppointment(
	context: AppLoadContext,
	{ key, appointment, intent, actOf, staffMemberId, answer, now }: Input,
): Promise<Outcome<unknown, CodeFor<'shop'> | WriteFailure>> {
	const { appointmentId, referenceNumber, services } = appointment
	const alongside = [
		...actOf({
			kind: appointmentIntents[intent].kind,
			subjectId: appointmentId,
			summary: `${referenceNumber}, ${services.map(({ name }) => name).join(', ')}`,
		}),
		// The appointment may have been handed to another person meanwhile.
		...(key.person ? [context.booking.appointments.requireStaff(appointmentId, key.person.id)] : []),
	]
	const input = { shopId: key.shop.id, referenceNumber, ownUserId: key.ownUserId, alongside, now }
	switch (intent) {
		case 'arrive':
			return markArrived(context, input)
		case 'complete':
			return completeAppointment(context, { ...input, isPaid: true })
		case 'complete-unpaid':
			return completeAppointment(context, { ...input, isPaid: false })
		case 'miss':
			return missAppointment(context, input)
		case 'undo':
			return undoAppointment(context, { ...input, withinMs: UNDO_WITHIN_MS })
		case 'confirm':
			return confirmAppointment(context, input)
		case 'hand-over':
			return handOverAppointment(context, { ...input, staffMemberId })
		case 'transfer-paid':
			return markTransferPaid(context, input)
		case 'answer-problem':
			return answerProblem(context, { ...input, answer })
	}
}

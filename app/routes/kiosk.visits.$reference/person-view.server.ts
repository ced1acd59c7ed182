import { completionProblem } from '#app/domain/booking/appointment/close-appointment.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { actionsOfPerson, isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { KioskAppointmentView } from './appointment-view.server.ts'

/**
 * For a person's own device: who comes, when, for what, and the customer's note. No contact, money, report or action
 * of the desk.
 */
export function personView(
	view: KioskAppointmentView,
	appointment: ShownAppointment,
	now: Instant,
): KioskAppointmentView {
	const { timeZone: zone, startsAt, arrivedAt, completedAt, addOns, dueKobo } = appointment
	const isEarly = completionProblem(appointment, now) === 'visit_not_begun'
	return {
		...view,
		isOfPerson: true,
		editPage: null,
		card: null,
		contact: null,
		money: [],
		due: null,
		isDue: dueKobo > 0,
		problem: null,
		colleagues: [],
		note: null,
		reason: null,
		addOns: addOns.map(({ name }) => name),
		happened: [
			...(arrivedAt === null ? [] : [`Arrived ${momentLabelAt(zone, arrivedAt)}`]),
			...(completedAt === null ? [] : [`Completed ${momentLabelAt(zone, completedAt)}`]),
		],
		actions: {
			...view.actions,
			confirm: false,
			miss: false,
			transfer: false,
			undo: view.actions.undo && actionsOfPerson(['undo'], appointment).length > 0,
		},
		waits:
			isEarly && !isClosed(appointment) ? `You can complete it from ${clockLabelAt(zone, startsAt)}.` : null,
	}
}

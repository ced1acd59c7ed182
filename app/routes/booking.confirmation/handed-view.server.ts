import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import type { ConfirmationView } from './confirmation-view.server.ts'

/**
 * What a link shows that the shop shared and therefore knows: what, when and where, and cancelling while the customer
 * has nothing at stake. No review, report, receipt, move or claim (decision 144).
 */
export function handedView(view: ConfirmationView, { isOfAccount }: Appointment): ConfirmationView {
	const { late, problem, problemPage, review, receiptForm, mayClaim, isMailWithheld, ...shown } = view
	return {
		...shown,
		handed: {
			mayCancel:
				!isOfAccount &&
				view.money === 'nothing_paid' &&
				view.savings === 'none' &&
				view.timeline === undefined,
		},
		isMailed: false,
		bookedFor: null,
		bookingNotes: [],
		changePage: null,
		movePage: null,
	}
}

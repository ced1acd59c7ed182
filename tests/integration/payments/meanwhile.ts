import type { VerifyOutcome } from '#app/domain/payments/payment-provider.server.ts'
import { type PaymentDeps, withProvider } from '#tests/support/flow-deps.ts'

/** Once, between Paystack's answer and what follows from it, something else happens; it may give another answer. */
export function afterVerify(
	deps: PaymentDeps,
	happens: (answer: VerifyOutcome) => Promise<VerifyOutcome>,
): void {
	const { onlinePayments } = deps
	if (!onlinePayments) throw new Error('paying online is off')
	deps.onlinePayments = withProvider(onlinePayments, {
		async verify(paymentReference) {
			deps.onlinePayments = onlinePayments
			return happens(await onlinePayments.provider.verify(paymentReference))
		},
	})
}

/** Once, just before the calendar is read to find the time that was paid for. */
export function beforeCalendar(deps: PaymentDeps, happens: () => Promise<unknown>): void {
	const { calendar } = deps.availability
	deps.availability.calendar = {
		...calendar,
		async calendarOf(...asked) {
			deps.availability.calendar = calendar
			await happens()
			return calendar.calendarOf(...asked)
		},
	}
}

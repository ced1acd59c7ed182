import type { VerifyOutcome } from '#app/domain/payments/paystack-gateway.server.ts'
import type { PaymentDeps } from '#tests/support/flow-deps.ts'

/** Once, between Paystack's answer and what follows from it, something else happens; it may give another answer. */
export function afterVerify(
	deps: PaymentDeps,
	happens: (answer: VerifyOutcome) => Promise<VerifyOutcome>,
): void {
	const { paystack } = deps
	if (!paystack) throw new Error('paying online is off')
	const { gateway } = paystack
	deps.paystack = {
		...paystack,
		gateway: {
			...gateway,
			async verify(paymentReference) {
				deps.paystack = paystack
				return happens(await gateway.verify(paymentReference))
			},
		},
	}
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

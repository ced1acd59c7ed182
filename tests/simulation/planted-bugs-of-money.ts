/** Mistakes of payments, refunds, webhooks and sums. */
export const bugsOfMoney = [
	{
		name: 'offer-taken-after-its-refund',
		mistake:
			'An offer of other times is taken although its payment was decided to go back since it was read.',
		file: 'migrations/0005_payments.sql',
		find: "(OLD.outcome = 'offered' AND NEW.outcome = 'booked' AND NEW.resolved_at < OLD.offer_expires_at)",
		replace: "(NEW.outcome = 'booked' AND NEW.resolved_at < OLD.offer_expires_at)",
		foundAt: { seed: 20, seconds: 321 },
	},
	{
		name: 'attempt-closed-at-its-expiry',
		mistake:
			'The sweeper gives an attempt up at the end of its hold, so a payment that comes later, without a webhook, is lost.',
		file: 'app/flows/payments/settle-payment.server.ts',
		find: 'now - payment.createdAt > ATTEMPT_HOURS * HOUR_MS',
		replace: 'now > payment.expiresAt',
		foundAt: { seed: 9, seconds: 114 },
	},
	{
		name: 'event-not-true-yet-is-done',
		mistake: 'A webhook of a payment counts as worked while Paystack’s own answer still lags behind it.',
		file: 'app/flows/payments/process-webhooks.server.ts',
		find: 'if (now - receivedAt < PATIENCE_MS) throw new NotYetTrueError()',
		replace: '',
		foundAt: { seed: 9, seconds: 120 },
	},
	{
		name: 'webhook-answered-before-it-is-kept',
		mistake:
			'A webhook that the database did not take is answered with 200, so Paystack does not send it again.',
		file: 'app/flows/payments/process-webhooks.server.ts',
		find: 'return { status: 503, taken: [] }',
		replace: 'return { status: 200, taken: [] }',
		foundAt: { seed: 5, seconds: 61 },
	},
	{
		name: 'replaced-attempt-not-asked-about',
		mistake:
			'An attempt that a newer one replaced is not asked about, so money paid on its page is found by a webhook alone.',
		file: 'app/domain/payments/payment-attempt-repository.server.ts',
		find: "IN ('created', 'open', 'replaced') AND",
		replace: "IN ('created', 'open') AND",
		foundAt: { seed: 5, seconds: 59 },
	},
	{
		name: 'difference-sent-again-blindly',
		mistake: 'A difference whose answer was lost is sent once more without looking whether Paystack has it.',
		file: 'app/flows/refunds/send-refunds.server.ts',
		find: "const isNew = refund.status === 'requested' && refund.attemptCount === 0",
		replace: "const isNew = refund.status === 'requested'",
		foundAt: { seed: 12, seconds: 133 },
	},
	{
		name: 'fee-on-top-is-owed',
		mistake: 'A fee that the payer bore on top of the price counts as money for the appointment.',
		file: 'app/flows/payments/claim-payment.server.ts',
		find: 'const amountKobo = isAsAgreed ? payment.amountKobo : verified.amountKobo',
		replace: 'const amountKobo = verified.amountKobo',
		foundAt: { seed: 1, seconds: 2 },
	},
	{
		name: 'paid-less-is-paid',
		mistake: 'A payment of less than was asked for books the appointment.',
		file: 'app/domain/payments/payment-match.ts',
		find: 'verified.requestedKobo === attempt.amountKobo && verified.amountKobo >= attempt.amountKobo',
		replace: 'verified.requestedKobo === attempt.amountKobo',
		foundAt: { seed: 1, seconds: 9 },
	},
	{
		name: 'won-dispute-keeps-the-money',
		mistake:
			'An appointment that was cancelled in time during a dispute gets no refund once the dispute is won.',
		file: 'app/flows/payments/apply-dispute-event.server.ts',
		find: '...(appointment && !isHeld ? refundOfCancelled(deps, payment, appointment, now) : []),',
		replace: '',
		foundAt: { seed: 3, seconds: 28 },
	},
	{
		name: 'late-cancellation-by-the-shop-keeps-the-money',
		mistake: 'A shop that cancels late keeps the money, as if its customer had cancelled.',
		file: 'app/domain/booking/appointment/cancellation-policy.ts',
		find: "return cancelledBy(cancellation) === 'shop' || isFreeToCancel(cancellation.refundableUntilAt, cancelledAt)",
		replace: 'return isFreeToCancel(cancellation.refundableUntilAt, cancelledAt)',
		foundAt: { seed: 2, seconds: 11 },
	},
	{
		name: 'difference-given-twice',
		mistake:
			'The second change of an appointment does not know of the difference that the first one refunded.',
		file: 'app/domain/booking/appointment/appointment-change-repository.server.ts',
		find: `\${transactions.amountKobo} - (SELECT coalesce(sum(\${refunds.amountKobo}), 0) FROM \${refunds}
				WHERE \${refunds.paymentReference} = \${transactions.paymentReference})`,
		replace: `\${transactions.amountKobo}`,
		foundAt: { seed: 4, seconds: 40 },
	},
	{
		name: 'rounded-to-the-kobo',
		mistake:
			'A percentage is rounded to the kobo and not to the naira, so discounts, tips, deposits and cashback get odd kobo.',
		file: 'app/kernel/money.ts',
		find: 'return Math.floor((amountKobo * percent + 5_000) / 10_000) * KOBO_PER_NAIRA',
		replace: 'return Math.round((amountKobo * percent) / 100)',
		foundAt: { seed: 1, seconds: 2 },
	},
	{
		name: 'cashback-paid-again-at-the-desk',
		mistake: 'A completion counts as paid at the shop also what cashback had paid.',
		file: 'app/domain/booking/appointment/close-appointment.ts',
		find: 'Math.max(totalKobo - cashbackKobo - paidKobo, 0)',
		replace: 'Math.max(totalKobo - paidKobo, 0)',
		foundAt: { seed: 1, seconds: 6 },
	},
]

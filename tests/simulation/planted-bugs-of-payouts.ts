const fewStories = 'KINDS=customer,desk,operator,dispute'

/** Mistakes of what shops are paid, and of what Paystack says of it. */
export const bugsOfPayouts = [
	{
		name: 'payout-sent-anew-by-another-reference',
		mistake:
			'A payout whose answer was lost comes to nothing, so its rows are paid again by another reference.',
		file: 'app/flows/payouts/send-payouts.server.ts',
		find: `		log(\`payout \${payout.reference}: was perhaps taken (\${answer.why}) and is looked for later\`)
		return 'waits'`,
		replace: '		return end(deps, payout, now)',
		foundAt: { seed: 2, seconds: 20 },
	},
	{
		name: 'refused-payout-is-not-asked-about',
		mistake: 'A refusal of the second request for a transfer ends it, though the first request has made it.',
		file: 'app/flows/payouts/send-payouts.server.ts',
		find: `	const found = await askProvider(deps, payout, { nextAttemptAt, now })
	if (found !== 'not_there') return found
	if (answer.why === 'duplicate_reference' || isPerhapsMade(payout)) {
		log(\`payout \${payout.reference}: was refused (\${answer.why}) and is looked for later\`)
		return 'waits'
	}
	log(alertOfPayout(`,
		replace: '	log(alertOfPayout(',
		foundAt: { seed: 5, seconds: 33, among: fewStories },
	},
	{
		name: 'failed-payout-keeps-its-rows',
		mistake: 'The rows of a payout that failed are not due again.',
		file: 'app/flows/payouts/move-payout.server.ts',
		find: 'voided: isOneOf(voidPayoutStatuses, status) ? [deps.payouts.payouts.voidItems(reference, now)] : [],',
		replace: 'voided: [],',
		foundAt: { seed: 2, seconds: 18 },
	},
	{
		name: 'payout-of-what-was-read',
		mistake: 'A payout is written although a visit of it was undone or complained about since it was read.',
		file: 'app/domain/payouts/new-payout-repository.server.ts',
		find: `haveChanged(paid, { shopId, isOpen: true })`,
		replace: `haveChanged([], { shopId, isOpen: true })`,
		foundAt: { seed: 2, seconds: 14, among: fewStories },
	},
	{
		name: 'customers-money-is-paid-out',
		mistake: 'A payout takes all that Paystack has, also what customers may still get back.',
		file: 'app/domain/payouts/payout-repository.server.ts',
		find: `const customersKobo = sql\`(SELECT coalesce(sum(\${ledgerAccounts.balanceKobo}), 0) FROM`,
		replace: `const customersKobo = sql\`(SELECT 0 * coalesce(sum(\${ledgerAccounts.balanceKobo}), 0) FROM`,
		foundAt: { seed: 2, seconds: 14, among: fewStories },
	},
	{
		name: 'reversal-after-success-is-believed-not',
		mistake: 'A payout that comes back days after it arrived counts as paid.',
		file: 'app/flows/payouts/move-payout.server.ts',
		find: `if (hasEnded && !isLate && !(from === 'success' && status === 'reversed')) {`,
		replace: 'if (hasEnded && !isLate) {',
		foundAt: { seed: 2, seconds: 39 },
	},
	{
		name: 'arrived-while-it-is-pending',
		mistake: 'A transfer that Paystack has taken counts as arrived.',
		file: 'app/flows/payouts/ask-provider.server.ts',
		find: '{ ...rest, status: answer.status }',
		replace: "{ ...rest, status: answer.status === 'pending' ? ('success' as const) : answer.status }",
		foundAt: { seed: 1, seconds: 11 },
	},
	{
		name: 'disputed-payment-is-paid-out',
		mistake: 'A payment whose payer disputes it is paid out.',
		file: 'app/domain/payouts/payment-due.ts',
		find: "	if (payment.isDisputed) return 'dispute'\n",
		replace: '',
		foundAt: { seed: 2, seconds: 23 },
	},
	{
		name: 'part-that-went-back-is-paid-out',
		mistake:
			'A payment of which a part went back at Paystack is paid out whole, before a person has decided.',
		file: 'app/domain/payouts/payment-due.ts',
		find: "	if (payment.isPartUndecided) return 'part_back'\n",
		replace: '',
		foundAt: { seed: 2, seconds: 13, among: fewStories },
	},
	{
		name: 'part-of-a-lost-dispute-is-forgotten',
		mistake: 'What a bank took in part is kept nowhere, so all of the payment is due to the shop.',
		file: 'app/flows/payments/apply-dispute-event.server.ts',
		find: '			deps.payments.returnedParts.recordDispute({ disputeId, paymentReference, amountKobo, now }),\n',
		replace: '',
		foundAt: { seed: 2, seconds: 17, among: fewStories },
	},
	{
		name: 'part-of-the-dashboard-is-forgotten',
		mistake:
			'A part that was refunded on the dashboard is kept nowhere, so all of the payment is due to the shop.',
		file: 'app/flows/payments/apply-refund-event.server.ts',
		find: `	if (isPart || (!refund && amountKobo === null)) {`,
		replace: `	if (isPart || (!refund && amountKobo === null)) {
		if (isPart) return 'done'`,
		foundAt: { seed: 2, seconds: 18, among: fewStories },
	},
	{
		name: 'cost-of-a-transfer-that-was-not-said',
		mistake: 'A transfer that arrives at once costs nothing, because its first answer says no fee.',
		file: 'app/flows/payouts/send-payouts.server.ts',
		find: "answer.status !== 'success' || answer.feeKobo !== null",
		replace: 'true',
		foundAt: { seed: 1, seconds: 13 },
	},
	{
		name: 'looked-at-is-paid-for-ever',
		mistake: 'A shop that a run has once looked at is looked at by no run again.',
		file: 'app/flows/payouts/run-payouts.server.ts',
		find: 'lookedAt < (began.get(zone) ?? 0)',
		replace: '(began.get(zone) ?? 0) > 0 && lookedAt === 0',
		foundAt: { seed: 2, seconds: 36 },
	},
	{
		name: 'payout-to-the-replaced-account',
		mistake: 'A payout that waits goes to the account that its shop has replaced meanwhile.',
		file: 'app/domain/payouts/payout-account-repository.server.ts',
		find: `target.id = \${accountInForce(shopId)} AND target.id = \${accountId}`,
		replace: `target.stopped_at IS NULL AND target.id = \${accountId}`,
		foundAt: { seed: 24, seconds: 215, among: fewStories },
	},
	{
		name: 'payout-decided-once',
		mistake:
			'A payout that waits is sent although a customer has complained about its money since it was written.',
		file: 'app/flows/payouts/cancel-payout.server.ts',
		find: 'return isAsWritten ? payments : null',
		replace: 'return isAsWritten || payments.length > 0 ? payments : null',
		foundAt: { seed: 2, seconds: 16, among: fewStories },
	},
	{
		name: 'late-payout-is-told-alone',
		mistake: 'A payout that arrives after it has failed is told to the operator, and is no debt of its shop.',
		file: 'app/flows/payouts/move-payout.server.ts',
		find: "return status === 'success' && isOneOf(latePayoutStatuses, from)",
		replace: "return status === 'otp' && isOneOf(latePayoutStatuses, from)",
		foundAt: { seed: 7, seconds: 60, among: fewStories },
	},
	{
		name: 'late-event-before-its-answer-is-done',
		mistake:
			'The event of a payout that arrives late counts as worked while Paystack’s own answer lags behind it.',
		file: 'app/flows/payouts/ask-provider.server.ts',
		find: "const lags = answer === 'on_its_way' && !isPending(payout)",
		replace: 'const lags = isPending(payout) && !isPending(payout)',
		foundAt: { seed: 16, seconds: 240 },
	},
]

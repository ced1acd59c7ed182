import { onlinePayments, paymentDeps, settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import { playRaces } from './play-races.ts'
import type { SettleRace } from './settle-race.ts'

/** Asks about every payment as often as it is told to, all at once. */
await playRaces<SettleRace>(({ databaseUrl, sandboxUrl, secretKey, references, callers, now }) => {
	const online = onlinePayments(sandboxUrl, { secretKey })
	return () =>
		Promise.all(
			references.flatMap((paymentReference) =>
				Array.from({ length: callers }, async () => {
					// A client for each request, as the composition root does.
					const settlement = await settleAnswered(paymentDeps(databaseUrl, online), { paymentReference, now })
					const appointment = settlement.kind === 'decided' ? settlement.payment.received.appointmentId : null
					return { paymentReference, word: wordOf(settlement), appointment }
				}),
			),
		)
})

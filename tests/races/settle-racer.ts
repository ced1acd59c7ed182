import { createInterface } from 'node:readline'
import { onlinePayments, paymentDeps, settleAnswered, wordOf } from '#tests/support/flow-deps.ts'
import type { SettleRace } from './settle-race.ts'

/**
 * One process of a race: gets a plan, a line of JSON, says that it is ready, waits for 'go', asks about every payment
 * as often as it is told to, all at once, and prints what it was told about each.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
for (let line = await lines.next(); !line.done; line = await lines.next()) {
	const { databaseUrl, sandboxUrl, secretKey, references, callers, now } = JSON.parse(
		line.value,
	) as SettleRace
	const online = onlinePayments(sandboxUrl, { secretKey })
	process.stdout.write('ready\n')
	await lines.next()
	const told = await Promise.all(
		references.flatMap((paymentReference) =>
			Array.from({ length: callers }, async () => {
				// A client for each request, as the composition root does.
				const settlement = await settleAnswered(paymentDeps(databaseUrl, online), { paymentReference, now })
				const appointment = settlement.kind === 'decided' ? settlement.payment.received.appointmentId : null
				return { paymentReference, word: wordOf(settlement), appointment }
			}),
		),
	)
	process.stdout.write(`${JSON.stringify(told)}\n`)
}

import { createInterface } from 'node:readline'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { bookingDeps, readAndBook } from '#tests/support/flow-deps.ts'
import { usedReward } from '#tests/support/used-reward.ts'
import { endOf } from './end-of.ts'
import type { LoyaltyAct, LoyaltyRace } from './loyalty-race.ts'
import type { RaceResult } from './race-plan.ts'

/**
 * One process of a race: gets a plan, a line of JSON, says that it is ready, waits for 'go', and does all its acts at
 * once.
 */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
for (let line = await lines.next(); !line.done; line = await lines.next()) {
	const { databaseUrl, acts } = JSON.parse(line.value) as LoyaltyRace
	process.stdout.write('ready\n')
	await lines.next()
	const results = await Promise.all(acts.map((act) => endOf(() => done(databaseUrl, act))))
	process.stdout.write(`${JSON.stringify(results)}\n`)
}

/** What became of an act, with a client of its own as each request has. */
async function done(databaseUrl: string, act: LoyaltyAct): Promise<RaceResult> {
	const deps = bookingDeps(databaseUrl)
	switch (act.kind) {
		case 'complete':
			return wordOf(await completeAppointment(deps, { ...act, isPaid: true }))
		case 'undo':
			return wordOf(await undoAppointment(deps, act))
		case 'enroll':
			return wordOf(await enroll(deps, act.actor, act.programId))
		case 'redeem':
			return { outcome: await usedReward(deps, act), answer: '' }
		case 'book': {
			const { draftId, actor, userId, contact, rewardId, usesCashback, seen, now } = act
			const choices = {
				contact,
				promoCode: '',
				rewardId,
				usesCashback,
				tip: { kind: 'none' as const, percent: 0, customKobo: 0 },
				paymentChoice: 'cash' as const,
				addOnIds: [],
			}
			return wordOf(await readAndBook(deps, { draftId, choices, contact, actor, userId, seen, now }))
		}
	}
}

function wordOf(outcome: { ok: true } | { ok: false; refusal: string }): RaceResult {
	return { outcome: outcome.ok ? 'done' : outcome.refusal, answer: '' }
}

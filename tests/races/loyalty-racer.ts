import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { enroll } from '#app/flows/loyalty/enroll.server.ts'
import { bookingDeps, cashChoices, readAndBook } from '#tests/support/flow-deps.ts'
import { usedReward } from '#tests/support/used-reward.ts'
import { endOf } from './end-of.ts'
import type { LoyaltyAct, LoyaltyRace } from './loyalty-race.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'

await playRaces<LoyaltyRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => done(databaseUrl, act)))),
)

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
			const choices = { ...cashChoices, contact, rewardId, usesCashback }
			return wordOf(await readAndBook(deps, { draftId, choices, contact, actor, userId, seen, now }))
		}
	}
}

function wordOf(outcome: { ok: true } | { ok: false; refusal: string }): RaceResult {
	return { outcome: outcome.ok ? 'done' : outcome.refusal, answer: '' }
}

import { createInterface } from 'node:readline'
import { changeAppointment } from '#app/flows/booking/change-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { blockTime } from '#app/flows/shop/block-time.server.ts'
import { bookWalkIn } from '#app/flows/shop/book-walk-in.server.ts'
import { cancelVisit } from '#app/flows/shop/cancel-visit.server.ts'
import { completeVisit, missVisit, undoVisit } from '#app/flows/shop/close-visit.server.ts'
import { markTransferPaid } from '#app/flows/shop/mark-transfer-paid.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import type { RaceResult } from './race-plan.ts'
import type { VisitAct, VisitRace } from './visit-race.ts'

/** One process of a race: gets a plan, a line of JSON, says that it is ready, waits for 'go', and does all its acts at once. */
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
for (let line = await lines.next(); !line.done; line = await lines.next()) {
	const { databaseUrl, acts } = JSON.parse(line.value) as VisitRace
	process.stdout.write('ready\n')
	await lines.next()
	const results = await Promise.all(acts.map((act) => endOf(() => done(databaseUrl, act))))
	process.stdout.write(`${JSON.stringify(results)}\n`)
}

async function done(databaseUrl: string, act: VisitAct): Promise<RaceResult> {
	const outcome = await outcomeOf(bookingDeps(databaseUrl), act)
	return { outcome: outcome.ok ? `${act.kind} done` : outcome.refusal, answer: '' }
}

/** Each with a client of its own, as each request has. */
function outcomeOf(
	deps: ReturnType<typeof bookingDeps>,
	act: VisitAct,
): Promise<{ ok: true } | { ok: false; refusal: string }> {
	switch (act.kind) {
		case 'complete':
			return completeVisit(deps, { ...act, isPaid: true })
		case 'miss':
			return missVisit(deps, act)
		case 'undo':
			return undoVisit(deps, act)
		case 'cancel':
			return cancelVisit(deps, { ...act, reason: 'No water' })
		case 'move':
			return moveAppointment(deps, act)
		case 'change': {
			const { serviceId, staffMemberId, startsAt } = act
			return changeAppointment(deps, { ...act, wanted: { position: 0, serviceId, staffMemberId, startsAt } })
		}
		case 'transfer':
			return markTransferPaid(deps, act)
		case 'walk-in': {
			const customer = { firstName: 'Bola', lastName: '', email: null, phone: null, userId: null }
			return bookWalkIn(deps, { ...act, serviceIds: [act.serviceId], customer })
		}
		case 'block':
			return blockTime(deps, { ...act, reason: '' })
	}
}

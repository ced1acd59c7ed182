import { blockTime } from '#app/flows/booking/block-time.server.ts'
import { bookWalkIn } from '#app/flows/booking/book-walk-in.server.ts'
import { cancelAppointment } from '#app/flows/booking/cancel-appointment.server.ts'
import { changeAppointment } from '#app/flows/booking/change-appointment.server.ts'
import {
	completeAppointment,
	missAppointment,
	undoAppointment,
} from '#app/flows/booking/close-appointment.server.ts'
import { markTransferPaid } from '#app/flows/booking/mark-appointment.server.ts'
import { moveAppointment } from '#app/flows/booking/move-appointment.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import type { AppointmentAct, AppointmentRace } from './appointment-race.ts'
import { endOf } from './end-of.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'

await playRaces<AppointmentRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => done(databaseUrl, act)))),
)

async function done(databaseUrl: string, act: AppointmentAct): Promise<RaceResult> {
	const outcome = await outcomeOf(bookingDeps(databaseUrl), act)
	return { outcome: outcome.ok ? `${act.kind} done` : outcome.refusal, answer: '' }
}

/** Each with a client of its own, as each request has. */
function outcomeOf(
	deps: ReturnType<typeof bookingDeps>,
	act: AppointmentAct,
): Promise<{ ok: true } | { ok: false; refusal: string }> {
	switch (act.kind) {
		case 'complete':
			return completeAppointment(deps, { ...act, isPaid: true })
		case 'miss':
			return missAppointment(deps, act)
		case 'undo':
			return undoAppointment(deps, act)
		case 'cancel':
			return cancelAppointment(deps, { by: { ...act, kind: 'shop', reason: 'No water' }, now: act.now })
		case 'move':
			return moveAppointment(deps, { ...act, by: { ...act, kind: 'customer' } })
		case 'change': {
			const { serviceId, staffMemberId, startsAt } = act
			return changeAppointment(deps, {
				...act,
				by: { ...act, kind: 'customer' },
				wanted: { position: 0, serviceId, staffMemberId, startsAt },
			})
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

import { refundByOperator } from '#app/flows/refunds/refund-by-operator.server.ts'
import { activateOrder } from '#app/flows/subscriptions/activate-order.server.ts'
import { bookSession, cancelPlace } from '#app/flows/subscriptions/book-session.server.ts'
import { checkIn } from '#app/flows/subscriptions/check-in.server.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { endOf } from './end-of.ts'
import { playRaces } from './play-races.ts'
import type { RaceResult } from './race-plan.ts'
import type { SessionAct, SessionRace } from './session-race.ts'

await playRaces<SessionRace>(
	({ databaseUrl, acts }) =>
		() =>
			Promise.all(acts.map((act) => endOf(() => done(databaseUrl, act)))),
)

/** What became of an act, with a client of its own as each request has. */
async function done(databaseUrl: string, act: SessionAct): Promise<RaceResult> {
	const deps = bookingDeps(databaseUrl)
	if (act.kind === 'book') {
		const booked = await bookSession(deps, act.actor, { sessionId: act.sessionId, subscriptionId: null })
		return { outcome: booked.ok ? 'booked' : booked.refusal, answer: '' }
	}
	if (act.kind === 'check in') {
		const { shopId, token, keys, key, now } = act
		const checked = await checkIn(deps, { shopId, presented: { token, keys }, key, now })
		return { outcome: checked.ok ? 'let in' : checked.refusal.code, answer: '' }
	}
	if (act.kind === 'refund') {
		const refunded = await refundByOperator(deps, { givenReference: act.reference, now: act.now })
		return { outcome: refunded.ok ? 'refunded' : refunded.refusal, answer: '' }
	}
	if (act.kind === 'start') {
		const order = await deps.subscriptions.planOrders.orderByReference(act.order, act.now)
		if (!order) throw new Error(`no order ${act.order}`)
		const started = await activateOrder(deps, order, act.now)
		return { outcome: started.ok ? 'started' : started.refusal, answer: '' }
	}
	const cancelled = await cancelPlace(deps, act.actor, act.bookingId)
	return { outcome: cancelled.ok ? cancelled.value : cancelled.refusal, answer: '' }
}

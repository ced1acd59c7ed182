import { type CallOffRefusal, callOffSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { operatorAct } from './operator-act.ts'
import type { OpsCommand, OpsResult } from './ops-command.ts'
import { NO_ANSWER, opsRepositories } from './ops-database.ts'

const refusalLines: Record<CallOffRefusal, string> = {
	session_not_found: 'No session has this id.',
	session_long_over: 'This session was more than 30 days ago.',
	busy: NO_ANSWER,
	not_saved: NO_ANSWER,
}

/** `ops session call-off <id>`: cancels a session. */
export const sessionCallOff: OpsCommand = {
	name: 'session call-off',
	summary: 'with --apply, calls off a group session: entries are returned, and everyone booked is told',
	places: ['id'],
	options: { apply: { type: 'boolean', about: 'calls it off; without it, nothing is written' } },
	about:
		'For a session that won’t take place. To move a session, call it off and create another. A plan that has ended in the meantime runs for seven more days. Safe to run twice. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [sessionId = ''], options, env, now }) {
		const deps = opsRepositories(env)
		const session = await deps.subscriptions.planSessions.sessionToCallOff(sessionId)
		if (!session) return refusal('session_not_found')
		const { planTitle, shop, startsAt, places } = session
		const name = `${planTitle} at ${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}`
		if (session.calledOffAt === null && options.apply !== true) {
			return {
				isWell: true,
				lines: [
					`${name}: ${peopleOf(places)} would be told.`,
					'Nothing was written. Add --apply to call it off.',
				],
				data: { sessionId, places, isApplied: false },
			}
		}
		const act = {
			shopId: shop.id,
			kind: 'session_called_off',
			subjectId: sessionId,
			summary: name,
			now,
		} as const
		const done = await callOffSession(deps, { sessionId, alongside: operatorAct(deps, act), now })
		if (!done.ok) return refusal(done.refusal)
		if (done.value === null) {
			return {
				isWell: true,
				lines: [`${name} was already called off. Nothing has changed.`],
				data: { sessionId, isApplied: false },
			}
		}
		return {
			isWell: true,
			lines: [
				`${name} is called off: ${peopleOf(done.value.places)} will be told, and ${done.value.entries} ${done.value.entries === 1 ? 'entry is' : 'entries are'} returned.`,
			],
			data: { sessionId, ...done.value, isApplied: true },
		}
	},
}

function peopleOf(places: number): string {
	return places === 1 ? '1 person' : `${places} people`
}

function refusal(code: CallOffRefusal): OpsResult {
	return { isWell: false, lines: [refusalLines[code]], data: { refusal: code } }
}

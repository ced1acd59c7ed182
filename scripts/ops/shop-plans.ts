import { checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import { planRefusals } from '#app/domain/subscriptions/plan-refusal.ts'
import { type CallOffRefusal, callOffSession } from '#app/flows/subscriptions/change-plans.server.ts'
import { type CheckedIn, type CheckInRefused, checkIn } from '#app/flows/subscriptions/check-in.server.ts'
import { orderRefusalWords, startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { timeText } from '#app/kernel/civil.ts'
import { clockLabelAt, momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { WriteFailure } from '#app/kernel/write-batch.server.ts'
import { civilAt } from '#app/kernel/zone.server.ts'
import { StartProblem } from '#scripts/local/start-problem.ts'
import { operatorAct } from './operator-act.ts'
import { allWell, failure, type OpsCommand, refusedResult } from './ops-command.ts'
import { opsRepositories, readInstallation, refusedWith } from './ops-environment.ts'

export const planActivate: OpsCommand = {
	name: 'plan activate',
	summary: 'starts a plan that was paid for at the shop',
	places: ['order'],
	about:
		'For a plan order that was paid for at the shop, as its kiosk does: the order becomes a subscription, and the shop sees it under Activity. Safe to run twice. An order that was cancelled, replaced, or ended more than a week ago is refused. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const repositories = opsRepositories(env)
		const started = await startOrderedPlan(repositories, {
			typed,
			shopId: null,
			actOf: (act, { shop }) => operatorAct(repositories, { ...act, shopId: shop.id, now }),
			now,
		})
		if (!started.ok) {
			const { refusal } = started
			const text =
				refusal === 'order_not_found' || refusal === 'own_code'
					? 'No order has this number.'
					: (orderRefusalWords[refusal] ?? planRefusals[refusal].text)
			return refusedResult(refusal, text)
		}
		const { subscriptionId, planTitle, toPayKobo, wasStarted } = started.value
		return allWell({ subscriptionId, plan: planTitle }, [
			wasStarted
				? `${planTitle} had started before.`
				: `${planTitle} has started: ${formatNaira(toPayKobo)} paid at the shop.`,
		])
	},
}

/** `ops check-in <shop> <code>`: a plan's holder is at the shop (D48). */
export const checkInAtShop: OpsCommand = {
	name: 'check-in',
	summary: 'checks in the holder of a plan: completes their booked session, or uses an entry',
	places: ['shop', 'code'],
	options: {
		key: {
			type: 'string',
			about: 'a name for this check-in: run again with the same name, it gives the same result',
		},
	},
	about:
		'Takes the shop’s id, and the code as scanned or as the customer read it out. Each code works once. Reads DATABASE_URL, DATABASE_AUTH_TOKEN, and for a scanned code, the installation’s CHECK_IN_KEYS.',
	async run({ places: [shopId = '', code = ''], options, env, now }) {
		const presented = code.includes('.') ? { token: code, keys: requireCheckInKeys(env) } : { typed: code }
		const key = typeof options.key === 'string' ? options.key : newId()
		const isScanned = code.includes('.')
		const act = {
			shopId,
			kind: 'checked_in',
			subjectId: isScanned ? 'scanned' : code,
			summary: isScanned ? 'Scanned check-in code' : `Check-in code ${code}`,
			now,
		} as const
		const deps = opsRepositories(env)
		const alongside = operatorAct(deps, act)
		const checked = await checkIn(deps, { shopId, presented, key, alongside, now })
		if (checked.ok) return allWell({ ...checked.value }, toLines(checked.value))
		const { code: refusal, ...rest } = checked.refusal
		return failure({ refusal, ...rest }, [refusalLine(checked.refusal)])
	},
}

function toLines({ holder, planTitle, sessionStartsAt, entriesLeft, usedAt, timeZone }: CheckedIn): string[] {
	return [
		`${holder} is checked in at ${clockAt(timeZone, usedAt)}: ${planTitle}.`,
		sessionStartsAt === null
			? 'A visit without a booked session.'
			: `For the session at ${clockLabelAt(timeZone, sessionStartsAt)}.`,
		entriesLeft === null ? 'Entries: unlimited.' : `Entries left: ${entriesLeft}.`,
	]
}

/** 'This code was already used at 14:02. …' */
function refusalLine({ code, usedAt, timeZone }: CheckInRefused): string {
	if (usedAt === undefined || timeZone === undefined) return checkInRefusalWords[code]
	return checkInRefusalWords[code].replace('already used', `already used at ${clockAt(timeZone, usedAt)}`)
}

/** '14:02', as staff write it. */
function clockAt(timeZone: string, at: number): string {
	return timeText(civilAt(timeZone, at).minute)
}

function requireCheckInKeys(env: NodeJS.ProcessEnv): string[] {
	// This act needs no other setting.
	const { checkInKeys } = readInstallation({ COOKIE_KEYS: 'x'.repeat(32), ...env })
	if (checkInKeys) return checkInKeys
	throw new StartProblem('Set CHECK_IN_KEYS to the installation’s keys: they verify scanned codes.')
}

const refusalLines: Record<Exclude<CallOffRefusal, WriteFailure>, string> = {
	session_not_found: 'No session has this id.',
	session_long_over: 'This session was more than 30 days ago.',
}

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
		if (!session) return refusedWith('session_not_found', refusalLines)
		const { planTitle, shop, startsAt, places } = session
		const name = `${planTitle} at ${shop.name}, ${momentLabelAt(shop.timeZone, startsAt)}`
		if (session.calledOffAt === null && options.apply !== true) {
			return allWell({ sessionId, places, isApplied: false }, [
				`${name}: ${countPeople(places)} would be told.`,
				'Nothing was written. Add --apply to call it off.',
			])
		}
		const act = {
			shopId: shop.id,
			kind: 'session_called_off',
			subjectId: sessionId,
			summary: name,
			now,
		} as const
		const done = await callOffSession(deps, { sessionId, alongside: operatorAct(deps, act), now })
		if (!done.ok) return refusedWith(done.refusal, refusalLines)
		if (done.value === null) {
			return allWell({ sessionId, isApplied: false }, [
				`${name} was already called off. Nothing has changed.`,
			])
		}
		return allWell({ sessionId, ...done.value, isApplied: true }, [
			`${name} is called off: ${countPeople(done.value.places)} will be told, and ${done.value.entries} ${done.value.entries === 1 ? 'entry is' : 'entries are'} returned.`,
		])
	},
}

function countPeople(places: number): string {
	return places === 1 ? '1 person' : `${places} people`
}

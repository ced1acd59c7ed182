import type { ShopChangeRefusal } from '#app/domain/shops/shop-change-refusal.ts'
import { seriesConstraints } from '#app/domain/subscriptions/owner-session-repository.server.ts'
import { isCalledOffAt } from '#app/domain/subscriptions/plan-session-repository.server.ts'
import { weekStartsAt } from '#app/domain/subscriptions/plan-times.server.ts'
import { type SeriesTimes, seriesStarts } from '#app/domain/subscriptions/series-starts.server.ts'
import {
	capacityConstraints,
	type PlanChanges,
	type PlanFields,
	planConstraints,
	type SessionFields,
} from '#app/domain/subscriptions/shop-plan-repository.server.ts'
import {
	type Changed,
	type LiveAppointmentConflicts,
	type ShopChangeInput,
	writeChange,
} from '#app/flows/shop/write-change.server.ts'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { ZoneName } from '#app/kernel/zone.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'subscriptions' | 'discovery' | 'availability' | 'writeBatch'>

/** A new plan, under the caller's id. Refuses entries of another kind ('plan_entries_wrong'). */
export async function createPlan(
	deps: Deps,
	{ id, fields, ...input }: ShopChangeInput & { id: string; fields: PlanFields },
): Changed {
	return writeChange(
		deps,
		input,
		[deps.subscriptions.shopPlans.insert({ ...fields, id, shopId: input.shopId, createdAt: input.now })],
		{ constraints: planConstraints },
	)
}

/**
 * Changes a plan's words, price, or offer. Its terms stay, because waiting orders read them from the plan. Refuses
 * 'changed_meanwhile' where it differs from `seen`.
 */
export async function changePlan(
	deps: Deps,
	{ id, fields, seen, ...input }: ShopChangeInput & { id: string; fields: PlanChanges; seen?: PlanChanges },
): Changed {
	const { shopPlans } = deps.subscriptions
	const { shopId } = input
	if (!(await shopPlans.one(shopId, id))) return refused('not_found')
	return writeChange(deps, input, [
		...(seen ? [shopPlans.refuseUnlessSeen({ shopId, id }, seen, fields)] : []),
		shopPlans.update(shopId, id, fields),
	])
}

/** A future class of an offered plan, led by a person of the shop or without a named one. */
export async function createSession(
	deps: Deps,
	{
		id,
		fields,
		timeZone,
		...input
	}: ShopChangeInput & { id: string; timeZone: ZoneName; fields: Omit<SessionFields, 'weekStartsAt'> },
): Changed {
	const { planId, staffMemberId, startsAt } = fields
	const [plan, member] = await Promise.all([
		deps.subscriptions.shopPlans.one(input.shopId, planId),
		staffMemberId ? deps.discovery.catalogue.staff.one(input.shopId, staffMemberId) : null,
	])
	if (!plan) return refused('not_found')
	if (plan.status !== 'on_offer') return refused('plan_not_on_offer')
	if (staffMemberId && !member) return refused('staff_not_found')
	if (startsAt <= input.now) return refused('session_not_ahead')
	return writeChange(deps, input, [
		deps.subscriptions.shopPlans.insertSession({
			...fields,
			id,
			shopId: input.shopId,
			weekStartsAt: weekStartsAt(timeZone, startsAt),
		}),
	])
}

/** Dates of a series on a closed day, or with another session of its leader. */
type SeriesConflicts = { dates: { startsAt: Instant; isClosed: boolean }[] }

type NewSeries = ShopChangeInput & {
	/** The act's id. The sessions' ids derive from it, so a repeat makes none. */
	id: string
	timeZone: ZoneName
	times: SeriesTimes
	fields: Omit<SessionFields, 'weekStartsAt' | 'startsAt'> & { durationMinutes: number }
	/** Sessions are made on conflicting dates too. */
	keepsDates?: boolean
}

/**
 * All sessions of a series in one write, or none; gives how many. Refuses as `createSession` and `seriesStarts`, and
 * with its conflicting dates unless `keepsDates`; the write checks them again.
 */
export async function createSeries(
	deps: Deps,
	{ id, timeZone, times, fields, keepsDates, ...input }: NewSeries,
): Promise<Outcome<number, ShopChangeRefusal | LiveAppointmentConflicts | SeriesConflicts | WriteFailure>> {
	const { shopPlans, ownSessions } = deps.subscriptions
	const { shopId, now } = input
	const { planId, durationMinutes, staffMemberId = null } = fields
	const starts = seriesStarts(timeZone, times, now)
	if (!starts.ok) return starts
	const [plan, member] = await Promise.all([
		shopPlans.one(shopId, planId),
		staffMemberId ? deps.discovery.catalogue.staff.one(shopId, staffMemberId) : null,
	])
	if (!plan) return refused('not_found')
	if (plan.status !== 'on_offer') return refused('plan_not_on_offer')
	if (staffMemberId && !member) return refused('staff_not_found')
	const sessions = starts.value.map(({ date, startsAt }) => ({ id: `${id}-${date}`, date, startsAt }))
	const series = { shopId, staffMemberId, durationMinutes, sessions }
	const written = await writeChange(
		deps,
		input,
		[
			...(keepsDates ? [] : [ownSessions.refuseConflicts(series)]),
			ownSessions.insertSeries(
				sessions.map(({ date: _, ...session }) => ({
					...fields,
					...session,
					shopId,
					weekStartsAt: weekStartsAt(timeZone, session.startsAt),
				})),
			),
		],
		{ constraints: seriesConstraints },
	)
	if (written.ok) return accepted(sessions.length)
	if (written.refusal !== 'sessions_met') return written
	return refused({ dates: await ownSessions.conflictsOf(series) })
}

/** Refuses fewer seats than are taken or offered, in the same write ('capacity_taken'). */
export async function changeCapacity(
	deps: Deps,
	{ id, capacity, ...input }: ShopChangeInput & { id: string; capacity: number },
): Changed {
	const session = await deps.subscriptions.shopPlans.session(input.shopId, id)
	if (!session) return refused('not_found')
	if (session.calledOffAt !== null || session.startsAt <= input.now) return refused('session_over')
	return writeChange(deps, input, deps.subscriptions.shopPlans.setCapacity(id, capacity, input.now), {
		constraints: capacityConstraints,
	})
}

/** As `callOffSession`, for a session of this shop. */
export async function callOffOwnSession(
	deps: Parameters<typeof callOffSession>[0] & Deps,
	{ id, shopId, ...input }: ShopChangeInput & { id: string },
): Promise<Outcome<CalledOff, CallOffRefusal>> {
	if (!(await deps.subscriptions.shopPlans.session(shopId, id))) return refused('session_not_found')
	return callOffSession(deps, { ...input, sessionId: id })
}

/** A session that did not take place can be called off this long. */
const CALL_OFF_MS = 30 * DAY_MS

export type CallOffRefusal = 'session_not_found' | 'session_long_over' | WriteFailure

/** Ended places and returned entries; null where it was called off before. */
type CalledOff = { places: number; entries: number } | null

/**
 * The shop's side calls a session off: one write ends all its places and waits, returns every entry, and tells everyone
 * (D47). A checked-in place stays. A repeat changes nothing.
 */
export async function callOffSession(
	deps: Pick<Repositories, 'subscriptions' | 'messaging' | 'writeBatch'>,
	{ sessionId, alongside = [], now }: { sessionId: string; alongside?: Alongside; now: Instant },
): Promise<Outcome<CalledOff, CallOffRefusal>> {
	const session = await deps.subscriptions.planSessions.sessionToCallOff(sessionId)
	if (!session) return refused('session_not_found')
	if (session.calledOffAt !== null) return accepted(null)
	if (now - session.startsAt > CALL_OFF_MS) return refused('session_long_over')
	try {
		const written = await writeIdempotent(deps.writeBatch, {
			alongside: await alongside,
			calledOff: deps.subscriptions.planSessions.callOff(sessionId, now),
			mails: deps.messaging.sessionMails.insertCalledOff(sessionId, now),
			...deps.subscriptions.places.callOffPlaces(sessionId, now),
			waits: deps.subscriptions.waits.endWaits({ sessionId }, 'called_off', {
				isDue: isCalledOffAt(sessionId, now),
				now,
			}),
		})
		if (written.calledOff === 0) return accepted(null)
		return accepted({ places: written.places, entries: written.entries })
	} catch (error) {
		return refused(refusalOfWrite<CallOffRefusal>(error, {}))
	}
}

import {
	completionProblem,
	missProblem,
	restAtShop,
	undoProblem,
	type VisitToClose,
} from '#app/domain/booking/close-visit.ts'
import { type Given, onAppointmentCompleted } from '#app/flows/lifecycle/on-appointment-completed.server.ts'
import { onCompletionUndone, type TakenBack } from '#app/flows/lifecycle/on-completion-undone.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, actOnVisit, type VisitAsked } from './act-on-visit.server.ts'

type CloseVisitDeps = Pick<
	Repositories,
	| 'visits'
	| 'standings'
	| 'savingUses'
	| 'cashbackAccounts'
	| 'referrals'
	| 'ledger'
	| 'visitMails'
	| 'availability'
	| 'writeBatch'
>
/** What another request, or the same one sent twice, may have been first with. */
const changedMeanwhile = [
	'unique:cashback_accounts.user_id',
	'unique:loyalty_visits.enrollment_id',
	'unique:loyalty_visits.appointment_id',
	'unique:rewards.enrollment_id',
	'unique:rewards.code',
	'ledger_account_overdrawn',
]

/**
 * A visit took place: one write completes it, counts the rest as paid at the shop unless `isPaid` is false (D40), and gives
 * stamps, rewards and cashback in the programs of its account. However often it is sent, it counts once: completed already is
 * refused ('visit_completed').
 */
export function completeVisit(
	deps: CloseVisitDeps,
	{ isPaid, ...asked }: VisitAsked & { isPaid: boolean },
): Acted<Given> {
	const { now } = asked
	return closeVisit(deps, asked, async (visit, standing) => {
		const problem = completionProblem(visit, now)
		if (problem) return refused(problem)
		const paidAtShopKobo = restAtShop(visit, isPaid)
		const { statements, given } = onAppointmentCompleted(deps, {
			...standing,
			visit,
			paidAtShopKobo,
			now,
		})
		await writeIdempotent(deps.writeBatch, [
			...deps.visits.completeVisit(visit, { paidAtShopKobo, now }),
			deps.savingUses.closeReward(visit.appointmentId, now),
			...statements,
		])
		return accepted(given)
	})
}

/** The customer did not come: the time is free again, and prepaid money stays with the shop, as a reward and cashback do. */
export function missVisit(deps: CloseVisitDeps, asked: VisitAsked): Acted<null> {
	const { now } = asked
	return closeVisit(deps, asked, async (visit) => {
		const problem = missProblem(visit, now)
		if (problem) return refused(problem)
		await writeIdempotent(deps.writeBatch, [
			...deps.visits.missVisit(visit, now),
			deps.savingUses.closeReward(visit.appointmentId, now),
		])
		return accepted(null)
	})
}

/**
 * Neither completed nor missed after all: the visit is open again, and what its completion gave is taken back as far as it
 * is left (D38). Refuses 'undo_too_late' later than `withinMs` after it was closed, and 'time_given_away' for a missed
 * visit whose time somebody else has by now (D52).
 */
export function undoVisit(
	deps: CloseVisitDeps,
	{ withinMs, ...asked }: VisitAsked & { withinMs?: number },
): Acted<TakenBack> {
	const { now } = asked
	return closeVisit(deps, asked, async (visit, standing) => {
		const problem = undoProblem(visit, now, withinMs)
		if (problem) return refused(problem)
		const { completedAt } = visit
		const { statements, takenBack } =
			completedAt === null
				? { statements: deps.availability.takeBackTime(visit.appointmentId, now), takenBack: nothing }
				: onCompletionUndone(deps, { ...standing, visit, now })
		const reopened = [...deps.visits.reopenVisit(visit), deps.savingUses.reopenReward(visit.appointmentId)]
		try {
			await writeIdempotent(
				deps.writeBatch,
				completedAt === null ? [...statements, ...reopened] : [...reopened, ...statements],
			)
		} catch (error) {
			if (isDatabaseError(error) && lostTime.includes(error.rule ?? '')) return refused('time_given_away')
			throw error
		}
		return accepted(takenBack)
	})
}

const nothing: TakenBack = {
	cashbackKobo: 0,
	rewards: 0,
	lostKobo: 0,
	lostRewards: 0,
	referralKobo: 0,
	lostReferralKobo: 0,
}
const lostTime = ['slot_taken', 'outside_hours', 'staff_not_available']

type StandingOfVisit = Awaited<ReturnType<typeof readStanding>>

/** What a visit counts for: the programs and the cashback of its account, and the referral that it was booked with. */
async function readStanding(
	{ standings, referrals }: CloseVisitDeps,
	{ reference, now }: { reference: string; now: Instant },
) {
	const [enrollments, cashbackAccount, referral] = await Promise.all([
		standings.enrollmentsOfVisit(reference),
		standings.cashbackAccountOfVisit(reference),
		referrals.referralOfVisit(reference, now),
	])
	return { enrollments, cashbackAccount, referral }
}

function closeVisit<Value>(
	deps: CloseVisitDeps,
	asked: VisitAsked,
	act: (visit: VisitToClose, standing: StandingOfVisit) => Acted<Value>,
): Acted<Value> {
	return actOnVisit(deps, asked, { readMore: () => readStanding(deps, asked), changedMeanwhile, act })
}

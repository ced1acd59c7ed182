import {
	completionProblem,
	missProblem,
	restAtShop,
	type ShopVisit,
	undoProblem,
	type VisitRefusal,
	type VisitToClose,
} from '#app/domain/booking/close-visit.ts'
import { type Given, onAppointmentCompleted } from '#app/flows/lifecycle/on-appointment-completed.server.ts'
import { onCompletionUndone, type TakenBack } from '#app/flows/lifecycle/on-completion-undone.server.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type CloseVisitDeps = Pick<
	Repositories,
	| 'visits'
	| 'standings'
	| 'savingUses'
	| 'cashbackAccounts'
	| 'referrals'
	| 'ledger'
	| 'availability'
	| 'writeBatch'
>
/** As `ShopVisit`; without a shop the operator closes it. */
type VisitInput = Omit<ShopVisit, 'shopId'> & { shopId?: string | null }
type Closed<Value> = Promise<Outcome<Value, VisitRefusal | WriteFailure>>

/** What changed between read and write is read again; more than two such changes in a row are not expected. */
const MAX_ATTEMPTS = 3

/** What another request, or the same one sent twice, may have been first with. */
const changedMeanwhile = [
	'visit_changed',
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
	{ reference, isPaid, now }: VisitInput & { isPaid: boolean },
): Closed<Given> {
	return closeVisit(deps, { reference, now }, async (visit, standing) => {
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
export function missVisit(deps: CloseVisitDeps, { reference, now }: VisitInput): Closed<null> {
	return closeVisit(deps, { reference, now }, async (visit) => {
		const problem = missProblem(visit, now)
		if (problem) return refused(problem)
		await writeIdempotent(deps.writeBatch, [
			...deps.visits.missVisit(visit),
			deps.savingUses.closeReward(visit.appointmentId, now),
		])
		return accepted(null)
	})
}

/**
 * Neither completed nor missed after all: the visit is open again, and what its completion gave is taken back as far as it
 * is left (D38). Refuses 'time_given_away' for a missed visit whose time somebody else has by now (D52).
 */
export function undoVisit(
	deps: CloseVisitDeps,
	{ reference, withinMs: _withinMs, now }: VisitInput & { withinMs?: number },
): Closed<TakenBack> {
	return closeVisit(deps, { reference, now }, async (visit, standing) => {
		const problem = undoProblem(visit)
		if (problem) return refused(problem)
		const { completedAt } = visit
		const { statements, takenBack } =
			completedAt === null
				? { statements: deps.availability.takeBackTime(visit.appointmentId, now), takenBack: nothing }
				: onCompletionUndone(deps, { ...standing, visit: { ...visit, completedAt }, now })
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

async function closeVisit<Value>(
	deps: CloseVisitDeps,
	asked: { reference: string; now: Instant },
	close: (visit: VisitToClose, standing: StandingOfVisit) => Promise<Outcome<Value, VisitRefusal>>,
): Closed<Value> {
	for (let attempt = 1; ; attempt++) {
		const [visit, standing] = await Promise.all([
			deps.visits.visit(asked.reference),
			readStanding(deps, asked),
		])
		if (!visit) return refused('visit_not_found')
		try {
			return await close(visit, standing)
		} catch (error) {
			if (!isDatabaseError(error)) throw error
			if (error.kind === 'busy') return refused('busy')
			if (error.kind === 'unknown') return refused('not_saved')
			if (!changedMeanwhile.includes(error.rule ?? '')) throw error
			if (attempt === MAX_ATTEMPTS) return refused('busy')
		}
	}
}

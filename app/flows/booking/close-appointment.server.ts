import type { ClosedRefusal } from '#app/domain/booking/appointment/appointment-state-refusal.ts'
import {
	type AppointmentToClose,
	completionProblem,
	missProblem,
	restAtShop,
	type UndoRefusal,
	undoProblem,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { type Given, onAppointmentCompleted } from '#app/flows/lifecycle/on-appointment-completed.server.ts'
import { onCompletionUndone, type Reversed } from '#app/flows/lifecycle/on-completion-undone.server.ts'
import { tellShopActed } from '#app/flows/lifecycle/tell-shop.server.ts'
import { isDatabaseError, isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'
import { type Acted, type AppointmentInput, actOnAppointment } from './act-on-appointment.server.ts'

type CloseAppointmentDeps = Pick<
	Repositories,
	'booking' | 'loyalty' | 'payments' | 'messaging' | 'availability' | 'shops' | 'writeBatch'
>
/** Violated where another request, or a repeat, was first. */
const firstElsewhere = [
	'unique:cashback_accounts.user_id',
	'unique:loyalty_visits.enrollment_id',
	'unique:loyalty_visits.appointment_id',
	'unique:rewards.enrollment_id',
	'unique:rewards.code',
	'ledger_account_overdrawn',
]
const isChangedMeanwhile = (error: unknown) => firstElsewhere.some((rule) => isViolation(error, rule))

/**
 * Completes a visit in one write: counts the rest as paid at the shop unless `isPaid` is false (D40), and gives stamps,
 * rewards and cashback. It counts once: a repeat is refused ('visit_completed').
 */
export function completeAppointment(
	deps: CloseAppointmentDeps,
	{ isPaid, ...input }: AppointmentInput & { isPaid: boolean },
): Acted<Given, ClosedRefusal | 'visit_not_begun'> {
	const { alongside = [], now } = input
	return closeAppointment(deps, input, async (appointment, standing) => {
		const problem = completionProblem(appointment, now)
		if (problem) return refused(problem)
		const paidAtShopKobo = restAtShop(appointment, isPaid)
		const { statements, given } = onAppointmentCompleted(deps, {
			...standing,
			appointment,
			paidAtShopKobo,
			now,
		})
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...deps.booking.appointments.completeAppointment(appointment, { paidAtShopKobo, now }),
			deps.loyalty.savingUses.closeReward(appointment.appointmentId, now),
			...statements,
			tellShopActed(deps, { kind: 'completed', appointmentId: appointment.appointmentId, now }),
		])
		return accepted(given)
	})
}

/** The customer did not come: the time is free again, and the shop keeps money and savings. */
export function missAppointment(
	deps: CloseAppointmentDeps,
	input: AppointmentInput,
): Acted<null, ClosedRefusal | 'too_early_to_miss'> {
	const { alongside = [], now } = input
	return closeAppointment(deps, input, async (appointment) => {
		const problem = missProblem(appointment, now)
		if (problem) return refused(problem)
		await writeIdempotent(deps.writeBatch, [
			...(await alongside),
			...deps.booking.appointments.missAppointment(appointment, now),
			deps.loyalty.savingUses.closeReward(appointment.appointmentId, now),
			tellShopActed(deps, { kind: 'no_show', appointmentId: appointment.appointmentId, now }),
		])
		return accepted(null)
	})
}

/**
 * Undoes a completion or a no-show. Its loyalty is reversed as far as it is unspent (D38). Refuses 'undo_too_late'
 * after `withinMs`, and 'time_given_away' for a missed visit whose time is booked again (D52).
 */
export function undoAppointment(
	deps: CloseAppointmentDeps,
	{ withinMs, ...input }: AppointmentInput & { withinMs?: number },
): Acted<Reversed, UndoRefusal | 'time_given_away'> {
	const { alongside = [], now } = input
	return closeAppointment(deps, input, async (appointment, standing) => {
		const problem = undoProblem(appointment, now, withinMs)
		if (problem) return refused(problem)
		const { completedAt } = appointment
		const { statements, reversed } =
			completedAt === null
				? {
						statements: deps.availability.calendar.reoccupyTime(appointment.appointmentId, now),
						reversed: nothing,
					}
				: onCompletionUndone(deps, { ...standing, appointment, now })
		const reopened = [
			...deps.booking.appointments.reopenAppointment(appointment),
			deps.loyalty.savingUses.reopenReward(appointment.appointmentId),
		]
		try {
			await writeIdempotent(deps.writeBatch, [
				...(await alongside),
				...(completedAt === null ? [...statements, ...reopened] : [...reopened, ...statements]),
				tellShopActed(deps, { kind: 'undone', appointmentId: appointment.appointmentId, now }),
			])
		} catch (error) {
			if (isDatabaseError(error) && lostTime.includes(error.rule ?? '')) return refused('time_given_away')
			throw error
		}
		return accepted(reversed)
	})
}

const nothing: Reversed = {
	cashbackKobo: 0,
	rewards: 0,
	lostKobo: 0,
	lostRewards: 0,
	referralKobo: 0,
	lostReferralKobo: 0,
}
const lostTime = ['slot_taken', 'outside_hours', 'staff_not_available']

type StandingOfAppointment = Awaited<ReturnType<typeof readStanding>>

async function readStanding(
	{ loyalty: { standings, referrals } }: CloseAppointmentDeps,
	{ referenceNumber, now }: { referenceNumber: string; now: Instant },
) {
	const [enrollments, cashbackAccount, referral] = await Promise.all([
		standings.enrollmentsOfAppointment(referenceNumber),
		standings.cashbackAccountOfAppointment(referenceNumber),
		referrals.referralOfAppointment(referenceNumber, now),
	])
	return { enrollments, cashbackAccount, referral }
}

function closeAppointment<Value, Refusal>(
	deps: CloseAppointmentDeps,
	input: AppointmentInput,
	act: (appointment: AppointmentToClose, standing: StandingOfAppointment) => Promise<Outcome<Value, Refusal>>,
): Acted<Value, Refusal> {
	return actOnAppointment(deps, input, { readMore: () => readStanding(deps, input), isChangedMeanwhile, act })
}

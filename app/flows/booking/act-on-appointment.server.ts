import {
	type AppointmentParty,
	type AppointmentPolicy,
	appointmentPolicies,
} from '#app/domain/booking/appointment/appointment-policy.ts'
import type { Appointment } from '#app/domain/booking/appointment/appointment-repository.server.ts'
import type {
	AppointmentToClose,
	ShopAppointment,
} from '#app/domain/booking/appointment/close-appointment.ts'
import { type CodeFor, isWordedFor } from '#app/domain/booking/reader-words.ts'
import { isDatabaseError, isViolation } from '#app/kernel/database-error.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	isRetryable,
	type Statement,
	type WriteFailure,
	writeIdempotent,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type ByCustomer = {
	kind: 'customer'
	appointmentId: string
	/** The customer came by a handed link, which the shop knows too (decision 144). */
	isHanded?: boolean
}
export type ByShop = { kind: 'shop' } & Omit<ShopAppointment, 'now'>

export type Attempt = {
	appointmentId: string
	by: AppointmentParty
	policy: AppointmentPolicy
	/** Null for a customer, whose link has its id. */
	toClose: AppointmentToClose | null
	alongside: Alongside
	/** Refuses the batch ('visit_changed') where the appointment is not as it was read. */
	requireAsRead: (appointment: Pick<Appointment, 'appointmentId' | 'calendarSequence'>) => Statement
	/** An earlier attempt may have been written although its answer was lost. */
	isAgain: boolean
}

/** Without a shop the operator acts. */
export type AppointmentInput = Omit<ShopAppointment, 'shopId'> & { shopId?: string | null }

export type Acted<Value, Refusal> = Promise<
	Outcome<Value, Refusal | 'visit_not_found' | 'own_visit' | WriteFailure>
>

/** The refusals of a flow that this party can meet. */
export type RefusalFor<By extends ByCustomer | ByShop, Refusal> = {
	[Kind in AppointmentParty]: Extract<Refusal, CodeFor<Kind> | WriteFailure>
}[By['kind']]

const MAX_ATTEMPTS = 3

/**
 * Runs `act` again where its write failed on a change since the read: of the appointment, or of what
 * `isChangedMeanwhile` names. Refuses 'busy' after three attempts.
 */
async function actAgainOnChange<Value, Refusal>(
	act: (isAgain: boolean) => Promise<Outcome<Value, Refusal>>,
	isChangedMeanwhile: (error: unknown) => boolean = () => false,
): Promise<Outcome<Value, Refusal | 'busy'>> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await act(attempt > 1)
		} catch (error) {
			if (!isViolation(error, 'visit_changed') && !isChangedMeanwhile(error)) throw error
			if (attempt === MAX_ATTEMPTS) return refused('busy')
		}
	}
}

/**
 * Reads a shop's appointment, with `readMore` in the same trip, and lets `act` decide and write, again on a change.
 * Refuses what `act` refuses, and:
 * - 'visit_not_found' for another shop's or, on a person's device, another person's appointment;
 * - 'own_visit' for an appointment of the account signed in on the device.
 */
export async function actOnAppointment<More, Value, Refusal>(
	deps: Pick<Repositories, 'booking'>,
	input: AppointmentInput,
	{
		readMore,
		isChangedMeanwhile,
		act,
	}: {
		readMore: () => Promise<More>
		isChangedMeanwhile?: (error: unknown) => boolean
		act: (appointment: AppointmentToClose, more: More, isAgain: boolean) => Promise<Outcome<Value, Refusal>>
	},
): Acted<Value, Refusal> {
	return actAgainOnChange(async (isAgain): Acted<Value, Refusal> => {
		const [appointment, more] = await Promise.all([
			deps.booking.appointments.appointmentToClose(input.referenceNumber),
			readMore(),
		])
		if (!appointment || (input.shopId && appointment.shopId !== input.shopId))
			return refused('visit_not_found')
		if (input.ownUserId && appointment.userId === input.ownUserId) return refused('own_visit')
		try {
			return await act(appointment, more, isAgain)
		} catch (error) {
			if (isViolation(error, 'visit_not_found')) return refused('visit_not_found')
			if (isDatabaseError(error) && error.kind === 'busy') return refused('busy')
			if (isDatabaseError(error) && error.kind === 'unknown') return refused('not_saved')
			throw error
		}
	}, isChangedMeanwhile)
}

/**
 * Lets a customer or the shop act on an appointment, again on a change. A refusal without words for the party is a bug,
 * and throws.
 */
export async function actAs<By extends ByCustomer | ByShop, Value, Refusal extends string>(
	deps: Pick<Repositories, 'booking'>,
	{ by, ...input }: { by: By; isChangedMeanwhile?: (error: unknown) => boolean; now: Instant },
	act: (attempt: Attempt) => Promise<Outcome<Value, Refusal>>,
): Promise<Outcome<Value, RefusalFor<By, Refusal | 'visit_not_found' | 'own_visit' | WriteFailure>>> {
	const acted = await attemptAs(deps, { by, ...input }, act)
	if (acted.ok) return acted
	if (isWordedForParty(by, acted.refusal)) return refused(acted.refusal)
	throw new Error(`the ${by.kind} was refused by ${acted.refusal}`)
}

function isWordedForParty<By extends ByCustomer | ByShop, Refusal extends string>(
	{ kind }: By,
	refusal: Refusal,
): refusal is RefusalFor<By, Refusal> {
	return isRetryable(refusal) || isWordedFor(kind, refusal)
}

function attemptAs<Value, Refusal>(
	deps: Pick<Repositories, 'booking'>,
	{
		by,
		isChangedMeanwhile,
		now,
	}: { by: ByCustomer | ByShop; isChangedMeanwhile?: (error: unknown) => boolean; now: Instant },
	act: (attempt: Attempt) => Promise<Outcome<Value, Refusal>>,
): Acted<Value, Refusal> {
	const policy = appointmentPolicies[by.kind]
	if (by.kind === 'customer') {
		const { appointmentId } = by
		const { requireSequence: requireAsRead } = deps.booking.appointments
		const input = { appointmentId, by: by.kind, policy, toClose: null, alongside: [], requireAsRead }
		return actAgainOnChange((isAgain) => act({ ...input, isAgain }), isChangedMeanwhile)
	}
	const { alongside = [] } = by
	return actOnAppointment(
		deps,
		{ ...by, now },
		{
			readMore: async () => null,
			isChangedMeanwhile,
			act: (toClose, _, isAgain) => {
				const { appointmentId } = toClose
				return act({
					appointmentId,
					by: by.kind,
					policy,
					toClose,
					alongside,
					isAgain,
					requireAsRead: () => deps.booking.appointments.requireUnchanged(toClose),
				})
			},
		},
	)
}

/** As `actOnAppointment`. `decide` gives a refusal, or what to write and answer. */
export function writeOnAppointment<Value, Refusal extends string>(
	deps: Pick<Repositories, 'booking' | 'writeBatch'>,
	input: AppointmentInput,
	decide: (appointment: AppointmentToClose) => Refusal | { statements: readonly Statement[]; value: Value },
): Acted<Value, Refusal> {
	const { alongside = [] } = input
	return actOnAppointment(deps, input, {
		readMore: async () => null,
		act: async (appointment) => {
			const decided = decide(appointment)
			if (typeof decided === 'string') return refused(decided)
			await writeIdempotent(deps.writeBatch, [...(await alongside), ...decided.statements])
			return { ok: true, value: decided.value }
		},
	})
}

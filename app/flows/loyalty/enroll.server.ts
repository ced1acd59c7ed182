import type { EnrollmentRefusal } from '#app/domain/loyalty/enrollment-refusal.ts'
import type { EnrollmentState } from '#app/domain/loyalty/program-repository.server.ts'
import { REFERRAL_CODE_LENGTH } from '#app/domain/loyalty/referral-code.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { isRepeated } from '#app/kernel/repeated-post.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Enrolled = { enrollmentId: string; programName: string; shopName: string }

/**
 * Enrolls the actor's account in a program, once (D35, I11), in one trip: the insert decides, and the state after it
 * says why. A repeated post gets the new enrollment (F26). Refuses as `EnrollmentRefusal` says.
 */
export async function enroll(
	{ loyalty: { programs }, writeBatch }: Pick<Repositories, 'loyalty' | 'writeBatch'>,
	actor: Actor,
	programId: string,
): Promise<Outcome<Enrolled, Exclude<EnrollmentRefusal, 'unexpected'>>> {
	const id = newId()
	try {
		const { state } = await writeIdempotent(writeBatch, {
			enrolled: programs.insertEnrollment(actor, {
				id,
				programId,
				referralCode: newReadableCode(REFERRAL_CODE_LENGTH),
			}),
			state: programs.selectEnrollmentState(actor, programId),
		})
		const [found] = state
		if (!found) throw new Error('no state of an enrollment')
		const refusal = isRepeated(found.enrolledAt, actor.at) ? null : enrollRefusal(found, id)
		return refusal ? refused(refusal) : accepted({ ...found, enrollmentId: found.enrollmentId ?? id })
	} catch (error) {
		// The drawn referral code is taken: another post draws a new one.
		return refused(refusalOfWrite(error, { 'unique:loyalty_enrollments.referral_code': 'busy' }))
	}
}

function enrollRefusal(state: EnrollmentState, ownId: string) {
	if (!state.isSignedIn) return 'permission_denied' as const
	if (state.enrollmentId === ownId) return null
	if (state.enrollmentId !== null) return 'already_enrolled'
	if (!state.isKnown) return 'invalid_reference'
	if (!state.isOpen) return 'program_ended'
	if (!state.hasContact) return 'insufficient_contact_info'
	throw new Error('an enrollment was refused for no known reason')
}

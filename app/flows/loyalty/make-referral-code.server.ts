import { REFERRAL_CODE_LENGTH } from '#app/domain/loyalty/referral-code.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { newReadableCode } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'loyalty' | 'writeBatch'>

/**
 * Makes the code of an enrollment that has none: it is older than the referral of its program. An existing code
 * stays, also after a second tap.
 */
export async function makeReferralCode(
	{ loyalty: { referralCodes }, writeBatch }: Deps,
	actor: Actor,
	enrollmentId: string,
): Promise<Outcome<null, WriteFailure>> {
	const code = newReadableCode(REFERRAL_CODE_LENGTH)
	try {
		await writeIdempotent(writeBatch, [referralCodes.giveCode(actor, enrollmentId, code)])
		return accepted(null)
	} catch (error) {
		return refused(refusalOfWrite(error, { 'unique:loyalty_enrollments.referral_code': 'busy' }))
	}
}

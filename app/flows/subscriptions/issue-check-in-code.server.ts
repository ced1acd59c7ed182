import { CHECK_IN_MS, checkInSubjectProblem, TYPED_CODE_LENGTH } from '#app/domain/subscriptions/check-in.ts'
import type { CheckInCodeRefusal } from '#app/domain/subscriptions/check-in-refusal.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { isViolation } from '#app/kernel/database-error.ts'
import { newId, newReadableCode } from '#app/kernel/id.server.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import { refusalOfWrite, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'subscriptions' | 'writeBatch'>

/** Of a thousand million codes a shop has a few: two that are equal by chance are not expected. */
const MAX_ATTEMPTS = 2

/**
 * A new code of the actor's subscription, for two minutes; the one before it works no more. There is none where it
 * would let in to nothing (M36).
 */
export async function issueCheckInCode(
	{ subscriptions: { checkIns }, writeBatch }: Deps,
	actor: Actor,
	subscriptionId: string,
): Promise<Outcome<null, CheckInCodeRefusal>> {
	const held = await checkIns.shownCode(actor, subscriptionId)
	if (!held) return refused('subscription_not_found')
	if (checkInSubjectProblem(held, actor.at)) return refused('not_usable')
	for (let attempt = 1; ; attempt++) {
		const code = {
			id: newId(),
			subscriptionId,
			typedCode: newReadableCode(TYPED_CODE_LENGTH),
			expiresAt: actor.at + CHECK_IN_MS,
		}
		try {
			const { found } = await writeIdempotent(writeBatch, checkIns.insertCode(actor, code))
			return found.length > 0 ? accepted(null) : refused('not_usable')
		} catch (error) {
			if (isViolation(error, 'unique:check_in_codes.shop_id') && attempt < MAX_ATTEMPTS) continue
			return refused(refusalOfWrite(error, {}))
		}
	}
}

import type { ShopVisit, VisitRefusal, VisitToClose } from '#app/domain/booking/close-visit.ts'
import { isDatabaseError } from '#app/kernel/database-error.ts'
import { type Outcome, refused } from '#app/kernel/outcome.ts'
import { type Statement, type WriteFailure, writeIdempotent } from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** As `ShopVisit`; without a shop it is the operator who acts. */
export type VisitAsked = Omit<ShopVisit, 'shopId'> & { shopId?: string | null }

export type Acted<Value> = Promise<Outcome<Value, VisitRefusal | WriteFailure>>

/** What changed between read and write is read again; more than two such changes in a row are not expected. */
const MAX_ATTEMPTS = 3

/**
 * Reads a visit, and whatever `readMore` reads in the same trip, and lets `act` decide and write. Whoever was first with the
 * visit meanwhile, or with one of `changedMeanwhile`, has it read again. Refuses 'visit_not_found' for another shop's visit,
 * 'own_visit' for one of the account that is signed in on the device, and what `act` refuses.
 */
export async function actOnVisit<More, Value>(
	deps: Pick<Repositories, 'visits'>,
	asked: VisitAsked,
	{
		readMore,
		changedMeanwhile = [],
		act,
	}: {
		readMore: () => Promise<More>
		changedMeanwhile?: readonly string[]
		act: (visit: VisitToClose, more: More) => Acted<Value>
	},
): Acted<Value> {
	for (let attempt = 1; ; attempt++) {
		const [visit, more] = await Promise.all([deps.visits.visit(asked.reference), readMore()])
		if (!visit || (asked.shopId && visit.shopId !== asked.shopId)) return refused('visit_not_found')
		if (asked.ownUserId && visit.userId === asked.ownUserId) return refused('own_visit')
		try {
			return await act(visit, more)
		} catch (error) {
			if (!isDatabaseError(error)) throw error
			if (error.kind === 'busy') return refused('busy')
			if (error.kind === 'unknown') return refused('not_saved')
			const { rule } = error
			if (rule === null || (rule !== 'visit_changed' && !changedMeanwhile.includes(rule))) throw error
			if (attempt === MAX_ATTEMPTS) return refused('busy')
		}
	}
}

/** As `actOnVisit`, for what is decided by the visit alone. `decide` gives why not, or what is written and answered. */
export function changeVisit<Value>(
	deps: Pick<Repositories, 'visits' | 'writeBatch'>,
	asked: VisitAsked,
	decide: (visit: VisitToClose) => VisitRefusal | { statements: readonly Statement[]; value: Value },
): Acted<Value> {
	return actOnVisit(deps, asked, {
		readMore: async () => null,
		act: async (visit) => {
			const decided = decide(visit)
			if (typeof decided === 'string') return refused(decided)
			await writeIdempotent(deps.writeBatch, decided.statements)
			return { ok: true, value: decided.value }
		},
	})
}

import type { Outcome } from '#app/kernel/outcome.ts'
import type { NextStep } from '#app/kernel/vocabulary/shops.ts'
import {
	type Alongside,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

/** The owner is not reminded of this step again. */
export async function putAwayStep(
	deps: Pick<Repositories, 'discovery' | 'writeBatch'>,
	{ shopId, step, alongside }: { shopId: string; step: NextStep; alongside: Alongside },
): Promise<Outcome<null, WriteFailure>> {
	return writeOrRefuse(null, async () =>
		writeIdempotent(deps.writeBatch, [
			...(await alongside),
			deps.discovery.beginnings.putAwayStep(shopId, step),
		]),
	)
}

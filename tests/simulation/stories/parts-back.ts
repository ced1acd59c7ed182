import { bookReturnedPart } from '#app/flows/refunds/book-returned-part.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Teller } from '../teller.ts'
import type { World } from '../world.ts'
import type { Story } from './story.ts'

/** The operator looks hours later what went back at Paystack alone, and books what Paystack tells. */
export const partsBackStory: Story = async ({ me, world }) => {
	await me.wait(me.random.below(20 * HOUR_MS))
	await bookPartsBack(world, me)
}

/** Books all that waits. More than came is no entry: nothing of it is booked. */
export async function bookPartsBack(world: World, me: Teller): Promise<void> {
	const waiting = await world.sql.rows(
		'SELECT payment_reference AS reference FROM returned_parts WHERE decided_at IS NULL ORDER BY told_at, id',
	)
	for (const { reference } of waiting) {
		const book = (amountKobo: number | null) =>
			me.press('books what went back at Paystack', (deps, now) =>
				bookReturnedPart(deps, { givenReference: String(reference), amountKobo, now }),
			)
		const answers = await book(null)
		const isTooMuch = answers.some(
			(one) => !one.ok && (one.refusal === 'more_than_left' || one.refusal === 'refund_on_its_way'),
		)
		if (isTooMuch) await book(0)
		await me.wait(MINUTE_MS)
	}
}

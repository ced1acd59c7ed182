import { expect, test } from 'vitest'
import { newId } from '#app/kernel/id.server.ts'
import { withBookingDesk } from '#tests/support/booking-desk.ts'

const desk = withBookingDesk('kept-answers')

test('F18: the answer that is kept first stands, whichever of two requests of one key asks again', async () => {
	const { shopActs } = desk.deps.shops
	const shop = await desk.newShop()
	const actId = newId()
	const act = { shopId: shop.id, keyId: null, kind: 'visit_moved', subjectId: 'any', summary: '' } as const
	await desk.deps.writeBatch(
		shopActs.insertAct({ ...act, id: actId, requestId: 'first', requestHash: 'move', now: desk.clock.now }),
	)
	const keep = async (body: string) => {
		const { kept } = await desk.deps.writeBatch({
			kept: shopActs.keepAnswer(actId, { requestHash: 'move', status: 200, body }),
		})
		return kept
	}
	expect(await keep('{"is_changed":false}')).toBe(1)
	expect(await keep('{"is_changed":true}')).toBe(0)
	// Its answer was lost, and it is sent again.
	expect(await keep('{"is_changed":false}')).toBe(1)
	expect(await shopActs.answeredAct(actId)).toMatchObject({ body: '{"is_changed":false}' })
})

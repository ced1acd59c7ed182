import { startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { SimulatedPerson } from '../town.ts'
import { planRecordOf } from './plan-record.ts'
import type { Setting } from './story.ts'

/** A desk, or the operator, starts an order whose number was read out: seldom at the wrong shop, or as one's own. */
export async function startAtDesk(
	{ me, world, town, shop }: Setting,
	{ person, referenceNumber }: { person: SimulatedPerson; referenceNumber: string },
): Promise<void> {
	const { random } = me
	const actId = newId()
	const at = random.chance(0.08) ? random.pick(town.shops) : shop
	const isOperator = random.chance(0.2)
	const ownUserId = random.chance(0.05) ? person.userId : null
	const typed = random.chance(0.5) ? referenceNumber : referenceNumber.replace('-', ' ').toLowerCase()
	const { starts } = planRecordOf(world)
	await me.press('starts an order', async (deps, now) => {
		const asked: (typeof starts)[number] = { referenceNumber, subscriptionId: null }
		starts.push(asked)
		const started = await startOrderedPlan(deps, {
			typed,
			shopId: isOperator ? null : at.id,
			ownUserId,
			actOf: (act, order) =>
				deps.shops.shopActs.insertAct({
					...act,
					id: actId,
					requestId: actId,
					shopId: order.shop.id,
					keyId: null,
					now,
				}),
			now,
		})
		if (started.ok) asked.subscriptionId = started.value.subscriptionId
		const mayStart = isOperator || (at.id === shop.id && ownUserId === null)
		me.expect(!started.ok || mayStart, `order ${referenceNumber} was started where it may not be`)
		return started
	})
}

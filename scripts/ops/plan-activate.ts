import { planRefusals } from '#app/domain/subscriptions/plan-refusal.ts'
import { activateOrder } from '#app/flows/plans/activate-order.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'
import { referenceOf } from './typed-reference.ts'

/** `ops plan activate <order>`: a plan was paid at the shop. */
export const planActivate: OpsCommand = {
	name: 'plan activate',
	summary: 'starts a plan that was paid at the shop',
	places: ['order'],
	options: {},
	about:
		'For an order of a plan that is paid at the shop: it becomes a subscription, once, however often it is sent. An order that was not paid within seven days is refused. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const repositories = opsRepositories(env)
		const order = await repositories.planOrders.orderByReference(referenceOf(typed), now)
		if (!order)
			return { isWell: false, lines: ['No order has this number.'], data: { refusal: 'order_not_found' } }
		const activated = await activateOrder(repositories, order, now)
		if (!activated.ok) {
			const { refusal } = activated
			return { isWell: false, lines: [planRefusals[refusal].text], data: { refusal } }
		}
		const { subscriptionId } = activated.value
		const { plan, shop, totalKobo, cashbackKobo } = order
		return {
			isWell: true,
			lines: [
				order.subscriptionId === null
					? `${plan.title} at ${shop.name} has started: ${formatNaira(totalKobo - cashbackKobo)} paid there.`
					: `${plan.title} at ${shop.name} had started before.`,
			],
			data: { subscriptionId, plan: plan.title, shop: shop.name },
		}
	},
}

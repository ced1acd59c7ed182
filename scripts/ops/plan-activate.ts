import { planRefusals } from '#app/domain/subscriptions/plan-refusal.ts'
import { orderRefusalWords, startOrderedPlan } from '#app/flows/subscriptions/start-ordered-plan.server.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { operatorAct } from './operator-act.ts'
import type { OpsCommand } from './ops-command.ts'
import { opsRepositories } from './ops-database.ts'

/** `ops plan activate <order>`: a plan was paid at the shop. */
export const planActivate: OpsCommand = {
	name: 'plan activate',
	summary: 'starts a plan that was paid for at the shop',
	places: ['order'],
	options: {},
	about:
		'For a plan order that was paid for at the shop, as its kiosk does: the order becomes a subscription, and the shop sees it under Activity. Safe to run twice. An order that was cancelled, replaced, or ended more than a week ago is refused. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [typed = ''], env, now }) {
		const repositories = opsRepositories(env)
		const started = await startOrderedPlan(repositories, {
			typed,
			shopId: null,
			actOf: (act, { shop }) => operatorAct(repositories, { ...act, shopId: shop.id, now }),
			now,
		})
		if (!started.ok) {
			const { refusal } = started
			const text =
				refusal === 'order_not_found' || refusal === 'own_code'
					? 'No order has this number.'
					: (orderRefusalWords[refusal] ?? planRefusals[refusal].text)
			return { isWell: false, lines: [text], data: { refusal } }
		}
		const { subscriptionId, planTitle, toPayKobo, wasStarted } = started.value
		return {
			isWell: true,
			lines: [
				wasStarted
					? `${planTitle} had started before.`
					: `${planTitle} has started: ${formatNaira(toPayKobo)} paid at the shop.`,
			],
			data: { subscriptionId, plan: planTitle },
		}
	},
}

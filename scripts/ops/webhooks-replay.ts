import { replayDeliveries } from '#app/flows/shop/webhooks.server.ts'
import { operatorAct } from './operator-act.ts'
import { allWell, type OpsCommand, type OpsInput, refusedResult, UsageProblem } from './ops-command.ts'
import { NO_ANSWER, operatorRepositories } from './ops-environment.ts'
import { noSuchShop } from './typed-reference.ts'

export const webhooksReplay: OpsCommand = {
	name: 'webhooks replay',
	summary: 'sends webhook deliveries of a shop again: one delivery, or all since a given time',
	places: ['shop'],
	options: {
		delivery: { type: 'string', about: 'the id of one delivery' },
		since: { type: 'string', about: 'all since this time, such as 2026-11-23T08:00Z' },
	},
	about:
		'Sends to active webhooks only; the installation’s cron does so within a minute. A program recognizes a repeat by its delivery id. Reads DATABASE_URL and DATABASE_AUTH_TOKEN.',
	async run({ places: [name = ''], options, env, now }) {
		const which = parseSelection(options)
		const deps = operatorRepositories(env)
		const shop = await deps.shopLists.shopCalled(name)
		if (!shop) return noSuchShop
		const act = {
			shopId: shop.id,
			kind: 'webhook_changed',
			subjectId: which.deliveryId ?? shop.id,
			summary: 'Sent again',
			now,
		} as const
		const alongside = operatorAct(deps, act)
		const replayed = await replayDeliveries(deps, { shopId: shop.id, ...which }, now, alongside)
		if (replayed.ok) {
			const { replayed: count } = replayed.value
			return allWell({ replayed: count }, [
				`${count} ${count === 1 ? 'delivery is' : 'deliveries are'} sent again.`,
			])
		}
		const { refusal } = replayed
		const line =
			refusal === 'delivery_not_found' ? `${shop.name} has no such delivery to an active webhook.` : NO_ANSWER
		return refusedResult(refusal, line)
	},
}

function parseSelection({ delivery, since }: OpsInput['options']) {
	if (typeof delivery === 'string' && since === undefined) return { deliveryId: delivery }
	const at = typeof since === 'string' ? Date.parse(since) : Number.NaN
	if (delivery === undefined && Number.isFinite(at)) return { since: at }
	throw new UsageProblem('Give --delivery with an id, or --since with a time such as 2026-11-23T08:00Z.')
}

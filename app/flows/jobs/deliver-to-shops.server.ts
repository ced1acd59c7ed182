import type { ClaimedDelivery } from '#app/domain/shops/shop-delivery-repository.server.ts'
import {
	type PostDelivery,
	sendDelivery,
	WEBHOOK_TIMEOUT_MS,
} from '#app/domain/shops/webhook-sender.server.ts'
import { webhookUrlProblem } from '#app/domain/shops/webhook-url.ts'
import type { Clock, HasTime } from '#app/kernel/instant.ts'
import { mapConcurrently } from '#app/kernel/map-concurrently.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

export type DeliverToShopsDeps = Pick<Repositories, 'shops' | 'messaging' | 'writeBatch'> & {
	/** The rules checked when an address was entered. */
	webhookRules: Parameters<typeof webhookUrlProblem>[1]
	now: Clock
	/** Default five seconds. */
	timeoutMs?: number
	post?: PostDelivery
	/** Gets the id of each ended address, never the address. */
	log: (line: string) => void
}

const ROUND = 12

/**
 * Sends shops' programs their due deliveries at least once, round after round while there is time. After a lost result
 * a delivery is sent again with its id. Failures wait longer each time; an address that fails for three days is ended.
 */
export async function deliverToShops(
	deps: DeliverToShopsDeps,
	hasTime: HasTime,
): Promise<{ delivered: number; failed: number }> {
	const total = { delivered: 0, failed: 0 }
	while (hasTime()) {
		const { due } = await deps.writeBatch({ due: deps.shops.shopDeliveries.claimDue(deps.now(), ROUND) })
		if (due.length === 0) break
		const results = await mapConcurrently(due, ROUND, async (delivery) => {
			const sent = await send(deps, delivery)
			await keepResult(deps, delivery, sent)
			return sent.isDelivered
		})
		const delivered = results.filter(Boolean).length
		total.delivered += delivered
		total.failed += results.length - delivered
	}
	return total
}

async function send(
	{ webhookRules, now, post, timeoutMs = WEBHOOK_TIMEOUT_MS }: DeliverToShopsDeps,
	delivery: ClaimedDelivery,
) {
	const problem = webhookUrlProblem(new URL(delivery.url), webhookRules)
	return problem
		? { isDelivered: false, result: problem }
		: sendDelivery(delivery, { now: now(), timeoutMs, post })
}

async function keepResult(
	deps: DeliverToShopsDeps,
	{ deliveryId, webhookId, shopId, shopName, url }: ClaimedDelivery,
	{ isDelivered, result }: { isDelivered: boolean; result: string },
): Promise<void> {
	const { shopDeliveries, shopWebhooks } = deps.shops
	const { shopNotices } = deps.messaging
	const { writeBatch, now, log } = deps
	const at = now()
	if (isDelivered) {
		await writeBatch([
			shopDeliveries.markDelivered(deliveryId, result, at),
			shopWebhooks.markWorking(webhookId),
		])
		return
	}
	const [ended, failing, dropped] = shopWebhooks.markFailing(webhookId, at)
	const marked = shopDeliveries.markFailed(deliveryId, result)
	const written = await writeBatch({ marked, ended, failing, dropped })
	if (written.ended !== 1) return
	log(`webhook ${webhookId} is ended: it failed for three days, the last time by ${result}`)
	const notice = { shopId, shopName, onceFor: webhookId, host: new URL(url).host, now: at }
	await writeBatch([shopNotices.insertShopNotice({ kind: 'shop_webhook_ended', ...notice })])
}

import type { ReplayedDeliveries } from '#app/domain/shops/shop-delivery-repository.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import {
	type Alongside,
	refusalOfWrite,
	type WriteFailure,
	writeIdempotent,
	writeOrRefuse,
} from '#app/kernel/write-batch.server.ts'
import type { Repositories } from '#app/repositories.server.ts'

type Deps = Pick<Repositories, 'shops' | 'writeBatch'>

/** Adds an address that gets events of a shop's bookings. Refuses 'too_many_webhooks' from the sixth on. */
export async function addWebhook(
	{ shops: { shopWebhooks }, writeBatch }: Deps,
	input: { id: string; shopId: string; url: string; secret: string; alongside?: Alongside; now: Instant },
): Promise<Outcome<null, 'too_many_webhooks' | WriteFailure>> {
	const { alongside = [], ...webhook } = input
	return writeOrRefuse(
		null,
		async () => writeIdempotent(writeBatch, [...(await alongside), ...shopWebhooks.insertWebhook(webhook)]),
		{ too_many_webhooks: 'too_many_webhooks' },
	)
}

/** Ends an address and its waiting deliveries. Refuses 'webhook_not_found'. */
export async function endWebhook(
	{ shops: { shopWebhooks }, writeBatch }: Deps,
	input: { webhookId: string; shopId: string; alongside?: Alongside; now: Instant },
): Promise<Outcome<null, 'webhook_not_found' | WriteFailure>> {
	const { webhookId, shopId, alongside = [], now } = input
	const webhooks = await shopWebhooks.webhooksOfShop(shopId)
	const lives = webhooks.some((one) => one.webhookId === webhookId && one.endedAt === null)
	if (!lives) return refused('webhook_not_found')
	return writeOrRefuse(null, async () =>
		writeIdempotent(writeBatch, [...(await alongside), ...shopWebhooks.endWebhook(webhookId, shopId, now)]),
	)
}

/** Sends one delivery again, or all since an instant, within a minute; gives how many. Refuses 'delivery_not_found'. */
export async function replayDeliveries(
	{ shops: { shopDeliveries }, writeBatch }: Pick<Repositories, 'shops' | 'writeBatch'>,
	which: ReplayedDeliveries,
	now: Instant,
	alongside: Alongside = [],
): Promise<Outcome<{ replayed: number }, 'delivery_not_found' | WriteFailure>> {
	if ((await shopDeliveries.countReplayable(which)) === 0) return refused('delivery_not_found')
	try {
		const { replayed } = await writeBatch({
			alongside: await alongside,
			replayed: shopDeliveries.replay(which, now),
		})
		return accepted({ replayed })
	} catch (error) {
		return refused(refusalOfWrite(error, {}))
	}
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import { DAY_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { only, pickColumns, rows, text } from '#db/row.server.ts'
import { shopDeliveries, shopWebhooks } from '#db/schema/shops.ts'
import { insertFrom, preparedSelect, rawRead, updateWhere } from '#db/statement.server.ts'
import { MAX_WEBHOOKS } from './webhook-sender.server.ts'

/** An address that fails this long is ended. */
const FAILING_TOO_LONG_MS = 3 * DAY_MS

const listedWebhookRow = rows({
	webhookId: shopWebhooks.id,
	...pickColumns(shopWebhooks, 'url', 'createdAt', 'failingSince', 'endedAt'),
})
export type ListedWebhook = ReturnType<typeof listedWebhookRow.read>

const webhooksOfShop = preparedSelect(
	listedWebhookRow,
	() => sql`FROM ${shopWebhooks} WHERE ${shopWebhooks.shopId} = ${sql.placeholder('shopId')}
		ORDER BY ${shopWebhooks.createdAt} DESC, ${shopWebhooks.id}`,
)

export function createShopWebhookRepository(read: Database['read']) {
	return {
		/** The newest first, ended ones too. */
		webhooksOfShop: (shopId: string): Promise<ListedWebhook[]> => read(webhooksOfShop({ shopId })),

		/** For a repeat of the request that made the address; null where it has ended. */
		async secretOf(webhookId: string): Promise<string | null> {
			const [secret] = await read(
				rawRead(
					sql`SELECT secret FROM ${shopWebhooks} WHERE ${shopWebhooks.id} = ${webhookId} AND ${shopWebhooks.endedAt} IS NULL`,
					only(text('secret')),
				),
			)
			return secret ?? null
		},

		/** Refuses the batch ('too_many_webhooks') where the shop has five live ones; may be sent twice. */
		insertWebhook: ({
			now,
			...webhook
		}: {
			id: string
			shopId: string
			url: string
			secret: string
			now: Instant
		}): Statement[] => [
			refuseWhen(
				'too_many_webhooks',
				sql`(SELECT count(*) FROM ${shopWebhooks} WHERE ${shopWebhooks.shopId} = ${webhook.shopId}
					AND ${shopWebhooks.endedAt} IS NULL AND ${shopWebhooks.id} <> ${webhook.id}) >= ${MAX_WEBHOOKS}`,
			),
			insertFrom(
				shopWebhooks,
				{ ...webhook, createdAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${shopWebhooks} WHERE ${shopWebhooks.id} = ${webhook.id})`,
			),
		],

		/** Also drops its waiting deliveries. Changes no row of another shop's address, or of an ended one. */
		endWebhook: (webhookId: string, shopId: string, now: Instant): Statement[] => [
			updateWhere(
				shopWebhooks,
				{ endedAt: now },
				and(eq(shopWebhooks.id, webhookId), eq(shopWebhooks.shopId, shopId), isNull(shopWebhooks.endedAt)),
			),
			dropWaiting(webhookId, now),
		],

		markWorking: (webhookId: string): Statement<number> =>
			updateWhere(
				shopWebhooks,
				{ failingSince: null },
				sql`${shopWebhooks.id} = ${webhookId} AND ${shopWebhooks.failingSince} IS NOT NULL`,
			),

		/** Ends an address that has failed for three days: the first result is then 1. */
		markFailing: (
			webhookId: string,
			now: Instant,
		): [ended: Statement<number>, failing: Statement<number>, dropped: Statement<number>] => [
			updateWhere(
				shopWebhooks,
				{ endedAt: now },
				sql`${shopWebhooks.id} = ${webhookId} AND ${shopWebhooks.endedAt} IS NULL
					AND ${shopWebhooks.failingSince} <= ${now - FAILING_TOO_LONG_MS}`,
			),
			updateWhere(
				shopWebhooks,
				{ failingSince: now },
				and(eq(shopWebhooks.id, webhookId), isNull(shopWebhooks.failingSince)),
			),
			dropWaiting(webhookId, now),
		],
	}
}

function dropWaiting(webhookId: string, now: Instant): Statement<number> {
	return updateWhere(
		shopDeliveries,
		{ droppedAt: now },
		sql`${shopDeliveries.webhookId} = ${webhookId} AND ${shopDeliveries.deliveredAt} IS NULL AND ${shopDeliveries.droppedAt} IS NULL
			AND EXISTS (SELECT 1 FROM ${shopWebhooks} WHERE ${shopWebhooks.id} = ${webhookId} AND ${shopWebhooks.endedAt} IS NOT NULL)`,
	)
}

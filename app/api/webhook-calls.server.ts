import * as z from 'zod'
import { newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { ListedDelivery } from '#app/domain/shops/shop-delivery-repository.server.ts'
import { webhookUrlProblem, webhookUrlProblemWords } from '#app/domain/shops/webhook-url.ts'
import { addWebhook, endWebhook, replayDeliveries } from '#app/flows/shop/webhooks.server.ts'
import { writtenText } from '#app/kernel/form-fields.server.ts'
import { accepted, refused } from '#app/kernel/outcome.ts'
import { shopEventKinds } from '#app/kernel/vocabulary/shops.ts'
import { answeredInstant, isoOrNull, isoText, page, pagedQuery, pageSchema } from './api-fields.server.ts'
import { type ShopCall, shopCall } from './shop-call.server.ts'

const webhook = z.object({
	webhook_id: writtenText,
	url: writtenText,
	created_at: answeredInstant,
	failing_since: answeredInstant.nullable(),
	ended_at: answeredInstant.nullable(),
})
const delivery = z.object({
	delivery_id: writtenText,
	webhook_id: writtenText,
	event: z.enum(shopEventKinds),
	appointment_id: writtenText,
	state: z.enum(['waiting', 'delivered', 'dropped']),
	created_at: answeredInstant,
	attempts: z.int(),
	next_attempt_at: answeredInstant.nullable(),
	delivered_at: answeredInstant.nullable(),
	last_result: writtenText.nullable(),
})

export const webhookCalls: readonly ShopCall[] = [
	shopCall({
		method: 'GET',
		path: '/webhooks',
		scope: 'webhooks:read',
		summary: 'List the shop’s webhooks, including ended ones',
		answer: z.object({ items: z.array(webhook) }),
		refusals: {},
		async handle({ context, shopId }) {
			const webhooks = await context.shops.shopWebhooks.webhooksOfShop(shopId)
			return accepted({
				items: webhooks.map(({ webhookId, url, createdAt, failingSince, endedAt }) => ({
					webhook_id: webhookId,
					url,
					created_at: isoText(createdAt),
					failing_since: isoOrNull(failingSince),
					ended_at: isoOrNull(endedAt),
				})),
			})
		},
	}),
	shopCall({
		method: 'POST',
		path: '/webhooks',
		scope: 'webhooks:write',
		summary: 'Add a webhook, up to five. Its secret is shown only once',
		body: z.strictObject({ url: z.url().max(500) }),
		answer: z.object({ webhook_id: writtenText, secret: writtenText }),
		isCreated: true,
		refusals: { url_not_https: 422, host_not_public: 422, host_is_ours: 422, too_many_webhooks: 409 },
		async handle({ context, body, shopId, actId, now, actOf }) {
			const url = new URL(body.url)
			const { webhookRules } = context
			const ownOrigins = [...webhookRules.ownOrigins, new URL(context.url).origin]
			const problem = webhookUrlProblem(url, { ...webhookRules, ownOrigins })
			if (problem) return refused({ code: problem, text: webhookUrlProblemWords[problem] })
			const secret = `whsec_${newSecretToken()}`
			const act = { kind: 'webhook_changed', subjectId: actId, summary: `Added ${url.host}` } as const
			const webhook = { id: actId, shopId, url: url.href, secret, now }
			const added = await addWebhook(context, { ...webhook, alongside: actOf(act) })
			if (added.ok) return accepted({ webhook_id: actId, secret })
			return refused({ code: added.refusal, text: 'This shop already has five webhooks. End one first.' })
		},
	}),
	shopCall({
		method: 'DELETE',
		path: '/webhooks/{webhookId}',
		scope: 'webhooks:write',
		summary: 'End a webhook. We send nothing more to its address',
		answer: z.object({ webhook_id: writtenText }),
		refusals: { webhook_not_found: 404 },
		async handle({ params: { webhookId }, context, shopId, now, actOf }) {
			const act = { kind: 'webhook_changed', subjectId: webhookId, summary: 'Ended a webhook' } as const
			const ended = await endWebhook(context, { webhookId, shopId, alongside: actOf(act), now })
			if (ended.ok) return accepted({ webhook_id: webhookId })
			return refused({ code: ended.refusal, text: 'No active webhook has this id.' })
		},
	}),
	shopCall({
		method: 'GET',
		path: '/deliveries',
		scope: 'webhooks:read',
		summary: 'List the deliveries to your webhooks, newest first',
		query: pagedQuery,
		answer: pageSchema(delivery),
		refusals: {},
		async handle({ context, shopId, query: { limit, cursor } }) {
			const rows = await context.shops.shopDeliveries.deliveriesOfShop(shopId, {
				limit: limit + 1,
				before: cursor,
			})
			return accepted(
				page(rows, limit, {
					placeOf: ({ createdAt, deliveryId }) => ({ at: createdAt, id: deliveryId }),
					itemOf: (row) => ({
						delivery_id: row.deliveryId,
						webhook_id: row.webhookId,
						event: row.kind,
						appointment_id: row.appointmentId,
						state: deliveryState(row),
						created_at: isoText(row.createdAt),
						attempts: row.attemptCount,
						next_attempt_at: deliveryState(row) === 'waiting' ? isoText(row.nextAttemptAt) : null,
						delivered_at: isoOrNull(row.deliveredAt),
						last_result: row.lastResult,
					}),
				}),
			)
		},
	}),
	shopCall({
		method: 'POST',
		path: '/deliveries/{deliveryId}/replay',
		scope: 'webhooks:write',
		summary: 'Send a delivery again, within a minute',
		answer: z.object({ delivery_id: writtenText }),
		refusals: { delivery_not_found: 404 },
		async handle({ params: { deliveryId }, context, shopId, now, actOf }) {
			const act = { kind: 'webhook_changed', subjectId: deliveryId, summary: 'Sent again' } as const
			const replayed = await replayDeliveries(context, { shopId, deliveryId }, now, actOf(act))
			if (replayed.ok) return accepted({ delivery_id: deliveryId })
			return refused({ code: replayed.refusal, text: 'No delivery to an active webhook has this id.' })
		},
	}),
]

function deliveryState({ deliveredAt, droppedAt }: ListedDelivery): 'waiting' | 'delivered' | 'dropped' {
	if (deliveredAt !== null) return 'delivered'
	return droppedAt === null ? 'waiting' : 'dropped'
}

import type { AppLoadContext } from '@remix-run/cloudflare'
import * as z from 'zod'
import {
	type ShopChangeRefusal,
	shopChangeRefusals,
	shopChangeStatus,
} from '#app/domain/shops/shop-change-refusal.ts'
import type { LiveAppointmentConflicts, ShopChangeInput } from '#app/flows/shop/write-change.server.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import { accepted, type Outcome, refused } from '#app/kernel/outcome.ts'
import type { ShopActKind, ShopScope } from '#app/kernel/vocabulary/shops.ts'
import { isRetryable, type WriteFailure } from '#app/kernel/write-batch.server.ts'
import { isoText, page, pagedQuery, pageSchema } from './api-fields.server.ts'
import type { RefusedCall } from './api-problem.server.ts'
import { type Called, type ShopCall, shopCall } from './shop-call.server.ts'

type Refused = ShopChangeRefusal | LiveAppointmentConflicts | WriteFailure
type Input = ShopChangeInput & { id: string }

/** True: live appointments in conflict with the change stay as booked. */
export const keepField = { keep_appointments: z.boolean().optional() }

/** The body that creates needs all fields of `first`; the body that changes needs any field. */
export function bodies<First extends z.ZodRawShape, More extends z.ZodRawShape, Keep extends z.ZodRawShape>(
	first: First,
	more: More,
	keep: Keep,
) {
	return {
		created: z.strictObject(first).extend(z.object(more).partial().shape),
		changed: z
			.strictObject({ ...z.object({ ...first, ...more }).partial().shape, ...keep })
			.refine(
				(body) => Object.keys(body).some((key) => key !== 'keep_appointments'),
				'Give at least one field to change.',
			),
	}
}

export function changeStatuses(
	...codes: (ShopChangeRefusal | 'live_appointments_met')[]
): Record<string, 404 | 409 | 422> {
	return Object.fromEntries(
		codes.map((code) => [code, code === 'live_appointments_met' ? 409 : shopChangeStatus(code)]),
	)
}

/** Lists the live appointments in conflict. */
export function changeRefused(refusal: Refused): { ok: false; refusal: RefusedCall } {
	if (typeof refusal !== 'object')
		return refused({ code: refusal, text: isRetryable(refusal) ? '' : shopChangeRefusals[refusal] })
	return refused({
		code: 'live_appointments_met',
		text: 'This change affects booked appointments. Move or cancel them first, or send keep_appointments: true.',
		more: {
			appointments: refusal.conflicts.map(({ referenceNumber, startsAt }) => ({
				reference: referenceNumber,
				starts_at: isoText(startsAt),
			})),
		},
	})
}

/** The fields that a body names, and its numbers; texts are left out. */
export function whatChanged(name: string, body: object): string {
	const fields = Object.entries(body)
		.filter(([key]) => key !== 'keep_appointments')
		.map(([key, value]) =>
			(typeof value === 'number' && !key.endsWith('_at')) || typeof value === 'boolean'
				? `${key} ${value}`
				: key,
		)
	return shortenText(`${name}: ${fields.join(', ')}`, 200)
}

/** Rows that a program lists, reads, makes and changes by four calls. */
type ShopResource<
	Row extends { id: string },
	Item extends z.ZodType,
	Create extends z.ZodType<object>,
	Change extends z.ZodType<object>,
> = {
	path: string
	/** 'service', for the document. */
	noun: string
	area: 'catalogue' | 'sessions' | 'promotions'
	kind: ShopActKind
	rows: (context: AppLoadContext) => {
		page: (shopId: string, input: { after: string | null; limit: number }) => Promise<Row[]>
		one: (shopId: string, id: string) => Promise<Row | null>
	}
	nameOf: (row: Row) => string
	item: Item
	itemOf: (row: Row) => z.input<Item>
	created: Create
	create: (context: AppLoadContext, body: z.output<Create>, input: Input) => Promise<Outcome<null, Refused>>
	changed: Change
	change: (context: AppLoadContext, body: z.output<Change>, input: Input) => Promise<Outcome<null, Refused>>
	/** Refusals of making, and of changing besides 'not_found'. */
	refusals: Record<'created' | 'changed', readonly (ShopChangeRefusal | 'live_appointments_met')[]>
}

export function shopResource<
	Row extends { id: string },
	Item extends z.ZodType,
	Create extends z.ZodType<object>,
	Change extends z.ZodType<object>,
>({ path, noun, area, kind, item, ...resource }: ShopResource<Row, Item, Create, Change>): ShopCall[] {
	const read: { scope: ShopScope } = { scope: `${area}:read` }
	const write: { scope: ShopScope } = { scope: `${area}:write` }
	const { created, changed } = resource.refusals
	async function shown({ context, shopId }: Called<unknown, unknown, unknown>, id: string) {
		const row = await resource.rows(context).one(shopId, id)
		return row ? accepted(resource.itemOf(row)) : changeRefused('not_found')
	}
	return [
		shopCall({
			...read,
			method: 'GET',
			path,
			summary: `List the shop’s ${noun}s`,
			query: pagedQuery,
			answer: pageSchema(item),
			refusals: {},
			async handle({ context, shopId, query: { limit, cursor } }) {
				const rows = await resource
					.rows(context)
					.page(shopId, { after: cursor?.id ?? null, limit: limit + 1 })
				return accepted(
					page(rows, limit, {
						itemOf: resource.itemOf,
						placeOf: (row) => ({ at: 0, id: row.id }),
					}),
				)
			},
		}),
		shopCall({
			...read,
			method: 'GET',
			path: `${path}/{id}`,
			summary: `Get a single ${noun}`,
			answer: item,
			refusals: changeStatuses('not_found'),
			handle: (called) => shown(called, called.params.id),
		}),
		shopCall({
			...write,
			method: 'POST',
			path,
			summary: `Create a new ${noun}`,
			body: resource.created,
			answer: item,
			isCreated: true,
			// The new row may be deleted before its answer is read.
			refusals: changeStatuses('not_found', ...created),
			given: created,
			async handle(called) {
				const { actId: id, body, shopId, context, now } = called
				const act = { kind, subjectId: id, summary: whatChanged(`New ${noun}`, body) }
				const alongside = called.actOf(act)
				const done = await resource.create(context, body, { id, shopId, alongside, now })
				return done.ok ? shown(called, id) : changeRefused(done.refusal)
			},
		}),
		shopCall({
			...write,
			method: 'PATCH',
			path: `${path}/{id}`,
			summary: `Update an existing ${noun}`,
			body: resource.changed,
			answer: item,
			refusals: changeStatuses('not_found', ...changed),
			async handle(called) {
				const { body, params, shopId, now, context } = called
				// Runs beside the flow's reads, so the act's words cost no trip.
				const act = resource
					.rows(context)
					.one(shopId, params.id)
					.then((row) => ({
						kind,
						subjectId: params.id,
						summary: whatChanged(row ? resource.nameOf(row) : '', body),
					}))
				const keepsAppointments = 'keep_appointments' in body && body.keep_appointments === true
				const input = { id: params.id, shopId, alongside: called.actOf(act), now }
				const done = await resource.change(context, body, {
					...input,
					...(keepsAppointments ? { keepsAppointments } : {}),
				})
				return done.ok ? shown(called, params.id) : changeRefused(done.refusal)
			},
		}),
	]
}

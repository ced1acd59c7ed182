import { type AppLoadContext, data } from '@remix-run/cloudflare'
import type * as z from 'zod'
import { changedWords, type DescribedFields, type ValuesOf } from '#app/kernel/described-field.ts'
import { postedNames, rowForm, valuesOfForm, valuesToType } from '#app/kernel/described-form.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopActKind, ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Alongside } from '#app/kernel/write-batch.server.ts'
import { fieldConstraints } from './field-constraints.server.ts'
import type { Kiosk } from './kiosk-guard.server.ts'
import { answerOwnerChange, type MakeChange } from './owner-change.server.ts'
import type { OwnerPost } from './owner-post.server.ts'

type Input<Fields extends DescribedFields> = {
	shopId: string
	id: string
	fields: ValuesOf<Fields>
	keepsAppointments?: boolean
	alongside: Alongside
	now: Instant
}

/** A kind of rows that a shop owns. The route passes the use-cases. */
type OwnedKind<Fields extends DescribedFields> = {
	fields: Fields
	/** In the order of the page. */
	shown: Fields
	/** 'add-on'. */
	noun: string
	act: ShopActKind
	/** Where a change leads. */
	list: string
	rows: (context: AppLoadContext) => {
		one: (caller: ShopCaller, id: string) => Promise<ValuesOf<Fields> | null>
	}
	nameOf: (row: ValuesOf<Fields>) => string
	create: (context: AppLoadContext, input: Input<Fields>) => ReturnType<MakeChange>
	/** `seen`: the row as the form showed it. */
	change: (
		context: AppLoadContext,
		input: Input<Fields> & { seen?: ValuesOf<Fields> },
	) => ReturnType<MakeChange>
}

/** The loader and action of an owner's page of one row. What is special stays with the page. */
export function ownerRow<const Fields extends DescribedFields>(kind: OwnedKind<Fields>) {
	const { fields, shown, noun, list } = kind
	const { schema, seenOf, readSeen, startOfNew } = rowForm(fields)
	const constraints = fieldConstraints(schema as never, postedNames(shown))

	return {
		schema,

		/** `row` is null for a new one. Throws 404 for a row of another shop. */
		async load(owner: Kiosk, context: AppLoadContext, id: string) {
			const isNew = id === 'new'
			const [, row] = await Promise.all([
				owner.opened(),
				isNew ? null : kind.rows(context).one(owner.caller, id),
			])
			if (!isNew && !row) throw data(null, { status: 404 })
			const start: Record<string, string> = row
				? { seen: seenOf(row), ...valuesToType(shown, row) }
				: startOfNew
			return {
				row,
				page: { title: row ? kind.nameOf(row) : `New ${noun}`, start, act: newId(), constraints },
			}
		},

		async answer(context: AppLoadContext, post: OwnerPost<z.output<typeof schema>>, id: string) {
			const { key, caller, now } = post
			const value = post.value as { act: string; seen?: string; keep?: '1' }
			const values = valuesOfForm(fields, post.value as never)
			const name = kind.nameOf(values)
			const input = {
				...{ shopId: key.shop.id, fields: values, now },
				...(value.keep && { keepsAppointments: true }),
			}
			const dependsOn = [id, value.keep ?? null, value.seen ?? null, JSON.stringify(values)] as const
			if (id === 'new')
				return answerOwnerChange(
					context,
					{ ...post, value },
					{
						action: [`create ${noun}`, ...dependsOn],
						run: ({ actId, actOf }) =>
							kind.create(context, {
								...input,
								id: actId,
								alongside: actOf({ kind: kind.act, subjectId: actId, summary: `New ${noun}: ${name}` }),
							}),
						path: list,
						notice: `${noun[0]?.toUpperCase()}${noun.slice(1)} added`,
					},
				)
			const seen = readSeen(value.seen)
			return answerOwnerChange(
				context,
				{ ...post, value },
				{
					action: [`change ${noun}`, ...dependsOn],
					run: ({ actOf }) =>
						kind.change(context, {
							...input,
							id,
							...(seen && { seen }),
							alongside: actOf({ kind: kind.act, subjectId: id, summary: name }),
						}),
					async current() {
						const row = await kind.rows(context).one(caller, id)
						return row && seen && { changed: changedWords(fields, seen, row), kept: seenOf(row) }
					},
					path: list,
					notice: 'Saved',
				},
			)
		},
	}
}

import { lte, type SQL, sql } from 'drizzle-orm'
import type { Actor, GuestContact } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { ShopActKind, ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import { SLICE_ROWS, type Statement } from '#app/kernel/write-batch.server.ts'
import { insertNewRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingCheckouts, leavingUserId } from '#db/leaving.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { accessKeys, shopActs } from '#db/schema/shops.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import {
	first,
	insertFrom,
	placeholder,
	preparedSelect,
	rawWrite,
	updateWhere,
} from '#db/statement.server.ts'

export type ShopAct = {
	/** The idempotency key. */
	id: string
	/** Tells requests apart: a request may send its write twice. */
	requestId: string
	shopId: string
	/** Null: the operator. */
	keyId: string | null
	kind: ShopActKind
	/** The id of an appointment, a service, a session. */
	subjectId: string
	/** For the shop to read: 'WK7-4QMH, Gel Manicure'. It names no customer. */
	summary: string
	/** Of an API request: its idempotency key is refused with other content. */
	requestHash?: string
	now: Instant
}

/** An act without a key. */
export type OperatorAct = Pick<ShopAct, 'id' | 'shopId' | 'kind' | 'subjectId' | 'summary' | 'now'>

const listedShopActRow = rows({
	actId: shopActs.id,
	kind: shopActs.kind,
	/** Null for the operator. */
	keyName: nullable(text(accessKeys.name)),
	/** The operator who acted; null for older acts. */
	operatorName: shopActs.operatorName,
	...pickColumns(shopActs, 'subjectId', 'summary', 'actedAt'),
})
export type ListedShopAct = ReturnType<typeof listedShopActRow.read>

const selectActs = (shopId: SQL) =>
	preparedSelect(
		listedShopActRow,
		() => sql`FROM ${shopActs} LEFT JOIN ${accessKeys} ON ${accessKeys.id} = ${shopActs.keyId}
			WHERE ${shopActs.shopId} = ${shopId} AND ${shopActs.actedAt} <= ${placeholder('until')}
				AND (${shopActs.actedAt} < ${placeholder('until')} OR ${shopActs.id} < ${placeholder('beforeId')})
			ORDER BY ${shopActs.actedAt} DESC, ${shopActs.id} DESC LIMIT ${placeholder('limit')}`,
	)
const actsOfShop = selectActs(sql`${placeholder('shopId')}`)
const actsOfCaller = selectActs(callingShopId(shopCallerPlaceholders))

const answeredActRow = rows({
	...pickColumns(shopActs, 'requestId', 'requestHash'),
	status: shopActs.answerStatus,
	body: shopActs.answerBody,
})
export type AnsweredAct = ReturnType<typeof answeredActRow.read>

const answeredAct = preparedSelect(
	answeredActRow,
	() => sql`FROM ${shopActs} WHERE ${shopActs.id} = ${placeholder('actId')}`,
)

/** `shopIds` is JSON. */
function ownersChanges(shopIds: SQL): SQL {
	return sql`FROM json_each(${shopIds}) wanted CROSS JOIN ${shopActs} ON ${shopActs.shopId} = wanted.value
		JOIN ${accessKeys} ON ${accessKeys.id} = ${shopActs.keyId} AND ${accessKeys.role} = 'owner'
		WHERE ${shopActs.kind} IN ('shop_changed', 'service_changed', 'add_on_changed', 'staff_changed', 'schedule_changed',
			'hours_changed', 'closed_day_changed')`
}

const shopsChangedByOwners = preparedSelect(
	rows({ shopId: shopActs.shopId }),
	() => sql`${ownersChanges(sql`${placeholder('shopIds')}`)} GROUP BY ${shopActs.shopId}`,
)

/** `operatorName`: the operator at the program; acts without a key carry it (S44). */
export function createShopActRepository(read: Database['read'], operatorName: string | null) {
	return {
		/** The newest first, a page from `before` on. */
		actsOfShop: (
			shopId: string,
			{ limit, before }: { limit: number; before: { actedAt: Instant; actId: string } | null },
		): Promise<ListedShopAct[]> =>
			read(
				actsOfShop({
					shopId,
					limit,
					until: before?.actedAt ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.actId ?? '',
				}),
			),

		selectAnsweredAct: (actId: string): Statement<AnsweredAct[]> => answeredAct({ actId }),
		actsOfCaller: (
			caller: ShopCaller,
			{ limit, before }: { limit: number; before: { actedAt: Instant; actId: string } | null },
		): Promise<ListedShopAct[]> =>
			read(
				actsOfCaller({
					...caller,
					limit,
					until: before?.actedAt ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.actId ?? '',
				}),
			),

		/** Which of these shops an owner's device changed: their offer, hours or staff. */
		async changedByOwners(shopIds: readonly string[]): Promise<Set<string>> {
			const found = await read(shopsChangedByOwners({ shopIds: JSON.stringify(shopIds) }))
			return new Set(found.map(({ shopId }) => shopId))
		},

		/** Refuses a batch ('changed_meanwhile') where an owner's device changed one of these shops since then. */
		refuseOwnersChange: (shopIds: readonly string[], since: Instant): Statement<number> =>
			refuseWhen(
				'changed_meanwhile',
				sql`EXISTS (SELECT 1 ${ownersChanges(sql`${JSON.stringify(shopIds)}`)} AND ${shopActs.actedAt} >= ${since})`,
			),

		answeredAct: (actId: string): Promise<AnsweredAct | null> => first(read(answeredAct({ actId }))),

		/** The operator's acts at many shops; the batch may be sent twice. */
		insertOperatorActs: (acts: readonly OperatorAct[]): Statement<number> =>
			insertNewRows(
				shopActs,
				acts.map(({ now, ...act }) => ({ ...act, operatorName, requestId: act.id, actedAt: now })),
				['id'],
			),

		/**
		 * Stands in the batch that does the act. Refuses the batch where the key has ended ('key_ended'), or another
		 * request used this id ('act_done_already'). Without a key the operator acts, or the holder of a link.
		 */
		insertAct(given: ShopAct | OperatorAct): Statement[] {
			const { now, id, requestId, keyId, ...act } = { requestId: given.id, keyId: null, ...given }
			return [
				...(keyId === null
					? []
					: [
							refuseWhen(
								'key_ended',
								sql`NOT EXISTS (SELECT 1 FROM ${accessKeys} WHERE ${accessKeys.id} = ${keyId}
									AND ${accessKeys.shopId} = ${act.shopId} AND ${accessKeys.endedAt} IS NULL
									AND (${accessKeys.role} <> 'person' OR EXISTS (SELECT 1 FROM ${staffMembers}
										WHERE ${staffMembers.id} = ${accessKeys.staffMemberId} AND ${staffMembers.isActive} = 1)))`,
							),
						]),
				refuseWhen(
					'act_done_already',
					sql`EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${id} AND ${shopActs.requestId} <> ${requestId})`,
				),
				insertFrom(
					shopActs,
					{ ...act, id, requestId, keyId, operatorName: keyId === null ? operatorName : null, actedAt: now },
					sql`WHERE NOT EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${id})`,
				),
			]
		},

		/**
		 * Keeps the answer to a request of this content for its repeats. The first answer stands: a different one changes
		 * no row.
		 */
		keepAnswer: (
			actId: string,
			answer: { requestHash: string; status: number; body: string },
		): Statement<number> =>
			updateWhere(
				shopActs,
				{ answerStatus: answer.status, answerBody: answer.body },
				sql`${shopActs.id} = ${actId} AND ${shopActs.requestHash} = ${answer.requestHash} AND (${shopActs.answerStatus} IS NULL
					OR ${shopActs.answerStatus} = ${answer.status} AND ${shopActs.answerBody} = ${answer.body})`,
			),

		/** Stands before the client rows are forgotten: it finds the appointments by them. */
		forgetAnswers: (actor: Actor, passwordHash: string): Statement<number> =>
			updateWhere(
				shopActs,
				{ answerBody: '{}' },
				sql`${shopActs.answerBody} IS NOT NULL AND ${shopActs.subjectId} IN (SELECT ${appointments.id} FROM ${clients}
					CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
					WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
			),

		/** For a guest's bookings. */
		forgetAnswersOfGuest: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE ${shopActs} SET answer_body = '{}' WHERE answer_body IS NOT NULL AND subject_id IN (
				SELECT id FROM appointments WHERE checkout_id IN ${leavingCheckouts(contact, now)})`),

		/**
		 * An answer may name a customer, or hold a secret that is shown once. Repeats then learn only that the act was
		 * done.
		 */
		forgetAnswersBefore: (actedBefore: Instant): Statement<number> =>
			updateWhere(
				shopActs,
				{ answerStatus: null, answerBody: null },
				sql`${shopActs.id} IN (SELECT ${shopActs.id} FROM ${shopActs} WHERE ${shopActs.answerBody} IS NOT NULL
					AND ${shopActs.actedAt} <= ${actedBefore} LIMIT ${SLICE_ROWS})`,
			),

		purgeActedBefore: (actedBefore: Instant): Statement<number> =>
			deleteOldest(shopActs, lte(shopActs.actedAt, actedBefore)),
	}
}

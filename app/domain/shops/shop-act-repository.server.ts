import { lte, type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { GuestContact } from '#app/kernel/guest-contact.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS } from '#app/kernel/slice.ts'
import { type ShopActKind, shopActKinds } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { insertNewRows } from '#db/bulk-rows.server.ts'
import type { Database } from '#db/client.server.ts'
import { deleteOldest } from '#db/delete-slice.server.ts'
import { leavingCheckouts } from '#db/leaving-guest.server.ts'
import { leavingUserId } from '#db/leaving-user.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { instant, integer, nullable, rows, text, word } from '#db/row.server.ts'
import { appointments, clients } from '#db/schema/booking.ts'
import { staffMembers } from '#db/schema/discovery.ts'
import { accessKeys, shopActs } from '#db/schema/shops.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { build, builtWrite, insertFrom, preparedSelect, rawWrite } from '#db/statement.server.ts'
import type { ShopCaller } from './access-key.ts'

/** What a shop's side does in one request. */
export type ShopAct = {
	/** The idempotency key: an act is not done twice with it. */
	id: string
	/** Of the request, so that its own write may be sent twice. */
	requestId: string
	shopId: string
	/** Null: the operator. */
	keyId: string | null
	kind: ShopActKind
	/** What it is done to: the id of an appointment, a service, a session. */
	subjectId: string
	/** For the shop to read: 'WK7-4QMH, Gel Manicure'. It names no customer. */
	summary: string
	/** The hash of an API request, so that its key is not used for another one. */
	requestHash?: string
	now: Instant
}

/** An act without a key, named by its own id. */
export type OperatorAct = Pick<ShopAct, 'id' | 'shopId' | 'kind' | 'subjectId' | 'summary' | 'now'>

/** An act as the shop reads it. */
export type ListedShopAct = {
	actId: string
	kind: ShopActKind
	/** Of the key; null for the operator. */
	keyName: string | null
	/** Of an operator's act: who did it; null for older ones. */
	operatorName: string | null
	subjectId: string
	summary: string
	actedAt: Instant
}

/** An act that was done with an idempotency key, and its answer; no answer while it is not known. */
export type AnsweredAct = {
	/** The request that did it. */
	requestId: string
	requestHash: string | null
	status: number | null
	body: string | null
}

const { placeholder } = sql

const actsOf = (shopId: SQL) =>
	preparedSelect<ListedShopAct>(
		rows({
			actId: text(shopActs.id),
			kind: word(shopActs.kind, shopActKinds),
			keyName: nullable(text(accessKeys.name)),
			operatorName: nullable(text(shopActs.operatorName)),
			subjectId: text(shopActs.subjectId),
			summary: text(shopActs.summary),
			actedAt: instant(shopActs.actedAt),
		}),
		() => sql`FROM ${shopActs} LEFT JOIN ${accessKeys} ON ${accessKeys.id} = ${shopActs.keyId}
			WHERE ${shopActs.shopId} = ${shopId} AND ${shopActs.actedAt} <= ${placeholder('until')}
				AND (${shopActs.actedAt} < ${placeholder('until')} OR ${shopActs.id} < ${placeholder('beforeId')})
			ORDER BY ${shopActs.actedAt} DESC, ${shopActs.id} DESC LIMIT ${placeholder('limit')}`,
	)
const actsOfShop = actsOf(sql`${placeholder('shopId')}`)
const actsOfCaller = actsOf(callingShopId(shopCallerPlaceholders))

const answeredAct = preparedSelect<AnsweredAct>(
	rows({
		requestId: text(shopActs.requestId),
		requestHash: nullable(text(shopActs.requestHash)),
		status: nullable(integer(shopActs.answerStatus)),
		body: nullable(text(shopActs.answerBody)),
	}),
	() => sql`FROM ${shopActs} WHERE ${shopActs.id} = ${placeholder('actId')}`,
)

/** Of shops, as JSON. */
function ownersChanges(shopIds: SQL): SQL {
	return sql`FROM json_each(${shopIds}) wanted CROSS JOIN ${shopActs} ON ${shopActs.shopId} = wanted.value
		JOIN ${accessKeys} ON ${accessKeys.id} = ${shopActs.keyId} AND ${accessKeys.role} = 'owner'
		WHERE ${shopActs.kind} IN ('shop_changed', 'service_changed', 'add_on_changed', 'staff_changed', 'schedule_changed',
			'hours_changed', 'closed_day_changed')`
}

const shopsChangedByOwners = preparedSelect(
	rows({ shopId: text(shopActs.shopId) }),
	() => sql`${ownersChanges(sql`${placeholder('shopIds')}`)} GROUP BY ${shopActs.shopId}`,
)

/** `operatorName`: who runs the operator's program; an act without a key bears it (S44). */
export function createShopActRepository(read: Database['read'], operatorName: string | null) {
	return {
		/** What a shop's side did, the newest first; from `before` on where a page goes on. */
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

		/** The act with this id, for a batch that does more; none where nothing was done. */
		selectAnsweredAct: (actId: string): Statement<AnsweredAct[]> => answeredAct({ actId }),
		/** What the side of the shop did whose key this caller shows; pages of it as of `actsOfShop`. */
		actsOfCaller: (
			{ secretHash, kind }: ShopCaller,
			{ limit, before }: { limit: number; before: { actedAt: Instant; actId: string } | null },
		): Promise<ListedShopAct[]> =>
			read(
				actsOfCaller({
					secretHash,
					kind,
					limit,
					until: before?.actedAt ?? Number.MAX_SAFE_INTEGER,
					beforeId: before?.actId ?? '',
				}),
			),

		/** Which of these shops were changed at an owner's device: what they offer, their hours, their staff. */
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

		/** Null where nothing was done with this id. */
		async answeredAct(actId: string): Promise<AnsweredAct | null> {
			const [act] = await read(answeredAct({ actId }))
			return act ?? null
		},

		/** The operator's acts at many shops in one statement, in a batch that may be sent twice. */
		insertOperatorActs: (acts: readonly OperatorAct[]): Statement<number> =>
			insertNewRows(
				shopActs,
				acts.map(({ now, ...act }) => ({ ...act, operatorName, requestId: act.id, actedAt: now })),
				['id'],
			),

		/**
		 * Writes an act down, in the batch that does it. Refuses the batch where its key opens nothing any more
		 * ('key_ended'), and where another request did something with this id ('act_done_already').
		 */
		insertAct: ({ now, keyId, ...act }: ShopAct): Statement[] => [
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
				sql`EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${act.id} AND ${shopActs.requestId} <> ${act.requestId})`,
			),
			insertFrom(
				shopActs,
				{ ...act, keyId, operatorName: keyId === null ? operatorName : null, actedAt: now },
				sql`WHERE NOT EXISTS (SELECT 1 FROM ${shopActs} WHERE ${shopActs.id} = ${act.id})`,
			),
		],

		/**
		 * Keeps the answer to a request of this content for its repeats. The first that is kept stands: another one changes
		 * no row, and an equal one, as where the write is sent again, changes its own.
		 */
		keepAnswer: (
			actId: string,
			answer: { requestHash: string; status: number; body: string },
		): Statement<number> =>
			builtWrite(
				build
					.update(shopActs)
					.set({ answerStatus: answer.status, answerBody: answer.body })
					.where(
						sql`${shopActs.id} = ${actId} AND ${shopActs.requestHash} = ${answer.requestHash} AND (${shopActs.answerStatus} IS NULL
							OR ${shopActs.answerStatus} = ${answer.status} AND ${shopActs.answerBody} = ${answer.body})`,
					),
			),

		/**
		 * What the answers to a shop's program say of the actor's visits, for erasing; that they were given stays. It
		 * belongs before the client rows are forgotten, through which the visits are found.
		 */
		forgetAnswers: (actor: Actor, passwordHash: string): Statement<number> =>
			builtWrite(
				build
					.update(shopActs)
					.set({ answerBody: '{}' })
					.where(
						sql`${shopActs.answerBody} IS NOT NULL AND ${shopActs.subjectId} IN (SELECT ${appointments.id} FROM ${clients}
							CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
							WHERE ${clients.userId} = ${leavingUserId(actor, passwordHash)})`,
					),
			),

		/** As of an account, for a guest's bookings. */
		forgetAnswersOfGuest: (contact: GuestContact, now: Instant): Statement<number> =>
			rawWrite(sql`UPDATE ${shopActs} SET answer_body = '{}' WHERE answer_body IS NOT NULL AND subject_id IN (
				SELECT id FROM appointments WHERE checkout_id IN ${leavingCheckouts(contact, now)})`),

		/**
		 * An answer may name a customer, or hold a secret that is shown once: a repeat after this is told that it was
		 * done.
		 */
		forgetAnswersBefore: (actedBefore: Instant): Statement<number> =>
			builtWrite(
				build
					.update(shopActs)
					.set({ answerStatus: null, answerBody: null })
					.where(
						sql`${shopActs.id} IN (SELECT ${shopActs.id} FROM ${shopActs} WHERE ${shopActs.answerBody} IS NOT NULL
							AND ${shopActs.actedAt} <= ${actedBefore} LIMIT ${SLICE_ROWS})`,
					),
			),

		/** Housekeeping: nothing depends on it having run. */
		purgeActedBefore: (actedBefore: Instant): Statement<number> =>
			deleteOldest(shopActs, lte(shopActs.actedAt, actedBefore)),
	}
}

export type ShopActRepository = ReturnType<typeof createShopActRepository>

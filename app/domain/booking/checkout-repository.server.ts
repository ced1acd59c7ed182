import { eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { SLICE_ROWS } from '#app/kernel/slice.ts'
import { paymentChoices, paymentMethods } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorAsked, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { decode, flag, integer, json, nullable, only, optional, text, word } from '#db/row.server.ts'
import {
	appointments,
	checkoutAddOns,
	checkoutServices,
	checkouts,
	clients,
	drafts,
	holds,
	promoCodes,
	promoUses,
} from '#db/schema/booking.ts'
import { addOns, services, shops, staffMembers } from '#db/schema/discovery.ts'
import { profiles } from '#db/schema/identity.ts'
import { cashbackAccounts } from '#db/schema/loyalty.ts'
import { paymentAttempts } from '#db/schema/payments.ts'
import { planOrders, subscriptionPlans } from '#db/schema/subscriptions.ts'
import { build, builtWrite, insertFrom, preparedRead, rawRead } from '#db/statement.server.ts'
import { promoUseCeiling } from './ceiling-repository.server.ts'
import type { NewBooking, NewCheckout, NewPendingCheckout, SnapshotService } from './new-booking.ts'
import type { PricedItem } from './price-draft.ts'

/** A visit that was, or is, paid online, as it was when its payment was started. */
export type CheckoutSnapshot = Omit<NewPendingCheckout, 'now' | 'clientId'> & {
	createdAt: Instant
	shop: { id: string; name: string; timeZone: string; minimumNoticeMinutes: number; horizonDays: number }
	/** The account of the cashback that it pays with; null without. */
	cashbackAccountId: string | null
	/** Until when its time is, or was, kept for this very checkout; null when it is kept for another one, or no more. */
	heldUntilAt: Instant | null
	/** The appointment that the draft became, by whichever of its checkouts. */
	bookedAppointmentId: string | null
	/** Of a checkout that buys a plan; null for a visit. */
	plan: { id: string; title: string } | null
}

const sibling = alias(checkouts, 'sibling')
/** Rows of a checkout in their order, as derived tables. */
const service = alias(checkoutServices, 'service')
const addOn = alias(checkoutAddOns, 'add_on')

const checkoutOfPayment = preparedRead<CheckoutSnapshot>(
	sql`SELECT ${checkouts.id}, ${checkouts.draftId}, ${checkouts.createdByUserId}, ${checkouts.firstName}, ${checkouts.lastName},
			${checkouts.email}, ${checkouts.phone}, ${checkouts.subtotalKobo}, ${checkouts.discountKobo}, ${checkouts.tipKobo},
			${checkouts.totalKobo}, ${checkouts.dueKobo}, ${checkouts.promoCodeId}, ${checkouts.referralCodeId}, ${checkouts.rewardId}, ${checkouts.cashbackKobo},
			(SELECT ${cashbackAccounts.id} FROM ${cashbackAccounts} WHERE ${checkouts.cashbackKobo} > 0
				AND ${cashbackAccounts.userId} = ${checkouts.createdByUserId} AND ${cashbackAccounts.shopId} = ${checkouts.shopId}) AS cashback_account_id,
			${checkouts.paymentChoice}, ${checkouts.paymentMethod},
			${checkouts.startsAt}, ${checkouts.refundableUntilAt}, ${checkouts.createdAt}, ${checkouts.shopId},
			${shops.name} AS shop_name, ${shops.timeZone}, ${shops.minimumNoticeMinutes}, ${shops.horizonDays},
			(SELECT max(${holds.expiresAt}) FROM ${holds} WHERE ${holds.checkoutId} = ${checkouts.id}) AS held_until_at,
			(SELECT ${appointments.id} FROM ${checkouts} ${sibling} JOIN ${appointments} ON ${appointments.checkoutId} = ${sibling.id}
				WHERE ${sibling.draftId} = ${checkouts.draftId} AND ${sibling.status} = 'COMPLETED') AS booked_appointment_id,
			${subscriptionPlans.id} AS plan_id, ${subscriptionPlans.title} AS plan_title,
			(SELECT json_group_array(json_object('id', ${service.serviceId}, 'name', ${service.name},
					'priceKobo', ${service.priceKobo}, 'durationMinutes', ${service.durationMinutes},
					'bufferMinutes', ${service.bufferMinutes}, 'staffMemberId', ${service.staffMemberId}))
				FROM (SELECT * FROM ${checkoutServices} WHERE ${checkoutServices.checkoutId} = ${checkouts.id}
					ORDER BY ${checkoutServices.position}) ${service}) AS services,
			(SELECT json_group_array(json_object('id', ${addOn.addOnId}, 'name', ${addOn.name},
					'priceKobo', ${addOn.priceKobo}, 'durationMinutes', ${addOn.durationMinutes}))
				FROM (SELECT * FROM ${checkoutAddOns} WHERE ${checkoutAddOns.checkoutId} = ${checkouts.id}
					ORDER BY rowid) ${addOn}) AS add_ons
		FROM ${paymentAttempts}
		JOIN ${checkouts} ON ${checkouts.id} = ${paymentAttempts.checkoutId}
		JOIN ${shops} ON ${shops.id} = ${checkouts.shopId}
		LEFT JOIN ${planOrders} ON ${planOrders.checkoutId} = ${checkouts.id}
		LEFT JOIN ${subscriptionPlans} ON ${subscriptionPlans.id} = ${planOrders.planId}
		WHERE ${paymentAttempts.paymentReference} = ${sql.placeholder('paymentReference')}`,
	decode({
		checkoutId: text('id'),
		draftId: text('draft_id'),
		shopId: text('shop_id'),
		userId: nullable(text('created_by_user_id')),
		contact: decode({
			firstName: text('first_name'),
			lastName: text('last_name'),
			email: nullable(text('email')),
			phone: nullable(text('phone')),
		}),
		services: json<SnapshotService[]>('services'),
		addOns: json<PricedItem[]>('add_ons'),
		subtotalKobo: integer('subtotal_kobo'),
		discountKobo: integer('discount_kobo'),
		tipKobo: integer('tip_kobo'),
		totalKobo: integer('total_kobo'),
		dueKobo: integer('due_kobo'),
		promoCodeId: nullable(text('promo_code_id')),
		referralCodeId: nullable(text('referral_code_id')),
		rewardId: nullable(text('reward_id')),
		cashbackKobo: integer('cashback_kobo'),
		cashbackAccountId: nullable(text('cashback_account_id')),
		paymentChoice: word('payment_choice', paymentChoices),
		paymentMethod: word('payment_method', paymentMethods),
		startsAt: integer('starts_at'),
		refundableUntilAt: integer('refundable_until_at'),
		createdAt: integer('created_at'),
		shop: decode({
			id: text('shop_id'),
			name: text('shop_name'),
			timeZone: text('time_zone'),
			minimumNoticeMinutes: integer('minimum_notice_minutes'),
			horizonDays: integer('horizon_days'),
		}),
		heldUntilAt: nullable(integer('held_until_at')),
		bookedAppointmentId: nullable(text('booked_appointment_id')),
		plan: optional('plan_id', decode({ id: text('plan_id'), title: text('plan_title') })),
	}),
)

const askedDraft = sql.placeholder('draftId')

/** The client rows of the draft's shop, where that shop minds missed visits. */
const clientsOfShop = sql`SELECT ${clients.id} FROM ${clients} WHERE ${clients.shopId} =
	(SELECT ${shops.id} FROM ${drafts} JOIN ${shops} ON ${shops.id} = ${drafts.shopId}
		WHERE ${drafts.id} = ${askedDraft} AND ${shops.prepayAfterNoShows} IS NOT NULL)`

const signedInUserId = actorUserId(actorAsked)

/** One index each: the plus keeps the planner off the one by account, which holds all guests of a shop. */
const guestsWith = (typed: SQL) =>
	sql`${clientsOfShop} AND ${clients.email} = ${sql.placeholder('email')} AND ${clients.userId} IS NULL AND ${typed}
		UNION ${clientsOfShop} AND ${clients.phone} = ${sql.placeholder('phone')} AND +${clients.userId} IS NULL AND ${typed}`

const ofSignedIn = sql`${clientsOfShop} AND ${clients.userId} = ${signedInUserId}`

const noShows = {
	ofActor: noShowsOf(ofSignedIn),
	ofContact: noShowsOf(guestsWith(sql`true`)),
	ofActorElseContact: noShowsOf(sql`${ofSignedIn} UNION ${guestsWith(sql`${signedInUserId} IS NULL`)}`),
}

function noShowsOf(known: SQL) {
	return preparedRead(
		sql`SELECT count(*) AS count FROM ${appointments}
			WHERE ${appointments.clientId} IN (${known}) AND ${appointments.status} = 'NO_SHOW'`,
		only(integer('count')),
	)
}

export function createCheckoutRepository(read: Database['read']) {
	return {
		/**
		 * How many visits this customer has missed in the draft's shop; 0 where that shop does not mind. A live session
		 * of the actor decides whose they are (S12), and without one the posted contact. Without a contact only an
		 * account's count: a page reveals nothing about a contact that a stranger may have typed (S15).
		 */
		async noShowCount(
			draftId: string,
			{
				actor,
				contact,
			}: { actor: Actor | null; contact: { email: string | null; phone: string | null } | null },
		): Promise<number> {
			const asked = { draftId, ...actor, ...contact }
			if (!actor && !contact) return 0
			const known = contact ? (actor ? noShows.ofActorElseContact : noShows.ofContact) : noShows.ofActor
			const [count = 0] = await read(known(asked))
			return count
		},

		/** The visit that a payment is for; null for a reference that is none of ours. */
		async checkoutOfPayment(paymentReference: string): Promise<CheckoutSnapshot | null> {
			const [checkout] = await read(checkoutOfPayment({ paymentReference }))
			return checkout ?? null
		},

		/** The statements before the calendar's, for a visit that is booked now: client, checkout, promo use. */
		insertCheckout: (booking: NewBooking): Statement[] => [
			insertClientUnlessKnown(booking),
			requireShownPrices(booking),
			insertCheckoutRow(booking, {
				status: 'COMPLETED',
				startsAt: null,
				refundableUntilAt: null,
				dueKobo: null,
			}),
			...keepPromoUse(booking, booking.now),
			promoUseCeiling(booking.checkoutId, booking.now),
		],

		/**
		 * The statements that store a checkout that waits for its payment. Its id is made from its content: agreeing to
		 * the same visit again finds the same row.
		 */
		insertPendingCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			requireShownPrices(checkout),
			...pendingCheckoutRows(checkout),
			...keepPromoUse(checkout, checkout.now),
			promoUseCeiling(checkout.checkoutId, checkout.now),
		],

		/**
		 * The statements of a checkout that is to be paid at the shop first: it keeps nothing from others until then
		 * (D45).
		 */
		insertOrderedCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			requireOpenDraft(checkout),
			...pendingCheckoutRows(checkout),
		],

		/**
		 * The rows of a checkout that a restored database has lost. What was agreed then is not checked again: its prices
		 * may have changed, and of a booked draft the money is refunded when it is settled.
		 */
		insertLostCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			...pendingCheckoutRows(checkout),
		],

		/** What this database still knows of a lost checkout: names, and whether all that it points at is here. */
		async remainsOf(lost: LostCheckoutIds): Promise<CheckoutRemains | null> {
			const [remains] = await read(remainsOf(lost))
			return remains ?? null
		},

		/**
		 * Its payment came, or nothing is paid online. The promo code counts as it did when the payment was started (D14).
		 */
		completeCheckout: (
			checkout: Pick<
				CheckoutSnapshot,
				'checkoutId' | 'draftId' | 'promoCodeId' | 'subtotalKobo' | 'createdAt'
			>,
			paymentReference: string | null,
		): Statement[] => [
			builtWrite(
				build
					.update(checkouts)
					.set({ status: 'COMPLETED', paymentReference })
					.where(eq(checkouts.id, checkout.checkoutId)),
			),
			...keepPromoUse(checkout, checkout.createdAt),
		],

		/**
		 * A slice of the checkouts that were not paid and that no payment attempt names, with their rows. A
		 * trigger deletes their guest with them where nothing else names them (F13).
		 */
		purgeUnpaid(createdBefore: Instant): [...Statement<number>[], Statement<number>] {
			// By hand, since SQLite uses a partial index only where its very words stand in the query.
			const unpaid = sql`(SELECT ${checkouts.id} FROM ${checkouts}
				WHERE ${checkouts.status} = 'PENDING' AND ${checkouts.createdAt} <= ${createdBefore}
					AND NOT EXISTS (SELECT 1 FROM ${paymentAttempts} WHERE ${paymentAttempts.checkoutId} = ${checkouts.id})
				ORDER BY ${checkouts.createdAt}, ${checkouts.id} LIMIT ${SLICE_ROWS})`
			return [
				builtWrite(build.delete(promoUses).where(sql`${promoUses.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkoutAddOns).where(sql`${checkoutAddOns.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkoutServices).where(sql`${checkoutServices.checkoutId} IN ${unpaid}`)),
				builtWrite(build.delete(checkouts).where(sql`${checkouts.id} IN ${unpaid}`)),
			]
		},
	}
}

export type CheckoutRepository = ReturnType<typeof createCheckoutRepository>

/** The rows of a checkout that waits for its payment. Existing rows stay unchanged. */
function pendingCheckoutRows(checkout: NewPendingCheckout): Statement[] {
	return [
		insertCheckoutRow(checkout, {
			status: 'PENDING',
			...checkout,
			// A plan may be paid at the shop.
			dueKobo: checkout.paymentChoice === 'online' ? checkout.dueKobo : null,
		}),
		insertFrom(
			checkoutServices,
			{
				checkoutId: checkout.checkoutId,
				position: sql`key`,
				serviceId: sql`value ->> 'id'`,
				staffMemberId: sql`value ->> 'staffMemberId'`,
				name: sql`value ->> 'name'`,
				priceKobo: sql`value ->> 'priceKobo'`,
				durationMinutes: sql`value ->> 'durationMinutes'`,
				bufferMinutes: sql`value ->> 'bufferMinutes'`,
			},
			sql`FROM json_each(${JSON.stringify(checkout.services)}) WHERE true ON CONFLICT DO NOTHING`,
		),
		insertFrom(
			checkoutAddOns,
			{
				checkoutId: checkout.checkoutId,
				addOnId: sql`value ->> 'id'`,
				name: sql`value ->> 'name'`,
				priceKobo: sql`value ->> 'priceKobo'`,
				durationMinutes: sql`value ->> 'durationMinutes'`,
			},
			sql`FROM json_each(${JSON.stringify(checkout.addOns)}) WHERE true ON CONFLICT DO NOTHING`,
		),
	]
}

/** What a lost checkout points at. */
type LostCheckoutIds = {
	shopId: string
	serviceIds: readonly string[]
	addOnIds: readonly string[]
	staffMemberIds: readonly string[]
	promoCodeId: string | null
	userId: string | null
	email: string
}

export type CheckoutRemains = {
	services: { id: string; name: string }[]
	addOns: { id: string; name: string }[]
	/** Every person and the promo code are here too. */
	isComplete: boolean
	/** The account is here. */
	hasAccount: boolean
	/** Of the account, else of a guest of that shop with that e-mail; null for a new client. */
	contact: { firstName: string; lastName: string; phone: string | null } | null
}

function remainsOf(lost: LostCheckoutIds) {
	const idsIn = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`
	const named = sql`json_group_array(json_object('id', id, 'name', name))`
	const person = sql`SELECT first_name, last_name, phone`
	return rawRead<CheckoutRemains>(
		sql`SELECT
			(SELECT ${named} FROM ${services} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.serviceIds)}) AS services,
			(SELECT ${named} FROM ${addOns} WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.addOnIds)}) AS add_ons,
			(SELECT count(*) = ${new Set(lost.staffMemberIds).size} FROM ${staffMembers}
					WHERE shop_id = ${lost.shopId} AND id IN ${idsIn(lost.staffMemberIds)})
				AND (${lost.promoCodeId} IS NULL OR EXISTS (SELECT 1 FROM ${promoCodes} WHERE id = ${lost.promoCodeId})) AS is_complete,
			EXISTS (SELECT 1 FROM ${profiles} WHERE id = ${lost.userId}) AS has_account,
			(SELECT json_object('firstName', first_name, 'lastName', last_name, 'phone', phone) FROM (
				SELECT * FROM (${person} FROM ${profiles} WHERE id = ${lost.userId})
				UNION ALL SELECT * FROM (${person} FROM ${clients}
					WHERE shop_id = ${lost.shopId} AND email = ${lost.email} AND user_id IS NULL) LIMIT 1)) AS contact`,
		decode({
			services: json<CheckoutRemains['services']>('services'),
			addOns: json<CheckoutRemains['addOns']>('add_ons'),
			isComplete: flag('is_complete'),
			hasAccount: flag('has_account'),
			contact: nullable(json<NonNullable<CheckoutRemains['contact']>>('contact')),
		}),
	)
}

type AnyCheckout = Omit<NewCheckout, 'services'> & { services: PricedItem[] }

/** One use for a visit, whichever of its draft's checkouts it is: those of the others give theirs up. */
function keepPromoUse(
	{
		checkoutId,
		draftId,
		promoCodeId,
		subtotalKobo,
	}: Pick<AnyCheckout, 'checkoutId' | 'draftId' | 'promoCodeId' | 'subtotalKobo'>,
	usedAt: Instant,
): Statement[] {
	const othersReleased = deletePromoUses(sql`${isPendingOf(draftId)} AND ${checkouts.id} <> ${checkoutId}`)
	if (promoCodeId === null) return [othersReleased]
	return [
		othersReleased,
		insertFrom(
			promoUses,
			{ checkoutId: sql`${checkouts.id}`, promoCodeId, amountKobo: subtotalKobo, usedAt },
			sql`FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId}
				AND NOT EXISTS (SELECT 1 FROM ${promoUses} WHERE ${promoUses.checkoutId} = ${checkoutId})`,
		),
	]
}

/** The promo uses of the checkouts that a condition names. */
function deletePromoUses(ofCheckouts: SQL): Statement<number> {
	return builtWrite(
		build
			.delete(promoUses)
			.where(sql`${promoUses.checkoutId} IN (SELECT ${checkouts.id} FROM ${checkouts} WHERE ${ofCheckouts})`),
	)
}

function isPendingOf(draftId: string): SQL {
	return sql`${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'PENDING'`
}

/**
 * A signed-in customer's row of that shop, found by their account and nothing else. A guest's details match only
 * client rows of that shop without an account, and never change one (C43): the row of their e-mail; by phone only a
 * row without an e-mail, for a booking without one. So a row carries one e-mail (S2, I13, docs/decisions/025).
 */
function knownClient({
	clientId,
	shopId,
	userId,
	contact,
}: Pick<NewCheckout, 'clientId' | 'shopId' | 'userId' | 'contact'>): SQL {
	const own = sql`SELECT ${clients.id} FROM ${clients} WHERE ${clients.shopId} = ${shopId}`
	const oldest = sql`ORDER BY ${clients.createdAt}, ${clients.id} LIMIT 1`
	if (userId !== null) return sql`${own} AND ${clients.userId} = ${userId} ${oldest}`
	if (contact.email !== null)
		return sql`${own} AND ${clients.email} = ${contact.email} AND ${clients.userId} IS NULL`
	// A client without a contact is a new one each time.
	if (contact.phone === null) return sql`${own} AND ${clients.id} = ${clientId}`
	// One index: the plus keeps the planner off the one by account, which holds all guests of a shop under 'none'.
	return sql`${own} AND ${clients.phone} = ${contact.phone} AND ${clients.email} IS NULL AND +${clients.userId} IS NULL ${oldest}`
}

function insertClientUnlessKnown(checkout: AnyCheckout): Statement {
	const { clientId, shopId, userId, contact, now } = checkout
	const { firstName, lastName, email, phone } = contact
	return insertFrom(
		clients,
		{ id: clientId, shopId, userId, firstName, lastName, email, phone, createdAt: now },
		sql`WHERE (${knownClient(checkout)}) IS NULL`,
	)
}

/** Refuses a new checkout of a draft that is booked by another way ('draft_already_booked'). */
function requireOpenDraft({ checkoutId, draftId }: AnyCheckout): Statement {
	return refuseWhen(
		'draft_already_booked',
		sql`EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.draftId} = ${draftId} AND ${checkouts.status} = 'COMPLETED')
			AND NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkoutId})`,
	)
}

/**
 * Refuses a price that is no longer the one shown ('shown_prices_changed'), instead of charging another silently (D3).
 * A batch that is sent again finds its own row, and is not refused for what has changed since; nor is a draft that is
 * booked, whose answer is its appointment.
 */
function requireShownPrices(checkout: AnyCheckout): Statement {
	const pricesOf = (items: PricedItem[]) =>
		JSON.stringify(items.map(({ id, priceKobo }) => ({ id, priceKobo })))
	return refuseWhen(
		'shown_prices_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${checkout.checkoutId}
				OR (${checkouts.draftId} = ${checkout.draftId} AND ${checkouts.status} = 'COMPLETED')
			) AND (EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.services)}) shown
				LEFT JOIN ${services} ON ${services.id} = shown.value ->> 'id'
				WHERE ${services.priceKobo} IS NOT shown.value ->> 'priceKobo'
			) OR EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.addOns)}) shown
				LEFT JOIN ${addOns} ON ${addOns.id} = shown.value ->> 'id' AND ${addOns.isEnabled} = 1
				WHERE ${addOns.priceKobo} IS NOT shown.value ->> 'priceKobo'
			))`,
	)
}

function insertCheckoutRow(
	checkout: AnyCheckout,
	{
		status,
		startsAt,
		refundableUntilAt,
		dueKobo,
	}: {
		status: 'PENDING' | 'COMPLETED'
		startsAt: Instant | null
		refundableUntilAt: Instant | null
		dueKobo: number | null
	},
): Statement {
	const { firstName, lastName, email, phone } = checkout.contact
	return insertFrom(
		checkouts,
		{
			id: checkout.checkoutId,
			shopId: checkout.shopId,
			clientId: sql`(${knownClient(checkout)})`,
			draftId: checkout.draftId,
			subtotalKobo: checkout.subtotalKobo,
			discountKobo: checkout.discountKobo,
			tipKobo: checkout.tipKobo,
			totalKobo: checkout.totalKobo,
			paymentChoice: checkout.paymentChoice,
			paymentMethod: checkout.paymentMethod,
			status,
			firstName,
			lastName,
			email,
			phone,
			visitorName: checkout.visitorName ?? null,
			customerNote: checkout.customerNote ?? null,
			createdByUserId: checkout.userId,
			createdAt: checkout.now,
			startsAt,
			refundableUntilAt,
			dueKobo,
			promoCodeId: status === 'PENDING' ? checkout.promoCodeId : null,
			referralCodeId: status === 'PENDING' ? checkout.referralCodeId : null,
			rewardId: status === 'PENDING' ? checkout.rewardId : null,
			cashbackKobo: checkout.cashbackKobo,
		},
		sql`WHERE true ON CONFLICT (${sql.identifier(checkouts.id.name)}) DO NOTHING`,
	)
}

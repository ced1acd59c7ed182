import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { PaymentChoice, PaymentMethod } from '#app/kernel/vocabulary.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import type { FrozenService, NewBooking, NewCheckout, NewPendingCheckout } from './new-booking.ts'
import type { PricedItem } from './price-visit.ts'

/** A visit that was, or is, paid online, as it was when its payment was started. */
export type FrozenVisit = Omit<NewPendingCheckout, 'now' | 'clientId'> & {
	createdAt: Instant
	shop: { id: string; name: string; timeZone: string; minimumNoticeMinutes: number; horizonDays: number }
	/** Until when its time is, or was, kept for this very checkout; null when it is kept for another one, or no more. */
	heldUntilAt: Instant | null
	/** The appointment that the draft became, by whichever of its checkouts. */
	bookedAppointmentId: string | null
}

export function createCheckoutRepository(read: Database['read']) {
	return {
		/** How many visits this customer has missed in the draft's shop; 0 where that shop does not mind. */
		async noShowCount(
			draftId: string,
			customer: { actor: Actor | null; contact: 'draft' | { email: string | null; phone: string | null } },
		): Promise<number> {
			const { actor, contact } = customer
			const shop = sql`(SELECT shop.id FROM drafts draft JOIN shops shop ON shop.id = draft.shop_id
				WHERE draft.id = ${draftId} AND shop.prepaid_from_no_shows IS NOT NULL)`
			const ofDraft = (column: SQL) => sql`(SELECT ${column} FROM drafts WHERE id = ${draftId})`
			const email = contact === 'draft' ? ofDraft(sql`email`) : sql`${contact.email}`
			const phone = contact === 'draft' ? ofDraft(sql`phone`) : sql`${contact.phone}`
			const clients = actor
				? sql`SELECT id FROM clients WHERE user_id = ${actorUserId(actor)} AND shop_id = ${shop}`
				: sql`SELECT id FROM clients WHERE shop_id = ${shop} AND email = ${email} AND user_id IS NULL
					UNION SELECT id FROM clients WHERE shop_id = ${shop} AND phone = ${phone} AND +user_id IS NULL`
			const [count = 0] = await read(
				rawRead(
					sql`SELECT count(*) AS count FROM appointments WHERE client_id IN (${clients}) AND status = 'NO_SHOW'`,
					(row) => Number(row.count),
				),
			)
			return count
		},

		/** The visit that a payment is for; null for a reference that is none of ours. */
		async frozenVisit(reference: string): Promise<FrozenVisit | null> {
			const [visit] = await read(
				rawRead(
					sql`SELECT checkout.*, shop.name AS shop_name, shop.time_zone, shop.minimum_notice_minutes, shop.horizon_days,
							(SELECT max(expires_at) FROM holds WHERE checkout_id = checkout.id) AS held_until_at,
							(SELECT booked.id FROM checkouts sibling JOIN appointments booked ON booked.checkout_id = sibling.id
								WHERE sibling.draft_id = checkout.draft_id AND sibling.status = 'COMPLETED') AS booked_appointment_id,
							(SELECT json_group_array(json_object('id', service_id, 'name', name, 'priceKobo', price_kobo, 'durationMinutes',
									duration_minutes, 'bufferMinutes', buffer_minutes, 'staffMemberId', staff_member_id))
								FROM (SELECT * FROM checkout_services WHERE checkout_id = checkout.id ORDER BY position)) AS services,
							(SELECT json_group_array(json_object('id', add_on_id, 'name', name, 'priceKobo', price_kobo, 'durationMinutes',
									duration_minutes))
								FROM (SELECT * FROM checkout_add_ons WHERE checkout_id = checkout.id ORDER BY rowid)) AS add_ons
						FROM payment_attempts attempt
						JOIN checkouts checkout ON checkout.id = attempt.checkout_id
						JOIN shops shop ON shop.id = checkout.shop_id
						WHERE attempt.reference = ${reference}`,
					(row): FrozenVisit => ({
						checkoutId: String(row.id),
						draftId: String(row.draft_id),
						shopId: String(row.shop_id),
						userId: row.created_by_user_id === null ? null : String(row.created_by_user_id),
						contact: {
							firstName: String(row.first_name),
							lastName: String(row.last_name),
							email: row.email === null ? null : String(row.email),
							phone: row.phone === null ? null : String(row.phone),
						},
						services: JSON.parse(String(row.services)) as FrozenService[],
						addOns: JSON.parse(String(row.add_ons)) as PricedItem[],
						subtotalKobo: Number(row.subtotal_kobo),
						discountKobo: Number(row.discount_kobo),
						tipKobo: Number(row.tip_kobo),
						totalKobo: Number(row.total_kobo),
						dueKobo: Number(row.due_kobo),
						promoCodeId: row.promo_code_id === null ? null : String(row.promo_code_id),
						// The database's own CHECKs keep these lists.
						paymentChoice: row.payment_choice as PaymentChoice,
						paymentMethod: row.payment_method as PaymentMethod,
						startsAt: Number(row.starts_at),
						refundableUntilAt: Number(row.refundable_until_at),
						createdAt: Number(row.created_at),
						shop: {
							id: String(row.shop_id),
							name: String(row.shop_name),
							timeZone: String(row.time_zone),
							minimumNoticeMinutes: Number(row.minimum_notice_minutes),
							horizonDays: Number(row.horizon_days),
						},
						heldUntilAt: row.held_until_at === null ? null : Number(row.held_until_at),
						bookedAppointmentId:
							row.booked_appointment_id === null ? null : String(row.booked_appointment_id),
					}),
				),
			)
			return visit ?? null
		},

		/** The statements before the calendar's, for a visit that is booked now: client, checkout, promo use. */
		insertCheckout: (booking: NewBooking): Statement[] => [
			insertClientUnlessKnown(booking),
			insertCheckoutAtShownPrices(booking, {
				status: 'COMPLETED',
				startsAt: null,
				refundableUntilAt: null,
				dueKobo: null,
			}),
			...keepPromoUse(booking, booking.now),
		],

		/**
		 * The same for one that waits for its payment, with all that it is made of. Its id says what is in it: the same visit
		 * agreed to again is the same row.
		 */
		insertPendingCheckout: (checkout: NewPendingCheckout): Statement[] => [
			insertClientUnlessKnown(checkout),
			insertCheckoutAtShownPrices(checkout, { status: 'PENDING', ...checkout }),
			rawWrite(
				sql`INSERT OR IGNORE INTO checkout_services (checkout_id, position, service_id, staff_member_id, name, price_kobo, duration_minutes, buffer_minutes)
					SELECT ${checkout.checkoutId}, key, value ->> 'id', value ->> 'staffMemberId', value ->> 'name', value ->> 'priceKobo',
						value ->> 'durationMinutes', value ->> 'bufferMinutes'
					FROM json_each(${JSON.stringify(checkout.services)})`,
			),
			rawWrite(
				sql`INSERT OR IGNORE INTO checkout_add_ons (checkout_id, add_on_id, name, price_kobo, duration_minutes)
					SELECT ${checkout.checkoutId}, value ->> 'id', value ->> 'name', value ->> 'priceKobo', value ->> 'durationMinutes'
					FROM json_each(${JSON.stringify(checkout.addOns)})`,
			),
			...keepPromoUse(checkout, checkout.now),
		],

		/** Its payment came. The promo code counts as it did when the payment was started (decision D14). */
		completeCheckout: (visit: FrozenVisit, reference: string): Statement[] => [
			rawWrite(
				sql`UPDATE checkouts SET status = 'COMPLETED', payment_reference = ${reference} WHERE id = ${visit.checkoutId}`,
			),
			...keepPromoUse(visit, visit.createdAt),
		],

		/** The uses that visits of this draft have reserved, which will not be: they can be had by others again. */
		releasePromoUses: (draftId: string): Statement =>
			rawWrite(
				sql`DELETE FROM promo_uses WHERE checkout_id IN (SELECT id FROM checkouts WHERE draft_id = ${draftId} AND status = 'PENDING')`,
			),
	}
}

export type CheckoutRepository = ReturnType<typeof createCheckoutRepository>

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
	return [
		rawWrite(
			sql`DELETE FROM promo_uses WHERE checkout_id IN
				(SELECT id FROM checkouts WHERE draft_id = ${draftId} AND status = 'PENDING' AND id <> ${checkoutId})`,
		),
		...(promoCodeId === null
			? []
			: [
					rawWrite(
						sql`INSERT INTO promo_uses (checkout_id, promo_code_id, amount_kobo, used_at)
							SELECT id, ${promoCodeId}, ${subtotalKobo}, ${usedAt} FROM checkouts
							WHERE id = ${checkoutId} AND NOT EXISTS (SELECT 1 FROM promo_uses WHERE checkout_id = ${checkoutId})`,
					),
				]),
	]
}

/**
 * A signed-in customer's row of that shop, found by their account and nothing else. A guest's details match only client rows of that shop without an account, by e-mail, else by phone; they never change
 * one (spec 3, "Words and numbers").
 */
function knownClient({ shopId, userId, contact }: Pick<NewCheckout, 'shopId' | 'userId' | 'contact'>) {
	if (userId !== null)
		return sql`SELECT id FROM clients WHERE shop_id = ${shopId} AND user_id = ${userId} ORDER BY created_at, id LIMIT 1`
	// One index each: the plus keeps the planner off the one by account, which holds all guests of a shop under 'none'.
	return sql`SELECT coalesce(
		(SELECT id FROM clients WHERE shop_id = ${shopId} AND email = ${contact.email} AND user_id IS NULL),
		(SELECT id FROM clients WHERE shop_id = ${shopId} AND phone = ${contact.phone} AND +user_id IS NULL ORDER BY created_at, id LIMIT 1)
	)`
}

function insertClientUnlessKnown(checkout: AnyCheckout): Statement {
	const { contact } = checkout
	return rawWrite(
		sql`INSERT INTO clients (id, shop_id, user_id, first_name, last_name, email, phone, created_at)
			SELECT ${checkout.clientId}, ${checkout.shopId}, ${checkout.userId}, ${contact.firstName}, ${contact.lastName}, ${contact.email}, ${contact.phone}, ${checkout.now}
			WHERE (${knownClient(checkout)}) IS NULL`,
	)
}

/**
 * No row when a price is no longer the one that the customer saw, or when what is to be paid for is booked: then what names this checkout breaks its foreign key and
 * nothing else, and the batch is refused ('foreign_key') instead of charging something else silently (D3).
 */
function insertCheckoutAtShownPrices(
	checkout: AnyCheckout,
	frozen: {
		status: 'PENDING' | 'COMPLETED'
		startsAt: Instant | null
		refundableUntilAt: Instant | null
		dueKobo: number | null
	},
): Statement {
	const { contact } = checkout
	const pricesOf = (items: PricedItem[]) =>
		JSON.stringify(items.map(({ id, priceKobo }) => ({ id, priceKobo })))
	const promoCodeId = frozen.status === 'PENDING' ? checkout.promoCodeId : null
	return rawWrite(
		sql`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo, payment_choice,
				payment_method, status, first_name, last_name, email, phone, created_by_user_id, created_at,
				starts_at, refundable_until_at, due_kobo, promo_code_id)
			SELECT ${checkout.checkoutId}, ${checkout.shopId}, (${knownClient(checkout)}), ${checkout.draftId}, ${checkout.subtotalKobo},
				${checkout.discountKobo}, ${checkout.tipKobo}, ${checkout.totalKobo}, ${checkout.paymentChoice}, ${checkout.paymentMethod},
				${frozen.status}, ${contact.firstName}, ${contact.lastName}, ${contact.email}, ${contact.phone}, ${checkout.userId}, ${checkout.now},
				${frozen.startsAt}, ${frozen.refundableUntilAt}, ${frozen.dueKobo}, ${promoCodeId}
			WHERE NOT EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.services)}) shown
				LEFT JOIN services item ON item.id = shown.value ->> 'id'
				WHERE item.price_kobo IS NOT shown.value ->> 'priceKobo'
			) AND NOT EXISTS (
				SELECT 1 FROM json_each(${pricesOf(checkout.addOns)}) shown
				LEFT JOIN add_ons item ON item.id = shown.value ->> 'id' AND item.is_enabled = 1
				WHERE item.price_kobo IS NOT shown.value ->> 'priceKobo'
			) AND (${frozen.status} = 'COMPLETED' OR NOT EXISTS (
				SELECT 1 FROM checkouts WHERE draft_id = ${checkout.draftId} AND status = 'COMPLETED'
			))
			ON CONFLICT (id) DO NOTHING`,
	)
}

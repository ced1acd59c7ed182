import { type SQL, sql } from 'drizzle-orm'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS, type Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { shops } from '#db/schema/discovery.ts'
import { outbox } from '#db/schema/messaging.ts'
import { shopSignups } from '#db/schema/shops-signups.ts'
import { otherContact, type ShopContact } from '#db/shop-parts.server.ts'
import { insertFrom } from '#db/statement.server.ts'
import { onceForItsKey, queuingSecretly } from './mail-ceiling-repository.server.ts'

/** About a shop's account with us, to the email that it has at this place of the batch. */
export type ShopNotice = {
	shopId: string
	shopName: string
	/** A second message with this key is not queued. */
	onceFor: string
	now: Instant
} & (
	| { kind: 'shop_key_changed'; change: 'invited' | 'issued' | 'ended'; keyName: string }
	| { kind: 'shop_bank_account_changed'; bankName: string; accountNumber: string }
	| { kind: 'shop_payout_account_changed'; accountId: string }
	| { kind: 'shop_webhook_ended'; host: string }
)

/** About a shop's payouts; `payload` names the row that its mail reads when it is sent. */
export type PayoutNotice = {
	kind: 'shop_payout_sent' | 'shop_payout_failed' | 'shop_payout_terms'
	shopId: string
	onceFor: string
	payload: Record<string, string | number>
	now: Instant
}
export type ContactChange = ShopContact & { shopId: string; heldUntil: Instant; now: Instant }

export function createShopNoticeRepository() {
	return {
		/** Stands before the contact's write. To the old email and a new one; no row where nothing changes. */
		insertContactNotices({ shopId, heldUntil, now, ...contact }: ContactChange): Statement<number>[] {
			const { isEmailOther, isPhoneOther, isWhatsAppOther } = otherContact(contact)
			const payload = sql`json_object('shopName', ${shops.name}, 'timeZone', ${shops.timeZone}, 'heldUntil', ${heldUntil},
				'isEmail', json(iif(${isEmailOther}, 'true', 'false')), 'isPhone', json(iif(${isPhoneOther}, 'true', 'false')),
				'isWhatsApp', json(iif(${isWhatsAppOther}, 'true', 'false')))`
			const content = [
				{
					to: sql`${shops.email}`,
					isTold: sql`${shops.email} IS NOT NULL AND (${isEmailOther} OR ${isPhoneOther} OR ${isWhatsAppOther})`,
				},
				...(contact.email ? [{ to: sql`${contact.email}`, isTold: isEmailOther }] : []),
			]
			return content.map(({ to, isTold }) => {
				const id = newId()
				const insert = insertFrom(
					outbox,
					{
						...{ id, kind: 'shop_contact_changed', dedupeKey: `shop-contact-changed:${id}` },
						...{ recipientEmail: to, payload, createdAt: now, nextAttemptAt: now },
					},
					sql`FROM ${shops} WHERE ${shops.id} = ${shopId} AND ${isTold}`,
				)
				return { ...insert, followUp: { kind: 'message', messageId: id } }
			})
		},

		/** No row for a shop without an email. It concerns the shop's security: no ceiling withholds it. */
		insertShopNotice({ kind, shopId, onceFor, now, ...payload }: ShopNotice): Statement<number> {
			return noticeRow({ kind, shopId, onceFor, payload, now }, sql`true`)
		},

		/** As `insertShopNotice`, where `when` holds. */
		insertPayoutNotice: (notice: PayoutNotice, when: SQL = sql`true`): Statement<number> =>
			noticeRow(notice, when),
	}
}

function noticeRow(
	{
		kind,
		shopId,
		onceFor,
		payload,
		now,
	}: Omit<PayoutNotice, 'kind' | 'payload'> & {
		kind: string
		payload: object
	},
	when: SQL,
): Statement<number> {
	const id = newId()
	const insert = insertFrom(
		outbox,
		{
			id,
			kind,
			dedupeKey: `${kind.replaceAll('_', '-')}:${onceFor}`,
			recipientEmail: sql`${shops.email}`,
			payload: JSON.stringify(payload),
			createdAt: now,
			nextAttemptAt: now,
		},
		sql`FROM ${shops} WHERE ${shops.id} = ${shopId} AND ${shops.email} IS NOT NULL AND ${when}
			${onceForItsKey}`,
	)
	return { ...insert, followUp: { kind: 'message', messageId: id } }
}

/** Mails about a shop's sign-up. Each names its row: sending makes its link. */
export function createSignupMailRepository() {
	return {
		/** The link that proves the email of the form with this content; at most once an hour. */
		insertSignupMail(contentHash: string, now: Instant): Statement[] {
			const id = newId()
			return queuingSecretly(
				id,
				insertFrom(
					outbox,
					{
						id,
						kind: 'shop_signup',
						dedupeKey: sql`'shop_signup:' || ${shopSignups.id} || ':' || ${Math.floor(now / HOUR_MS)}`,
						recipientEmail: sql`${shopSignups.email}`,
						payload: sql`json_object('signupId', ${shopSignups.id})`,
						createdAt: now,
						nextAttemptAt: now,
					},
					sql`FROM ${shopSignups} WHERE ${shopSignups.contentHash} = ${contentHash} AND ${shopSignups.decidedAt} IS NULL
						${onceForItsKey}`,
				),
			)
		},

		/** To the operator, once for each form that is proved and waits. */
		insertWaitingMail(tokenHash: string, operatorEmail: string, now: Instant): Statement<number> {
			const id = newId()
			const insert = insertFrom(
				outbox,
				{
					id,
					kind: 'shop_waiting',
					dedupeKey: sql`'shop_waiting:' || ${shopSignups.id}`,
					recipientEmail: operatorEmail,
					payload: sql`json_object('signupId', ${shopSignups.id})`,
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${shopSignups} WHERE ${shopSignups.tokenHash} = ${tokenHash} AND ${shopSignups.provedAt} IS NOT NULL
					AND ${shopSignups.decidedAt} IS NULL ${onceForItsKey}`,
			)
			return { ...insert, followUp: { kind: 'message', messageId: id } }
		},

		/** The decision about a sign-up. No ceiling withholds it. */
		insertDecisionMail(signupId: string, now: Instant): Statement<number> {
			const id = newId()
			const insert = insertFrom(
				outbox,
				{
					id,
					kind: sql`'shop_' || ${shopSignups.decision}`,
					dedupeKey: sql`'shop_decided:' || ${shopSignups.id}`,
					recipientEmail: sql`${shopSignups.email}`,
					payload: JSON.stringify({ signupId }),
					createdAt: now,
					nextAttemptAt: now,
				},
				sql`FROM ${shopSignups} WHERE ${shopSignups.id} = ${signupId} AND ${shopSignups.decidedAt} IS NOT NULL
					${onceForItsKey}`,
			)
			return { ...insert, followUp: { kind: 'message', messageId: id } }
		},
	}
}

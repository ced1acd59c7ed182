import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { referralReasons } from '#app/kernel/vocabulary/loyalty.ts'
import type { ShopCaller } from '#app/kernel/vocabulary/shops.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import {
	flag,
	instant,
	integer,
	nullable,
	pickColumns,
	rows,
	rowsOrNull,
	text,
	word,
} from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { loyaltyEnrollments, referrals } from '#db/schema/loyalty.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { transactions } from '#db/schema/payments.ts'
import { callingShopId, shopCallerPlaceholders } from '#db/shop-caller.server.ts'
import { first, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { leftIn, owedOfAppointment } from './cashback-account-repository.server.ts'
import {
	heldTooLongBefore,
	MAX_PAID_A_MONTH,
	paidInMonthSince,
	type ReferralDecision,
} from './referral-check.ts'

/** The referrer's own rows, beside the friend's. */
const ownEnrollment = alias(loyaltyEnrollments, 'own_enrollment')
const ownReferral = alias(referrals, 'own_referral')
const ownClient = alias(clients, 'own_client')
const ownCheckout = alias(checkouts, 'own_checkout')
const ownPayment = alias(transactions, 'own_payment')

const paidSince = (
	userId: SQL,
	since: SQL,
) => sql`(SELECT count(*) FROM ${loyaltyEnrollments} ${ownEnrollment}
	CROSS JOIN ${referrals} ${ownReferral} ON ${ownReferral.enrollmentId} = ${ownEnrollment.id}
	WHERE ${ownEnrollment.userId} = ${userId} AND ${ownReferral.status} = 'paid' AND ${ownReferral.settledAt} > ${since})`

/** The friend's card has also paid for one of the referrer's checkouts. */
const isSameCard = sql`EXISTS (SELECT 1 FROM ${transactions}
	JOIN ${clients} ${ownClient} ON ${ownClient.userId} = ${loyaltyEnrollments.userId}
	CROSS JOIN ${checkouts} ${ownCheckout} ON ${ownCheckout.clientId} = ${ownClient.id}
	CROSS JOIN ${transactions} ${ownPayment} ON ${ownPayment.checkoutId} = ${ownCheckout.id}
	WHERE ${transactions.checkoutId} = ${referrals.checkoutId} AND ${transactions.cardKey} = ${ownPayment.cardKey})`

const referralRow = rows({
	...pickColumns(referrals, 'checkoutId', 'status', 'referrerKobo', 'settledAt'),
	friend: rows({
		userId: nullable(text(sql`coalesce(${clients.userId}, ${referrals.friendUserId})`)),
		email: referrals.friendEmail,
		phone: referrals.friendPhone,
	}),
	isSameDevice: referrals.isSameDevice,
	isSameCard: flag(isSameCard),
	paidInMonth: integer(paidSince(sql`${loyaltyEnrollments.userId}`, sql`${placeholder('since')}`)),
	/** Null when the referrer's account is gone. */
	referrer: rowsOrNull(
		'userId',
		rows({
			enrollmentId: loyaltyEnrollments.id,
			userId: loyaltyEnrollments.userId,
			email: nullable(text(users.email)),
			phone: profiles.phone,
			/** Null before the first cashback at the shop. */
			cashbackAccount: rowsOrNull(
				'id',
				rows({
					id: cashbackAccounts.id,
					leftKobo: integer(leftIn(sql`${cashbackAccounts.id}`)),
					owedKobo: integer(owedOfAppointment(sql`${cashbackAccounts.id}`, sql`${appointments.id}`)),
				}),
			),
		}),
	),
})

export type ReferralOfAppointment = ReturnType<typeof referralRow.read>

const referralOfAppointment = preparedSelect(
	referralRow,
	() => sql`FROM ${appointments} JOIN ${referrals} ON ${referrals.checkoutId} = ${appointments.checkoutId}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		LEFT JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.id} = ${referrals.enrollmentId}
		LEFT JOIN ${users} ON ${users.id} = ${loyaltyEnrollments.userId}
		LEFT JOIN ${profiles} ON ${profiles.id} = ${users.id}
		LEFT JOIN ${cashbackAccounts} ON ${cashbackAccounts.userId} = ${loyaltyEnrollments.userId}
			AND ${cashbackAccounts.shopId} = ${loyaltyEnrollments.shopId}
		WHERE ${appointments.referenceNumber} = ${placeholder('referenceNumber')}`,
)

const heldRow = rows({
	referenceNumber: appointments.referenceNumber,
	shopName: shops.name,
	timeZone: shops.timeZone,
	...pickColumns(referrals, 'code', 'referrerKobo'),
	reason: word(referrals.reason, referralReasons),
	heldAt: instant(referrals.settledAt),
})
export type HeldReferral = ReturnType<typeof heldRow.read>

const heldReferrals = preparedSelect(
	// The first literals match the condition of the partial index.
	heldRow,
	() => sql`FROM ${referrals} INDEXED BY referrals_open JOIN ${appointments} ON ${appointments.checkoutId} = ${referrals.checkoutId}
		JOIN ${shops} ON ${shops.id} = ${referrals.shopId}
		WHERE ${referrals.status} IN ('reserved', 'held') AND ${referrals.status} = 'held'
		ORDER BY ${referrals.settledAt}, ${referrals.checkoutId}`,
)

const ownHeldRow = rows({
	referenceNumber: appointments.referenceNumber,
	referrerKobo: referrals.referrerKobo,
	reason: word(referrals.reason, referralReasons),
	heldAt: instant(referrals.settledAt),
})
type OwnHeldReferral = ReturnType<typeof ownHeldRow.read>

const heldOfCaller = preparedSelect<OwnHeldReferral>(
	// The literal matches the condition of the partial index.
	ownHeldRow,
	() => sql`FROM ${referrals} CROSS JOIN ${appointments} ON ${appointments.checkoutId} = ${referrals.checkoutId}
		WHERE ${referrals.shopId} = ${callingShopId(shopCallerPlaceholders)} AND ${referrals.status} = 'held'
			AND ${referrals.settledAt} > ${placeholder('heldAfter')}
		ORDER BY ${referrals.settledAt}, ${referrals.checkoutId} LIMIT ${placeholder('limit')}`,
)

/** Referrals from the friend's completion on, and after it is undone (D41). */
export function createReferralRepository(read: Database['read']) {
	return {
		/** Null where the appointment used no code. */
		referralOfAppointment: (referenceNumber: string, now: Instant): Promise<ReferralOfAppointment | null> =>
			first(read(referralOfAppointment({ referenceNumber, since: paidInMonthSince(now) }))),

		/** Held ones of the caller's shop, the longest first. */
		ownHeld: (
			caller: ShopCaller,
			{ now, limit }: { now: Instant; limit: number },
		): Promise<OwnHeldReferral[]> =>
			read(heldOfCaller({ ...caller, heldAfter: heldTooLongBefore(now), limit })),

		/** Of all shops, the longest first. */
		heldReferrals: (): Promise<HeldReferral[]> => read(heldReferrals()),

		/**
		 * Settles a referral and counts its earnings. Refuses the batch ('visit_changed') where it changed since it was
		 * read, or the referrer's month is full.
		 */
		settleReferral: (
			referral: ReferralOfAppointment,
			{ status, reason }: ReferralDecision,
			now: Instant,
			{ isReviewed = false }: { isReviewed?: boolean } = {},
		): Statement[] => [
			requireUnchanged(referral),
			...(status === 'paid' && !isReviewed ? [requireRoomInMonth(referral, now)] : []),
			updateWhere(referrals, { status, reason, settledAt: now }, isReferral(referral)),
			...(status === 'paid' ? [moveEarned(referral, referral.referrerKobo)] : []),
		],

		/**
		 * The appointment is open again. Refuses the batch ('visit_changed') where the referral changed since it was read.
		 */
		reopenReferral: (referral: ReferralOfAppointment): Statement[] => [
			requireUnchanged(referral),
			updateWhere(referrals, { status: 'reserved', reason: null, settledAt: null }, isReferral(referral)),
			...(referral.status === 'paid' ? [moveEarned(referral, -referral.referrerKobo)] : []),
		],
	}
}

function isReferral({ checkoutId }: ReferralOfAppointment): SQL {
	return sql`${referrals.checkoutId} = ${checkoutId}`
}

/** The referrer may have deleted the account, or a person may have decided. */
function requireUnchanged(referral: ReferralOfAppointment): Statement {
	const { status, settledAt, referrer } = referral
	return refuseWhen(
		'visit_changed',
		sql`NOT EXISTS (SELECT 1 FROM ${referrals} WHERE ${isReferral(referral)} AND ${referrals.status} = ${status}
			AND ${referrals.settledAt} IS ${settledAt} AND ${referrals.enrollmentId} IS ${referrer?.enrollmentId ?? null})`,
	)
}

function requireRoomInMonth({ referrer }: ReferralOfAppointment, now: Instant): Statement {
	const since = sql`${paidInMonthSince(now)}`
	return refuseWhen(
		'visit_changed',
		sql`${paidSince(sql`${referrer?.userId ?? null}`, since)} >= ${MAX_PAID_A_MONTH}`,
	)
}

function moveEarned({ referrer }: ReferralOfAppointment, byKobo: Kobo): Statement {
	const { cashbackEarnedKobo } = loyaltyEnrollments
	return updateWhere(
		loyaltyEnrollments,
		{ cashbackEarnedKobo: sql`${cashbackEarnedKobo} + ${byKobo}` },
		sql`${loyaltyEnrollments.id} = ${referrer?.enrollmentId ?? null}`,
	)
}

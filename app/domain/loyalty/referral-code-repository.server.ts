import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, nullable, only, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { drafts } from '#db/schema/booking-drafts.ts'
import { shops } from '#db/schema/discovery.ts'
import { profiles, users } from '#db/schema/identity.ts'
import { loyaltyEnrollments, loyaltyPrograms, referrals } from '#db/schema/loyalty.ts'
import { first, insertFrom, placeholder, preparedSelect, rawRead, updateWhere } from '#db/statement.server.ts'
import { comparablePerson, type Person } from './referral-check.ts'

/** The code's program is open and has referral (D28). */
const isOpen = (
	at: SQL | number,
) => sql`(${loyaltyPrograms.referralFriendKobo} IS NOT NULL AND ${loyaltyPrograms.status} = 'active'
	AND coalesce(${loyaltyPrograms.expiresAt} > ${at}, 1) AND ${loyaltyEnrollments.status} = 'active')`

const referralCodeRow = rows({
	codeId: loyaltyEnrollments.id,
	code: text(loyaltyEnrollments.referralCode),
	...pickColumns(loyaltyEnrollments, 'programId', 'shopId'),
	friendKobo: integer(sql`coalesce(${loyaltyPrograms.referralFriendKobo}, 0)`),
	isActive: flag(isOpen(sql`${placeholder('at')}`)),
	/** To compare with the friend (`sameAs`). It never reaches a page. */
	referrer: rows({
		userId: loyaltyEnrollments.userId,
		email: nullable(text(users.email)),
		phone: profiles.phone,
	}),
})
export type TypedReferralCode = ReturnType<typeof referralCodeRow.read>

const codeOfDraft = preparedSelect(
	referralCodeRow,
	() => sql`FROM ${drafts}
		JOIN ${loyaltyEnrollments} ON ${loyaltyEnrollments.referralCode} = coalesce(${placeholder('code')}, ${drafts.promoCode})
			AND ${loyaltyEnrollments.shopId} = ${drafts.shopId}
		JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		JOIN ${users} ON ${users.id} = ${loyaltyEnrollments.userId}
		LEFT JOIN ${profiles} ON ${profiles.id} = ${users.id}
		WHERE ${drafts.id} = ${placeholder('draftId')}`,
)

const ownCodeRow = rows({
	enrollmentId: loyaltyEnrollments.id,
	/** Null until it is made. */
	code: loyaltyEnrollments.referralCode,
	programName: loyaltyPrograms.name,
	shopId: shops.id,
	shopName: shops.name,
	referrerKobo: integer(loyaltyPrograms.referralReferrerKobo),
	friendKobo: integer(loyaltyPrograms.referralFriendKobo),
	/** Of the shop's short address; null without one. */
	slug: shops.slug,
})
export type OwnReferralCode = ReturnType<typeof ownCodeRow.read>

const ownCodes = preparedSelect(
	ownCodeRow,
	() => sql`FROM ${loyaltyEnrollments} JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
		JOIN ${shops} ON ${shops.id} = ${loyaltyEnrollments.shopId}
		WHERE ${loyaltyEnrollments.userId} = ${actorUserId(actorPlaceholders)} AND ${isOpen(sql`${placeholder('at')}`)}
		ORDER BY ${loyaltyPrograms.referralReferrerKobo} DESC, ${shops.name}, ${loyaltyEnrollments.id}`,
)

export type NewReferral = {
	checkoutId: string
	/** From `codeTyped`. */
	codeId: string
	friend: Person
	/** The referrer has signed in on the booking device. */
	isSameDevice: boolean
	now: Instant
}

/** A customer's own codes for friends, and their use in a friend's booking. */
export function createReferralCodeRepository(read: Database['read']) {
	return {
		/** The programs with referral, the highest reward first. */
		ownCodes: (actor: Actor): Promise<OwnReferralCode[]> => read(ownCodes({ ...actor })),

		/**
		 * Only for an enrollment without a code, in a program with referral. Refuses a code in use
		 * ('unique:loyalty_enrollments.referral_code').
		 */
		giveCode: (actor: Actor, enrollmentId: string, code: string): Statement<number> =>
			updateWhere(
				loyaltyEnrollments,
				{ referralCode: code },
				sql`${loyaltyEnrollments.id} = ${enrollmentId} AND ${loyaltyEnrollments.userId} = ${actorUserId(actor)}
					AND ${loyaltyEnrollments.referralCode} IS NULL
					AND EXISTS (SELECT 1 FROM ${loyaltyPrograms} WHERE ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
						AND ${isOpen(actor.at)})`,
			),

		/** A code in the form of `normalizePromoCode`, else the draft's; null where the draft's shop has no such code. */
		codeTyped: (draftId: string, code: string | null, at: Instant): Promise<TypedReferralCode | null> =>
			first(read(codeOfDraft({ draftId, code, at }))),

		/** By account, email or phone; cancelled appointments do not count (D41). */
		async hasBooked(shopId: string, person: Person): Promise<boolean> {
			const [found] = await read(
				rawRead(sql`SELECT ${hasBooked(sql`${shopId}`, person)} AS has_booked`, only(flag('has_booked'))),
			)
			return found ?? false
		},

		/**
		 * Stands after `keepUses`; a repeat changes nothing. Refuses the batch ('referral_not_valid') where the code is
		 * closed or the friend's own, or the friend has booked at the shop before (D41).
		 */
		insertReferral: ({ checkoutId, codeId, friend, isSameDevice, now }: NewReferral): Statement[] => {
			const { userId: friendUserId, email: friendEmail, phone: friendPhone } = comparablePerson(friend)
			const isFriend = sql`(${referrals.friendUserId} = ${friendUserId} OR ${referrals.friendEmail} = ${friendEmail}
				OR ${referrals.friendPhone} = ${friendPhone})`
			const ofProgram = sql`${loyaltyEnrollments} JOIN ${loyaltyPrograms} ON ${loyaltyPrograms.id} = ${loyaltyEnrollments.programId}
				WHERE ${loyaltyEnrollments.id} = ${codeId}`
			const ofShop = sql`(SELECT ${loyaltyEnrollments.shopId} FROM ${loyaltyEnrollments} WHERE ${loyaltyEnrollments.id} = ${codeId})`
			return [
				refuseWhen(
					'referral_not_valid',
					sql`NOT EXISTS (SELECT 1 FROM ${ofProgram} AND ${isOpen(now)} AND ${loyaltyEnrollments.userId} IS NOT ${friendUserId})
						OR EXISTS (SELECT 1 FROM ${referrals} WHERE ${referrals.shopId} = ${ofShop} AND ${isFriend}
							AND ${referrals.checkoutId} <> ${checkoutId})
						OR ${hasBooked(ofShop, friend, checkoutId)}`,
				),
				insertFrom(
					referrals,
					{
						checkoutId,
						shopId: sql`${loyaltyEnrollments.shopId}`,
						code: sql`${loyaltyEnrollments.referralCode}`,
						enrollmentId: codeId,
						referrerKobo: sql`${loyaltyPrograms.referralReferrerKobo}`,
						friendKobo: sql`${loyaltyPrograms.referralFriendKobo}`,
						friendUserId,
						friendEmail,
						friendPhone,
						isSameDevice,
						createdAt: now,
					},
					sql`FROM ${ofProgram} ON CONFLICT (checkout_id) DO NOTHING`,
				),
			]
		},
	}
}

function hasBooked(shopId: SQL, person: Person, exceptCheckoutId = ''): SQL {
	const { userId, email, phone } = comparablePerson(person)
	const isOther = sql`${appointments.shopId} = ${shopId} AND ${appointments.status} <> 'CANCELLED'
		AND ${appointments.checkoutId} <> ${exceptCheckoutId}`
	const bookedWith = (isTheirs: SQL) =>
		sql`EXISTS (SELECT 1 FROM ${checkouts} CROSS JOIN ${appointments} ON ${appointments.checkoutId} = ${checkouts.id}
			WHERE ${isTheirs} AND ${isOther})`
	return sql`(${bookedWith(sql`${checkouts.mailbox} = ${email}`)} OR ${bookedWith(sql`${checkouts.phone} = ${phone}`)}
		OR EXISTS (SELECT 1 FROM ${clients} CROSS JOIN ${appointments} ON ${appointments.clientId} = ${clients.id}
			WHERE ${clients.userId} = ${userId} AND ${clients.shopId} = ${shopId} AND ${isOther}))`
}

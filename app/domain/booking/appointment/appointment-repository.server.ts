import { asc, eq, sql } from 'drizzle-orm'
import type { LiveAppointment } from '#app/domain/booking/hold/hold-policy.ts'
import { isReviewable } from '#app/domain/booking/review/review-repository.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import type { Kobo } from '#app/kernel/money.ts'
import { type AppointmentStatus, appointmentStatuses } from '#app/kernel/vocabulary/booking.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import { actorPlaceholders, actorUserId } from '#db/actor.server.ts'
import { isOpenAppointment, savingNames } from '#db/appointments.server.ts'
import { noteFields } from '#db/booking-notes.server.ts'
import { isProvenEmail } from '#db/caller.server.ts'
import type { Database } from '#db/client.server.ts'
import { owedCashback } from '#db/held-money.server.ts'
import { flag, integer, nullable, only, pickColumns, real, rows, text, word } from '#db/row.server.ts'
import { appointments, checkouts, clients } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { shopBankAccounts, shops, staffMembers } from '#db/schema/discovery.ts'
import { cashbackAccounts } from '#db/schema/loyalty-cashback.ts'
import { outbox } from '#db/schema/messaging.ts'
import { ledgerEntries, ledgerLines } from '#db/schema/payments.ts'
import { bankAccount, knownPlace } from '#db/shop-parts.server.ts'
import { build, placeholder, prepared, preparedRead, preparedSelect } from '#db/statement.server.ts'

/** Computed only with cashback. After a cancellation the ledger has the sum: cancelling settled the debt. */
const repaidKobo = sql`CASE WHEN ${appointments.cashbackKobo} = 0 THEN 0 ELSE min(${appointments.cashbackKobo},
	CASE WHEN ${appointments.cancelledAt} IS NULL
		THEN ${owedCashback(sql`${checkouts.createdByUserId}`, sql`${appointments.shopId}`)}
		ELSE coalesce((SELECT sum(${ledgerLines.amountKobo}) FROM ${cashbackAccounts}
			CROSS JOIN ${ledgerLines} ON ${ledgerLines.accountId} = 'cashback:' || ${cashbackAccounts.id} || ':NGN'
			CROSS JOIN ${ledgerEntries} ON ${ledgerEntries.id} = ${ledgerLines.entryId}
				AND ${ledgerEntries.occurredAt} = ${appointments.cancelledAt} AND ${ledgerEntries.kind} = 'cashback-repaid'
			WHERE ${cashbackAccounts.userId} = ${checkouts.createdByUserId} AND ${cashbackAccounts.shopId} = ${appointments.shopId}), 0)
		END) END`

const appointmentRow = rows({
	appointmentId: appointments.id,
	...pickColumns(appointments, 'referenceNumber', 'status', 'startsAt', 'durationMinutes', 'totalKobo'),
	...pickColumns(appointments, 'tipKobo', 'discountKobo', 'cashbackKobo'),
	/**
	 * The part of the cashback that, if refunded, pays the account's debt to the shop; after a cancellation, the part
	 * that paid it (D38).
	 */
	repaidKobo: integer(repaidKobo),
	/** Null for a promo code. */
	rewardLabel: nullable(text(savingNames.rewardLabel)),
	/** Null for a reward, and for a friend's code. */
	promoCode: nullable(text(savingNames.promoCode)),
	friendCode: nullable(text(savingNames.friendCode)),
	paymentChoice: checkouts.paymentChoice,
	paymentStatus: appointments.paymentStatus,
	/** In advance: all, a deposit, or nothing. */
	paidKobo: appointments.paidKobo,
	...pickColumns(appointments, 'refundableUntilAt', 'cancelledAt'),
	/** The shop's reason; null when the customer cancelled. */
	cancellationReason: appointments.cancellationReason,
	/** The address has reached its mails of the day (D33). */
	isMailWithheld:
		flag(sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.dedupeKey} = 'booked:' || ${appointments.id}
		AND ${outbox.withheldAt} IS NOT NULL)`),
	firstName: checkouts.firstName,
	bookingNotes: noteFields(appointments),
	...pickColumns(appointments, 'lateMinutes', 'lateToldAt', 'calendarSequence'),
	/** At the desk, on the telephone or by its program. */
	isByShop: appointments.isWalkIn,
	isOfAccount: flag(sql`${clients.userId} IS NOT NULL`),
	hasEmail: flag(sql`${checkouts.email} IS NOT NULL`),
	/** Only a proven address gets the shop's own words in a mail. */
	isEmailProven: flag(isProvenEmail(sql`${checkouts.email}`)),
	mayReview: flag(isReviewable),
	isReviewed: flag(
		sql`EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.appointmentId} = ${appointments.id})`,
	),
	shop: rows({
		...pickColumns(shops, 'id', 'name', 'address', 'area', 'city', 'landmark', 'phone', 'timeZone'),
		latitude: real(knownPlace.latitude),
		longitude: real(knownPlace.longitude),
		...pickColumns(shops, 'minimumNoticeMinutes', 'horizonDays', 'rescheduleCutoffMinutes'),
		freeCancellationMinutes: shops.freeCancellationMinutes,
		bankAccount,
	}),
})

/** What an appointment's page shows, and nothing else (R46). */
export type Appointment = ReturnType<typeof appointmentRow.read> & {
	services: { name: string; priceKobo: Kobo; staffName: string }[]
	addOns: { name: string; priceKobo: Kobo }[]
}

const appointmentById = preparedSelect(
	appointmentRow,
	() => sql`FROM ${appointments} JOIN ${checkouts} ON ${checkouts.id} = ${appointments.checkoutId}
		JOIN ${clients} ON ${clients.id} = ${appointments.clientId}
		JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		LEFT JOIN ${shopBankAccounts} ON ${shopBankAccounts.shopId} = ${shops.id}
		WHERE ${appointments.id} = ${placeholder('appointmentId')}`,
)

const serviceRows = prepared(() =>
	build
		.select({
			...pickColumns(appointmentServices, 'name', 'priceKobo'),
			staffName: staffMembers.firstName,
		})
		.from(appointmentServices)
		.innerJoin(staffMembers, eq(staffMembers.id, appointmentServices.staffMemberId))
		.where(eq(appointmentServices.appointmentId, placeholder('appointmentId')))
		.orderBy(asc(appointmentServices.position)),
)

const addOnRows = prepared(() =>
	build
		.select({ name: appointmentAddOns.name, priceKobo: appointmentAddOns.priceKobo })
		.from(appointmentAddOns)
		.where(eq(appointmentAddOns.appointmentId, placeholder('appointmentId')))
		.orderBy(sql`rowid`),
)

const appointmentOfDraft = prepared(() =>
	build
		.select({ id: appointments.id })
		.from(checkouts)
		.innerJoin(appointments, eq(appointments.checkoutId, checkouts.id))
		.where(sql`${checkouts.draftId} = ${placeholder('draftId')} AND ${checkouts.status} = 'COMPLETED'`),
)

const statusRow = preparedRead(
	() =>
		sql`SELECT ${appointments.status} FROM ${appointments} WHERE ${appointments.id} = ${placeholder('appointmentId')}`,
	only(word('status', appointmentStatuses)),
)

const liveAppointmentRows = preparedSelect<LiveAppointment>(
	rows({
		appointmentId: appointments.id,
		serviceName: appointmentServices.name,
		shopName: shops.name,
		timeZone: shops.timeZone,
		...pickColumns(appointments, 'startsAt', 'endsAt'),
	}),
	() => sql`FROM ${appointments} JOIN ${shops} ON ${shops.id} = ${appointments.shopId}
		JOIN ${appointmentServices} ON ${appointmentServices.appointmentId} = ${appointments.id} AND ${appointmentServices.position} = 0
		WHERE (${appointments.id} IN (SELECT value FROM json_each(${placeholder('ids')}))
				OR ${appointments.clientId} IN
					(SELECT ${clients.id} FROM ${clients} WHERE ${clients.userId} = ${actorUserId(actorPlaceholders)}))
			AND ${isOpenAppointment}
		ORDER BY ${appointments.startsAt}`,
)

/** An appointment for its page and mails, and a customer's open ones, to warn of overlaps. */
export function createAppointmentRepository(read: Database['read']) {
	return {
		async idOfDraft(draftId: string): Promise<string | null> {
			const [row] = await read(appointmentOfDraft({ draftId }))
			return row?.id ?? null
		},

		/** The caller has checked its signed link. */
		async appointment(appointmentId: string): Promise<Appointment | null> {
			const [[appointment], services, addOns] = await Promise.all([
				read(appointmentById({ appointmentId })),
				read(serviceRows({ appointmentId })),
				read(addOnRows({ appointmentId })),
			])
			return appointment ? { ...appointment, services, addOns } : null
		},

		/** Open appointments by start: of this browser's cookie, and of its signed-in customer. */
		async liveAppointments(
			appointmentIds: readonly string[],
			actor: Actor | null = null,
		): Promise<LiveAppointment[]> {
			if (appointmentIds.length === 0 && actor === null) return []
			return read(
				liveAppointmentRows({
					ids: JSON.stringify(appointmentIds),
					sessionHash: actor?.sessionHash ?? null,
					at: actor?.at ?? null,
				}),
			)
		},

		/** Last in a batch: the status after it. */
		statusOf: (appointmentId: string): Statement<AppointmentStatus[]> => statusRow({ appointmentId }),
	}
}

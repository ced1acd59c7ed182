import { and, eq, sql } from 'drizzle-orm'
import type { PricedItem } from '#app/domain/booking/checkout/price-draft.ts'
import type { Saving } from '#app/domain/booking/checkout/saving.ts'
import type { RewardBill } from '#app/domain/booking/desk/reward-at-shop.ts'
import type { Instant } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import type { DiscountType } from '#app/kernel/vocabulary/booking.ts'
import type { RewardUnit } from '#app/kernel/vocabulary/loyalty.ts'
import type { Statement } from '#app/kernel/write-batch.server.ts'
import type { Database } from '#db/client.server.ts'
import { refuseWhen } from '#db/refuse-when.server.ts'
import { flag, integer, json, nullable, pickColumns, rows, text } from '#db/row.server.ts'
import { appointments, checkouts, promoCodes, promoUses } from '#db/schema/booking.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { services, staffServices } from '#db/schema/discovery.ts'
import { referrals, rewards } from '#db/schema/loyalty.ts'
import { cashbackUses } from '#db/schema/loyalty-cashback.ts'
import { refunds, transactions } from '#db/schema/payments.ts'
import { deleteWhere, placeholder, preparedSelect, updateWhere } from '#db/statement.server.ts'
import { type AppointmentParty, appointmentPolicies } from './appointment-policy.ts'
import type { AppointmentBill, ChangedBill } from './change-appointment.ts'

export type AppointmentToChange = ReturnType<typeof toAppointment>

export type ReplacementService = PricedItem & { bufferMinutes: number }

export type AppointmentChange = {
	appointment: AppointmentToChange
	/** The replacement; null when only people change. */
	service: { position: number; to: ReplacementService } | null
	bill: ChangedBill
	when: {
		startsAt: Instant
		endsAt: Instant
		scheduledDate: string
		scheduledTime: string
		refundableUntilAt: Instant
	}
	/** A customer's change uses up one of the appointment's moves. */
	by: AppointmentParty
	now: Instant
}

/** Services with people and prices as one text, to see whether they changed since the read. */
const itemsAsRead = sql`(SELECT group_concat(item, ' ') FROM (
	SELECT ${appointmentServices.serviceId} || ':' || ${appointmentServices.staffMemberId} || ':' || ${appointmentServices.priceKobo} AS item
	FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}))`

const itemColumns = (id: string) =>
	sql.raw(`'id', ${id}, 'name', name, 'priceKobo', price_kobo, 'durationMinutes', duration_minutes`)

type Row = ReturnType<typeof changedRow.read>
const changedRow = rows({
	appointmentId: appointments.id,
	...pickColumns(appointments, 'shopId', 'checkoutId', 'status', 'startsAt', 'totalKobo', 'tipKobo'),
	...pickColumns(appointments, 'discountKobo', 'cashbackKobo', 'paidKobo', 'paidAtShopKobo'),
	transferPaidAt: appointments.transferPaidAt,
	sequence: appointments.calendarSequence,
	changedAt: appointments.changedAt,
	itemsAsRead: text(itemsAsRead),
	services: json<
		(PricedItem & { staffMemberId: string })[]
	>(sql`(SELECT json_group_array(json_object(${itemColumns('service_id')}, 'staffMemberId', staff_member_id))
		FROM (SELECT * FROM ${appointmentServices} WHERE ${appointmentServices.appointmentId} = ${appointments.id} ORDER BY ${appointmentServices.position}))`),
	addOns: json<PricedItem[]>(sql`(SELECT json_group_array(json_object(${itemColumns('add_on_id')}))
		FROM ${appointmentAddOns} WHERE ${appointmentAddOns.appointmentId} = ${appointments.id})`),
	promo: nullable(
		json<{
			id: string
			code: string
			discountType: DiscountType
			discountValue: number
			minimumAmountKobo: Kobo
		}>(sql`(SELECT json_object('id', ${promoCodes.id}, 'code', ${promoCodes.code}, 'discountType', ${promoCodes.discountType},
				'discountValue', ${promoCodes.discountValue}, 'minimumAmountKobo', ${promoCodes.minimumAmountKobo})
			FROM ${promoCodes} WHERE ${promoCodes.id} = ${appointments.promoCodeId})`),
	),
	reward: nullable(
		json<{
			id: string
			label: string
			serviceId: string | null
			unit: RewardUnit | null
			value: number | null
		}>(sql`(SELECT json_object('id', ${rewards.id}, 'label', ${rewards.description}, 'serviceId', ${rewards.serviceId},
				'unit', ${rewards.unit}, 'value', ${rewards.value})
			FROM ${rewards} WHERE ${rewards.id} = ${appointments.rewardId})`),
	),
	referral: nullable(
		json<{
			id: string
			code: string
			friendKobo: Kobo
		}>(sql`CASE WHEN ${appointments.referralCodeId} IS NOT NULL THEN
			(SELECT json_object('id', ${appointments.referralCodeId}, 'code', ${referrals.code}, 'friendKobo', ${referrals.friendKobo})
				FROM ${referrals} WHERE ${referrals.checkoutId} = ${appointments.checkoutId}) END`),
	),
	/** The shop itself gave the discount. */
	isLowered: flag(sql`EXISTS (SELECT 1 FROM ${checkouts} WHERE ${checkouts.id} = ${appointments.checkoutId}
		AND ${checkouts.discountReason} IS NOT NULL)`),
	heldKobo:
		integer(sql`coalesce((SELECT ${transactions.amountKobo} - (SELECT coalesce(sum(${refunds.amountKobo}), 0) FROM ${refunds}
				WHERE ${refunds.paymentReference} = ${transactions.paymentReference})
			FROM ${transactions} WHERE ${transactions.appointmentId} = ${appointments.id} AND ${transactions.outcome} = 'booked'), 0)`),
	heldCashbackKobo: integer(sql`coalesce((SELECT ${cashbackUses.amountKobo} FROM ${cashbackUses}
		WHERE ${cashbackUses.checkoutId} = ${appointments.checkoutId}), 0)`),
})

const appointmentRow = preparedSelect(
	changedRow,
	() => sql`FROM ${appointments} WHERE ${appointments.id} = ${placeholder('appointmentId')}`,
)

const offeredRows = preparedSelect<ReplacementService>(
	rows(pickColumns(services, 'id', 'name', 'priceKobo', 'durationMinutes', 'bufferMinutes')),
	() => sql`FROM ${appointments} JOIN ${services} ON ${services.shopId} = ${appointments.shopId} AND ${services.isEnabled} = 1
		WHERE ${appointments.id} = ${placeholder('appointmentId')}
			AND EXISTS (SELECT 1 FROM ${staffServices} WHERE ${staffServices.serviceId} = ${services.id})
		ORDER BY ${services.position}, ${services.name}`,
)

/** Changes of an appointment's service or person, by customer or shop (D53). */
export function createAppointmentChangeRepository(read: Database['read']) {
	return {
		async appointmentToChange(appointmentId: string): Promise<AppointmentToChange | null> {
			const [row] = await read(appointmentRow({ appointmentId }))
			return row ? toAppointment(row) : null
		},

		/** What the shop offers now and has staff for, by name. */
		offeredServices: (appointmentId: string): Promise<ReplacementService[]> =>
			read(offeredRows({ appointmentId })),

		/**
		 * First in its batch. Refused where the appointment changed since it was read ('visit_changed'), or the new service
		 * has another price or length, or is gone ('shown_prices_changed').
		 */
		requireChangeAsRead: ({
			appointment,
			service,
		}: Pick<AppointmentChange, 'appointment' | 'service'>): Statement[] => [
			refuseWhen(
				'visit_changed',
				sql`NOT EXISTS (SELECT 1 FROM ${appointments} WHERE ${appointments.id} = ${appointment.appointmentId}
					AND ${appointments.status} = ${appointment.status} AND ${appointments.startsAt} = ${appointment.startsAt}
					AND ${appointments.calendarSequence} = ${appointment.sequence} AND ${appointments.changedAt} IS ${appointment.changedAt}
					AND ${appointments.totalKobo} = ${appointment.totalKobo} AND ${appointments.paidKobo} = ${appointment.paidKobo}
					AND ${appointments.cashbackKobo} = ${appointment.cashbackKobo} AND ${appointments.paidAtShopKobo} = ${appointment.paidAtShopKobo}
					AND ${itemsAsRead} = ${appointment.itemsAsRead})`,
			),
			...(service === null
				? []
				: [
						refuseWhen(
							'shown_prices_changed',
							sql`NOT EXISTS (SELECT 1 FROM ${services} WHERE ${services.id} = ${service.to.id} AND ${services.isEnabled} = 1
								AND ${services.priceKobo} = ${service.to.priceKobo} AND ${services.durationMinutes} = ${service.to.durationMinutes})`,
						),
					]),
		],

		/** For a reward at the shop (D61). Stands after `requireChangeAsRead`. */
		takeOffReward: (
			{ appointmentId }: AppointmentToChange,
			{ saving, discountKobo, totalKobo, dueAtShopKobo }: RewardBill,
		): Statement<number> =>
			updateWhere(
				appointments,
				{
					rewardId: saving?.kind === 'reward' ? saving.id : null,
					discountKobo,
					totalKobo,
					paymentStatus: totalKobo > 0 && dueAtShopKobo === 0 ? 'completed' : 'pending',
				},
				eq(appointments.id, appointmentId),
			),

		/**
		 * Stands after the calendar took the new time; `handOver` follows. A customer uses up one move
		 * ('too_many_moves'). A promo use that no longer fits is released.
		 */
		writeChange: ({ appointment, service, bill, when, by, now }: AppointmentChange): Statement[] => {
			const [first, ...further] = bill.services
			const ofAppointment = eq(appointmentServices.appointmentId, appointment.appointmentId)
			return [
				...(service === null
					? []
					: [
							updateWhere(
								appointmentServices,
								{
									serviceId: service.to.id,
									name: service.to.name,
									priceKobo: service.to.priceKobo,
									durationMinutes: service.to.durationMinutes,
								},
								and(ofAppointment, eq(appointmentServices.position, service.position)),
							),
						]),
				...(appointmentPolicies[by].countsMoves
					? []
					: [
							// A trigger counted this move.
							updateWhere(
								appointments,
								{ moveCount: sql`${appointments.moveCount} - 1` },
								sql`${appointments.id} = ${appointment.appointmentId}
											AND (${appointments.startsAt} <> ${when.startsAt} OR ${appointments.changedAt} IS NOT ${now})`,
							),
						]),
				updateWhere(
					appointments,
					{
						...when,
						serviceId: sql`${first?.id ?? null}`,
						durationMinutes: bill.durationMinutes,
						totalKobo: bill.totalKobo,
						tipKobo: bill.tipKobo,
						discountKobo: bill.discountKobo,
						cashbackKobo: bill.cashbackKobo,
						paidKobo: bill.paidKobo,
						paymentStatus: bill.isPaid ? 'completed' : 'pending',
						...(bill.isSavingLost ? { promoCodeId: null, rewardId: null } : {}),
						notes:
							further.length > 0
								? `Additional services: ${further.map(({ name }) => name).join(', ')}`
								: null,
						changedAt: now,
					},
					eq(appointments.id, appointment.appointmentId),
				),
				...(appointment.saving?.kind === 'promo'
					? [
							bill.isSavingLost
								? deleteWhere(promoUses, eq(promoUses.checkoutId, appointment.checkoutId))
								: updateWhere(
										promoUses,
										{ amountKobo: bill.subtotalKobo },
										eq(promoUses.checkoutId, appointment.checkoutId),
									),
						]
					: []),
			]
		},
	}
}

function toAppointment({ promo, reward, referral, isLowered, ...row }: Row) {
	const { discountKobo } = row
	return {
		...row,
		saving: findSaving({ promo, reward, referral, isLowered, discountKobo }),
	} satisfies AppointmentBill
}

type SavingParts = Pick<Row, 'promo' | 'reward' | 'referral' | 'isLowered' | 'discountKobo'>

function findSaving({ promo, reward, referral, isLowered, discountKobo }: SavingParts): Saving | null {
	if (isLowered) return { kind: 'shop', amountKobo: discountKobo }
	if (promo) return { kind: 'promo', ...promo }
	if (referral) return { kind: 'referral', ...referral }
	if (!reward) return null
	const { id, label, serviceId, unit, value } = reward
	const discount = serviceId === null ? { unit: unit ?? 'kobo', value: value ?? 0 } : { serviceId }
	return { kind: 'reward', id, label, discount }
}

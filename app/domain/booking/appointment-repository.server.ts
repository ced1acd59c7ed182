import { sql } from 'drizzle-orm'
import type { Actor } from '#app/kernel/actor.ts'
import { type Instant, MINUTE_MS } from '#app/kernel/instant.ts'
import type { Kobo } from '#app/kernel/money.ts'
import {
	type AppointmentStatus,
	appointmentStatuses,
	type PaymentChoice,
	type PaymentStatus,
	paymentChoices,
	paymentStatuses,
} from '#app/kernel/vocabulary.ts'
import { actorUserId } from '#db/actor.server.ts'
import type { Database, Statement } from '#db/client.server.ts'
import { rawRead, rawWrite } from '#db/statement.server.ts'
import { appointmentChanges } from './appointment-changes-repository.server.ts'
import type { NewAppointment } from './new-booking.ts'
import type { OwnVisit } from './own-overlap.ts'

/** A service of a visit as the calendar keeps it: the length and the buffer that were booked, add-ons included. */
export type BookedSegment = {
	serviceId: string
	staffMemberId: string
	durationMinutes: number
	bufferMinutes: number
	/** False when the shop has stopped offering it: then the calendar takes no new time for it. */
	isEnabled: boolean
}

/** What the page of a booking shows; it carries nothing else (R46). */
export type BookedVisit = {
	appointmentId: string
	referenceNumber: string
	status: AppointmentStatus
	startsAt: Instant
	durationMinutes: number
	totalKobo: Kobo
	tipKobo: Kobo
	discountKobo: Kobo
	paymentChoice: PaymentChoice
	paymentStatus: PaymentStatus
	/** In advance: all, a deposit, or nothing. */
	paidKobo: Kobo
	refundableUntilAt: Instant
	cancelledAt: Instant | null
	firstName: string
	services: { name: string; priceKobo: Kobo; staffName: string }[]
	addOns: { name: string; priceKobo: Kobo }[]
	shop: {
		id: string
		name: string
		address: string
		city: string
		phone: string | null
		timeZone: string
		latitude: number
		longitude: number
		minimumNoticeMinutes: number
		horizonDays: number
		rescheduleCutoffMinutes: number
		bankAccount: { bankName: string; accountNumber: string; accountName: string } | null
	}
}

export function createAppointmentRepository(read: Database['read']) {
	return {
		/** The appointment that a draft became; null while it is none. */
		async idOfDraft(draftId: string): Promise<string | null> {
			const [row] = await read(
				rawRead(
					sql`SELECT appointment.id FROM checkouts checkout JOIN appointments appointment ON appointment.checkout_id = checkout.id
						WHERE checkout.draft_id = ${draftId} AND checkout.status = 'COMPLETED'`,
					({ id }) => String(id),
				),
			)
			return row ?? null
		},

		/** One visit by its id, which a signed link proved the right to. */
		async bookedVisit(appointmentId: string): Promise<BookedVisit | null> {
			const [[visit], services, addOns] = await Promise.all([
				read(
					rawRead(
						sql`SELECT appointment.*, checkout.payment_choice, checkout.first_name,
								shop.name AS shop_name, shop.address, shop.city, shop.phone, shop.time_zone, shop.latitude, shop.longitude,
								shop.minimum_notice_minutes, shop.horizon_days, shop.reschedule_cutoff_minutes, bank.bank_name, bank.account_number, bank.account_name
							FROM appointments appointment
							JOIN checkouts checkout ON checkout.id = appointment.checkout_id
							JOIN shops shop ON shop.id = appointment.shop_id
							LEFT JOIN shop_bank_accounts bank ON bank.shop_id = shop.id
							WHERE appointment.id = ${appointmentId}`,
						(row) => ({
							appointmentId: String(row.id),
							referenceNumber: String(row.reference_number),
							status: oneOf(appointmentStatuses, row.status),
							startsAt: Number(row.starts_at),
							durationMinutes: Number(row.duration_minutes),
							totalKobo: Number(row.total_kobo),
							tipKobo: Number(row.tip_kobo),
							discountKobo: Number(row.discount_kobo),
							paymentChoice: oneOf(paymentChoices, row.payment_choice),
							paymentStatus: oneOf(paymentStatuses, row.payment_status),
							paidKobo: Number(row.paid_kobo),
							refundableUntilAt: Number(row.refundable_until_at),
							cancelledAt: row.cancelled_at === null ? null : Number(row.cancelled_at),
							firstName: String(row.first_name),
							shop: {
								id: String(row.shop_id),
								name: String(row.shop_name),
								address: String(row.address),
								city: String(row.city),
								phone: row.phone === null ? null : String(row.phone),
								timeZone: String(row.time_zone),
								latitude: Number(row.latitude),
								longitude: Number(row.longitude),
								minimumNoticeMinutes: Number(row.minimum_notice_minutes),
								horizonDays: Number(row.horizon_days),
								rescheduleCutoffMinutes: Number(row.reschedule_cutoff_minutes),
								bankAccount:
									row.account_number === null
										? null
										: {
												bankName: String(row.bank_name),
												accountNumber: String(row.account_number),
												accountName: String(row.account_name),
											},
							},
						}),
					),
				),
				read(
					rawRead(
						sql`SELECT service.name, service.price_kobo, member.first_name FROM appointment_services service
							JOIN staff_members member ON member.id = service.staff_member_id
							WHERE service.appointment_id = ${appointmentId} ORDER BY service.position`,
						({ name, price_kobo, first_name }) => ({
							name: String(name),
							priceKobo: Number(price_kobo),
							staffName: String(first_name),
						}),
					),
				),
				read(
					rawRead(
						sql`SELECT name, price_kobo FROM appointment_add_ons WHERE appointment_id = ${appointmentId} ORDER BY rowid`,
						({ name, price_kobo }) => ({ name: String(name), priceKobo: Number(price_kobo) }),
					),
				),
			])
			return visit ? { ...visit, services, addOns } : null
		},

		/** The services of a visit in order; empty when it keeps no time any more. */
		bookedSegments: (appointmentId: string): Promise<BookedSegment[]> =>
			read(
				rawRead(
					sql`SELECT entry.*, service.is_enabled FROM calendar_entries entry JOIN services service ON service.id = entry.service_id
						WHERE entry.appointment_id = ${appointmentId} ORDER BY entry.position`,
					(row) => ({
						serviceId: String(row.service_id),
						staffMemberId: String(row.staff_member_id),
						durationMinutes: (Number(row.ends_at) - Number(row.starts_at)) / MINUTE_MS,
						bufferMinutes: (Number(row.blocked_until_at) - Number(row.ends_at)) / MINUTE_MS,
						isEnabled: row.is_enabled === 1,
					}),
				),
			),

		/** Those of the visits that are booked and not over, which this browser's own cookie named, and those of its signed-in customer. */
		async liveVisits(appointmentIds: readonly string[], actor: Actor | null = null): Promise<OwnVisit[]> {
			if (appointmentIds.length === 0 && actor === null) return []
			return read(
				rawRead(
					sql`SELECT appointment.id, appointment.starts_at, appointment.ends_at, shop.name, shop.time_zone, service.name AS service_name
						FROM appointments appointment
						JOIN shops shop ON shop.id = appointment.shop_id
						JOIN appointment_services service ON service.appointment_id = appointment.id AND service.position = 0
						WHERE (appointment.id IN (SELECT value FROM json_each(${JSON.stringify(appointmentIds)}))
								OR appointment.client_id IN (SELECT id FROM clients WHERE user_id = ${actor && actorUserId(actor)}))
							AND appointment.status IN ('SCHEDULED', 'CONFIRMED')
						ORDER BY appointment.starts_at`,
					(row) => ({
						appointmentId: String(row.id),
						serviceName: String(row.service_name),
						shopName: String(row.name),
						timeZone: String(row.time_zone),
						startsAt: Number(row.starts_at),
						endsAt: Number(row.ends_at),
					}),
				),
			)
		},

		...appointmentChanges,

		/** The statements after the calendar's: the appointment asks it who was taken. */
		insertAppointment: (booking: NewAppointment): Statement[] => [
			rawWrite(
				sql`INSERT INTO appointments (id, reference_number, shop_id, client_id, checkout_id, service_id, staff_member_id, segment_count,
						scheduled_date, scheduled_time, starts_at, ends_at, duration_minutes, total_kobo, tip_kobo, discount_kobo, promo_code_id,
						payment_method, payment_status, status, paid_kobo, refundable_until_at, notes, created_at)
					VALUES (${booking.appointmentId}, ${booking.referenceNumber}, ${booking.shopId},
						coalesce((SELECT client_id FROM checkouts WHERE id = ${booking.checkoutId}), ${booking.clientId}), ${booking.checkoutId},
						${booking.services[0]?.id ?? null},
						(SELECT staff_member_id FROM calendar_entries WHERE appointment_id = ${booking.appointmentId} AND position = 0),
						${booking.services.length}, ${booking.scheduledDate}, ${booking.scheduledTime}, ${booking.startsAt}, ${booking.endsAt},
						${booking.durationMinutes}, ${booking.totalKobo}, ${booking.tipKobo}, ${booking.discountKobo}, ${booking.promoCodeId},
						${booking.paymentMethod}, ${isPaidInFull(booking) ? 'completed' : 'pending'}, ${booking.paidKobo > 0 ? 'CONFIRMED' : 'SCHEDULED'},
						${booking.paidKobo}, ${booking.refundableUntilAt}, ${booking.notes}, ${booking.now})`,
			),
			...booking.services.map((service, position) =>
				rawWrite(
					sql`INSERT INTO appointment_services (appointment_id, position, service_id, staff_member_id, name, price_kobo, duration_minutes)
						VALUES (${booking.appointmentId}, ${position}, ${service.id},
							(SELECT staff_member_id FROM calendar_entries WHERE appointment_id = ${booking.appointmentId} AND position = ${position}),
							${service.name}, ${service.priceKobo}, ${service.durationMinutes})`,
				),
			),
			...booking.addOns.map((addOn) =>
				rawWrite(
					sql`INSERT INTO appointment_add_ons (appointment_id, add_on_id, name, price_kobo, duration_minutes)
						VALUES (${booking.appointmentId}, ${addOn.id}, ${addOn.name}, ${addOn.priceKobo}, ${addOn.durationMinutes})`,
				),
			),
		],
	}
}

export type AppointmentRepository = ReturnType<typeof createAppointmentRepository>

/** The database's own CHECK keeps these lists; a value outside them is a bug worth stopping at. */
function oneOf<Word extends string>(words: readonly Word[], value: unknown): Word {
	const word = words.find((one) => one === value)
	if (word === undefined) throw new Error(`unknown word ${String(value)}`)
	return word
}

function isPaidInFull({ paidKobo, totalKobo }: NewAppointment): boolean {
	return paidKobo > 0 && paidKobo === totalKobo
}

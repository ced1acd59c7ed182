import { appointments, checkouts, clients, promoCodes, promoUses } from '#db/schema/booking.ts'
import { reviews } from '#db/schema/booking-reviews.ts'
import { appointmentAddOns, appointmentServices } from '#db/schema/booking-services.ts'
import { slotWaits } from '#db/schema/booking-slot-waits.ts'
import type { TableRows } from './table-rows.ts'

export const bookingTables = {
	promoCodes,
	clients,
	checkouts,
	promoUses,
	appointments,
	appointmentServices,
	appointmentAddOns,
	reviews,
	slotWaits,
}
export type BookingRows = TableRows<typeof bookingTables>

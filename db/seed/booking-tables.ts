import {
	appointmentAddOns,
	appointmentServices,
	appointments,
	checkouts,
	clients,
	promoCodes,
	promoUses,
	reviews,
	slotWaits,
} from '#db/schema/booking.ts'
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

import {
	appointmentAddOns,
	appointmentServices,
	appointments,
	checkouts,
	clients,
	promoCodes,
	promoUses,
	reviews,
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
}
export type BookingRows = TableRows<typeof bookingTables>

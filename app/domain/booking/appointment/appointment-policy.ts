/** Who moves, changes or cancels an appointment. */
export type AppointmentParty = 'customer' | 'shop'

/** What binds the one who moves, changes or cancels an appointment. */
export type AppointmentPolicy = {
	/** Until it begins, and moves until the shop's cut-off before that (C66, C67). Otherwise until it is closed (D52). */
	endsAtStart: boolean
	/** The shop's notice, horizon and half-hours hold. Otherwise any free minute from now on within its hours. */
	keepsNotice: boolean
	/** A move uses up one of the appointment's moves. */
	countsMoves: boolean
	/** Free cancellation may end earlier after a move (D31). */
	shortensRefund: boolean
	/** A second cancellation gives the first answer again. Otherwise it is refused. */
	repeatsCancellation: boolean
	/** The shop gets a message. The customer, and the shop's own programs, are always told. */
	tellsShop: boolean
}

export const appointmentPolicies: Readonly<Record<AppointmentParty, AppointmentPolicy>> = {
	customer: {
		endsAtStart: true,
		keepsNotice: true,
		countsMoves: true,
		shortensRefund: true,
		repeatsCancellation: true,
		tellsShop: true,
	},
	shop: {
		endsAtStart: false,
		keepsNotice: false,
		countsMoves: false,
		shortensRefund: false,
		repeatsCancellation: false,
		tellsShop: false,
	},
}

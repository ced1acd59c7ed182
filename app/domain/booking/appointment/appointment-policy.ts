export type AppointmentParty = 'customer' | 'shop'

/** What binds the party that moves, changes or cancels an appointment. */
export type AppointmentPolicy = {
	/** Until the start, and moves until the shop's cut-off (C66, C67). Otherwise until it is closed (D52). */
	endsAtStart: boolean
	/** Notice, horizon and half-hours hold. Otherwise any free minute from now on within the shop's hours. */
	keepsNotice: boolean
	countsMoves: boolean
	/** A move may end free cancellation earlier (D31). */
	shortensRefund: boolean
	/** A second cancellation gets the first answer. Otherwise it is refused. */
	repeatsCancellation: boolean
	/** The shop gets a message. The customer and the shop's programs always get theirs. */
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

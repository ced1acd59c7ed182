/** The addresses of a booking. Those with a signed token stand in mails and at the provider: their query names stay. */
export const bookingPath = '/booking'
/** Continues this browser's draft, or starts a new one; never opens a finished booking (M10). */
export const newBookingPath = '/booking?new'
/** To start again: the draft is gone, or this browser has none. */
export const restartPath = '/booking/service-selection?restart'
export const addServicePath = '/booking/service-selection?add=1'
export const staffPath = '/booking/staff-selection'
export const checkoutPath = '/booking/checkout'
/** Where a guest asks to be erased. */
export const erasePath = '/privacy/erase'
/** The booking that this browser has just made. */
export const ownConfirmationPath = '/booking/confirmation'
export const paymentReturnPath = '/booking/payment-success'

/** The page of one step of a draft. */
export function stepPath(step: string): string {
	return `/booking/${step}`
}

/** The services of one shop. */
export function servicesOfShopPath(shopId: string): string {
	return `/booking/service-selection?shop=${shopId}`
}

/** The times of the draft; `strip` is the query of a date strip. */
export function timePath(strip = ''): string {
	return strip ? `/booking/time-selection?${strip}` : '/booking/time-selection'
}

/** A month of days on which the draft has times; `query` names the day that Back leads to. */
export function monthPath(query: string): string {
	return `/booking/month?${query}`
}

/** A month of days for an appointment that is to be moved; `query` names whom it is to be with as well. */
export function moveMonthPath(token: string, query: string): string {
	return `/booking/month?visit=${token}${query && `&${query}`}`
}

/** Waiting for a time on one of the full days of a draft; `strip` is the query of a date strip. */
export function waitPath(strip: string): string {
	return `/booking/wait?${strip}`
}

/** A place in the line of a day: by its id for its account, by a signed token for the reader of the mail. */
export function waitPlacePath(place: string): string {
	return `/booking/wait/${place}`
}

/** The page on which a deposit is paid that a shop asked for by a link: short, so that it can be read out. */
export function depositPath(code: string): string {
	return `/d/${code.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** One appointment, for the holder of its booking link. */
export function confirmationPath(token: string): string {
	return `/booking/confirmation?visit=${token}`
}

/** The question whether to cancel it. */
export function cancelPath(token: string): string {
	return `${confirmationPath(token)}&ask=cancel`
}

/** One appointment, for the signed-in customer whose it is, or the browser that booked it. */
export function ownAppointmentPath(appointmentId: string): string {
	return `/booking/confirmation?appointmentId=${appointmentId}`
}

/** Its file for a calendar. */
export function appointmentCalendarPath(token: string): string {
	return `/booking/calendar.ics?visit=${token}`
}

/** Where its customer reports a problem with it. */
export function problemPath(token: string): string {
	return `/booking/problem?visit=${token}`
}

/** Where guests ask for the links of their bookings. */
export const findBookingPath = '/booking/find'

/** One booking, for the account of the reader who got this link by mail. */
export function claimPath(token: string): string {
	return `/booking/claim?link=${token}`
}

/** Other times for that appointment; `strip` is the query of a date strip. */
export function reschedulePath(token: string, strip = ''): string {
	return `/booking/reschedule?visit=${token}${strip && `&${strip}`}`
}

/** The review of a visit, for its account by id, or for the holder of its signed link; with stars chosen already. */
export function reviewPath(appointment: string, stars?: number): string {
	return `/appointments/review?visit=${appointment}${stars === undefined ? '' : `&rating=${stars}`}`
}

/** Another service or person for that appointment. `startsAt`, its start, says which days to read before it is read. */
export function changePath(token: string, startsAt: number, query = ''): string {
	return `/booking/change?visit=${token}&at=${startsAt}${query}`
}

/** Where the provider sends the payer back to: the signed link is the key, in any browser (K27). */
export function paymentLinkPath(token: string, query = ''): string {
	return `/booking/payment-success?payment=${token}${query}`
}

/** The outcome of a payment that this browser has started. */
export function startedPaymentPath(paymentReference: string): string {
	return `/booking/payment-success?reference=${paymentReference}`
}

/** A payment that is no appointment: other times on offer, or its money on the way back (C59). */
export function completeBookingPath(token: string): string {
	return `/booking/complete-booking?payment=${token}`
}

/** A plan that a payment has started, for the holder of its link. */
export function planStartedPath(token: string): string {
	return `/plans/started?payment=${token}`
}

/** Where a draft leads whose times cannot be shown yet, or no more. */
export const notReadyPath = {
	booked: ownConfirmationPath,
	'service-selection': restartPath,
	'staff-selection': staffPath,
}

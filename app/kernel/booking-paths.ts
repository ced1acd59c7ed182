/** Addresses with a signed token stand in mails and at the provider: their query names stay. */
export const bookingPath = '/booking'
/** Continues this browser's draft or starts one; never opens a finished booking (M10). */
export const newBookingPath = '/booking?new'
/** For a draft that is gone. */
export const restartPath = '/booking/service-selection?restart'
export const addServicePath = '/booking/service-selection?add=1'
export const staffPath = '/booking/staff-selection'
export const checkoutPath = '/booking/checkout'
export const erasePath = '/privacy/erase'
export const ownConfirmationPath = '/booking/confirmation'
export const paymentReturnPath = '/booking/payment-success'

export function stepPath(step: string): string {
	return `/booking/${step}`
}

export function servicesOfShopPath(shopId: string): string {
	return `/booking/service-selection?shop=${shopId}`
}

/** `strip` is the query of a date strip. */
export function timePath(strip = ''): string {
	return strip ? `/booking/time-selection?${strip}` : '/booking/time-selection'
}

/** `query` names the day that Back leads to. */
export function monthPath(query: string): string {
	return `/booking/month?${query}`
}

/** `query` also names the person. */
export function moveMonthPath(token: string, query: string): string {
	return `/booking/month?visit=${token}${query && `&${query}`}`
}

export function waitPath(strip: string): string {
	return `/booking/wait?${strip}`
}

/** `place`: the id, for its account, or a signed token. */
export function waitPlacePath(place: string): string {
	return `/booking/wait/${place}`
}

/** Short, so that a code can be read out. */
export function depositPath(code: string): string {
	return `/d/${code.replace(/(.{4})(?=.)/g, '$1-')}`
}

/** For the holder of its booking link. */
export function confirmationPath(token: string): string {
	return `/booking/confirmation?visit=${token}`
}

export function cancelPath(token: string): string {
	return `${confirmationPath(token)}&ask=cancel`
}

/** For its account, or the browser that booked it. */
export function ownAppointmentPath(appointmentId: string): string {
	return `/booking/confirmation?appointmentId=${appointmentId}`
}

export function appointmentCalendarPath(token: string): string {
	return `/booking/calendar.ics?visit=${token}`
}

export function problemPath(token: string): string {
	return `/booking/problem?visit=${token}`
}

export const findBookingPath = '/booking/find'

/** For the account of the reader who got this link by mail. */
export function claimPath(token: string): string {
	return `/booking/claim?link=${token}`
}

/** `strip` is the query of a date strip. */
export function reschedulePath(token: string, strip = ''): string {
	return `/booking/reschedule?visit=${token}${strip && `&${strip}`}`
}

/** `appointment`: the id, for its account, or a signed token. */
export function reviewPath(appointment: string, stars?: number): string {
	return `/appointments/review?visit=${appointment}${stars === undefined ? '' : `&rating=${stars}`}`
}

/** `startsAt`, the appointment's start, says which days to read before the appointment is read. */
export function changePath(token: string, startsAt: number, query = ''): string {
	return `/booking/change?visit=${token}&at=${startsAt}${query}`
}

/** Where the provider sends the payer back to: the signed link is the key, in any browser (K27). */
export function paymentLinkPath(token: string, query = ''): string {
	return `/booking/payment-success?payment=${token}${query}`
}

/** For the browser that started the payment. */
export function startedPaymentPath(paymentReference: string): string {
	return `/booking/payment-success?reference=${paymentReference}`
}

/** For a payment without an appointment: other times, or the refund (C59). */
export function completeBookingPath(token: string): string {
	return `/booking/complete-booking?payment=${token}`
}

export function planStartedPath(token: string): string {
	return `/plans/started?payment=${token}`
}

/** Where a draft leads that has no times to show. */
export const notReadyPath = {
	booked: ownConfirmationPath,
	'service-selection': restartPath,
	'staff-selection': staffPath,
}

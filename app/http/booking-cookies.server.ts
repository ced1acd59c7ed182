import { readId } from '#app/kernel/id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const ONE_DAY_SECONDS = 86_400

const draftCookie = signedCookie('draft', ONE_DAY_SECONDS)

export function readDraftId(request: Request, cookieKeys: string[]): string | null {
	const value = draftCookie.read(request, cookieKeys)
	return typeof value === 'string' && value !== '' ? value : null
}

export function draftCookieHeader(request: Request, cookieKeys: string[], draftId: string): string {
	return draftCookie.header(request, cookieKeys, draftId)
}

const SIXTY_DAYS_SECONDS = 60 * 86_400
/** Enough for a family; a cookie has to stay small. */
const REMEMBERED_APPOINTMENTS = 12

/**
 * The appointments that this browser booked, for overlap warnings (R6) and the next visit (L30). The old name 'visits'
 * keeps existing cookies.
 */
const appointmentsCookie = signedCookie('visits', SIXTY_DAYS_SECONDS)

/** Oldest first; empty for a missing or altered cookie. */
export function readOwnAppointmentIds(request: Request, cookieKeys: string[]): string[] {
	const value = appointmentsCookie.read(request, cookieKeys)
	return Array.isArray(value) ? value.filter((id) => readId(id) !== null).slice(-REMEMBERED_APPOINTMENTS) : []
}

export function rememberAppointmentHeader(
	request: Request,
	cookieKeys: string[],
	appointmentId: string,
): string {
	const known = readOwnAppointmentIds(request, cookieKeys)
	const appointments = [...known.filter((id) => id !== appointmentId), appointmentId].slice(
		-REMEMBERED_APPOINTMENTS,
	)
	return appointmentsCookie.header(request, cookieKeys, appointments)
}

/** Ends both cookies, for another person at this browser. */
export function endedBookingCookieHeaders(request: Request): string[] {
	return [draftCookie.endedHeader(request), appointmentsCookie.endedHeader(request)]
}

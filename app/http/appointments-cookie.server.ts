import { readId } from './read-id.server.ts'
import { signedCookie } from './signed-cookie.server.ts'

const SIXTY_DAYS_SECONDS = 60 * 86_400
/** Enough for a customer who books for a family; a cookie has to stay small. */
const REMEMBERED_APPOINTMENTS = 12

/**
 * The ids of this browser's appointments: to warn its customer of an overlap (R6), and to show the next one (L30).
 * It holds no one else's appointments, because it is signed and written only where this browser has just booked. The
 * cookie is called 'visits', the older word, so that browsers keep the one that they have.
 */
const appointmentsCookie = signedCookie('visits', SIXTY_DAYS_SECONDS)

/** The ids of the appointments that this browser made, oldest first; empty for a missing or altered cookie. */
export function readOwnAppointmentIds(request: Request, cookieKeys: string[]): string[] {
	const value = appointmentsCookie.read(request, cookieKeys)
	return Array.isArray(value) ? value.filter((id) => readId(id) !== null).slice(-REMEMBERED_APPOINTMENTS) : []
}

/** The `Set-Cookie` value that remembers one more. */
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

/** The `Set-Cookie` value that makes this browser forget them. */
export function endedAppointmentsCookieHeader(request: Request): string {
	return appointmentsCookie.endedHeader(request)
}

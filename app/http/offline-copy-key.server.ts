import type { Instant } from '#app/kernel/instant.ts'
import { readOwnAppointmentIds } from './appointments-cookie.server.ts'
import { isIdle, readKioskCaller, readTouch } from './kiosk-cookies.server.ts'
import { readSessionHash } from './session-cookie.server.ts'
import { readTheme } from './theme-cookie.ts'

/** The header that tells the service worker whose copies this browser may keep (app/ui/offline/service-worker.js). */
export const OFFLINE_COPY_KEY_HEADER = 'kept-for'

/** Of no one: the worker drops what it keeps of a person. */
const NO_ONE = '-'

const short = (hash: string) => hash.slice(0, 8)

/**
 * '2026-11-3.dark.9ab3f01c': the release and the theme that the kept frame is of, then who this browser is. Another
 * release or theme asks for a new frame. Another session, other bookings of a guest, another kiosk or its lock drop
 * everything kept of a person. It is made of parts of hashes and ids, which open nothing.
 */
export function offlineCopyKey(
	request: Request,
	{ release, cookieKeys, now }: { release: string; cookieKeys: readonly string[]; now: Instant },
	isSignedOut: boolean,
): string {
	// An operator names releases freely, and a header takes few letters.
	const frame = `${release.replace(/[^\w-]/g, '').slice(-40)}.${readTheme(request) ?? 'system'}`
	if (isSignedOut || !request.headers.has('cookie')) return `${frame}.${NO_ONE}`
	const kiosk = readKioskCaller(request)
	const isKioskOpen = kiosk !== null && !isIdle(readTouch(request, cookieKeys, kiosk), now)
	const who = [
		short(readSessionHash(request) ?? ''),
		// A guest who books once more has one more: the copies are read anew.
		short(readOwnAppointmentIds(request, [...cookieKeys]).at(-1) ?? ''),
		isKioskOpen ? short(kiosk.secretHash) : '',
	].join('')
	return `${frame}.${who || NO_ONE}`
}

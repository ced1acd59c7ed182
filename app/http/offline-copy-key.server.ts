import type { Instant } from '#app/kernel/instant.ts'
import { readOwnAppointmentIds } from './booking-cookies.server.ts'
import { isIdle, readKioskCaller, readTouch } from './kiosk-cookies.server.ts'
import { readSessionHash } from './session-cookie.server.ts'
import { readTheme } from './unsigned-cookies.ts'

/** Tells the service worker whose copies this browser may keep (app/ui/offline/service-worker.js). */
export const OFFLINE_COPY_KEY_HEADER = 'kept-for'

/** The worker drops all that it keeps of a person. */
const NO_ONE = '-'

const short = (hash: string) => hash.slice(0, 8)

/**
 * '2026-11-3.dark.9ab3f01c': release, theme, and who this browser is. Another session, guest booking, kiosk or lock
 * drops a person's copies. Parts of hashes and ids open nothing.
 */
export function offlineCopyKey(
	request: Request,
	{ release, cookieKeys, now }: { release: string; cookieKeys: readonly string[]; now: Instant },
	isSignedOut: boolean,
): string {
	// Operators name releases freely, and a header takes few letters.
	const frame = `${release.replace(/[^\w-]/g, '').slice(-40)}.${readTheme(request) ?? 'system'}`
	if (isSignedOut || !request.headers.has('cookie')) return `${frame}.${NO_ONE}`
	const kiosk = readKioskCaller(request)
	const isKioskOpen = kiosk !== null && !isIdle(readTouch(request, cookieKeys, kiosk), now)
	const who = [
		short(readSessionHash(request) ?? ''),
		// A guest's next booking renews the copies.
		short(readOwnAppointmentIds(request, [...cookieKeys]).at(-1) ?? ''),
		isKioskOpen ? short(kiosk.secretHash) : '',
	].join('')
	return `${frame}.${who || NO_ONE}`
}

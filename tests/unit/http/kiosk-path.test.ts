import { expect, test } from 'vitest'
import { kioskPath } from '#app/http/kiosk-guard.server.ts'

test.each(['/kiosk', '/kiosk/visits/WK7-4QMH?day=2026-11-24', '/kiosk?date=2026-11-24'])(
	'S36: the kiosk leads back to its own page %s',
	(path) => expect(kioskPath(path)).toBe(path),
)

test.each([
	'/kiosk/../discover',
	'/kiosk/../../x',
	'/kiosk/%2e%2e/settings',
	'/kiosk/visits/../../profile',
	'/kiosk/./pin',
	'//kiosk',
	null,
])('S36: and nowhere else: %s', (path) => expect(kioskPath(path)).toBe('/kiosk'))

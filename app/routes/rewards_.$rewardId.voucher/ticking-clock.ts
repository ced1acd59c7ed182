const DAY_SECONDS = 86_400

/** '8:37:12 PM': a clock that showed `secondOfDay` `elapsedMs` ago. */
export function tickingClock(secondOfDay: number, elapsedMs: number): string {
	const seconds = (secondOfDay + Math.floor(elapsedMs / 1_000)) % DAY_SECONDS
	const hour = Math.floor(seconds / 3_600)
	const twoDigits = (part: number) => String(part).padStart(2, '0')
	return `${hour % 12 || 12}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)} ${hour < 12 ? 'AM' : 'PM'}`
}

import { MINUTES_PER_DAY } from '#app/kernel/civil.ts'

const count = (value: number, one: string) => `${value} ${one}${value === 1 ? '' : 's'}`

/** '45 minutes', '24 hours', '3 days': in the largest unit of which it is a whole number; hours up to two days. */
function spanLabel(minutes: number): string {
	if (minutes % MINUTES_PER_DAY === 0 && minutes > 2 * MINUTES_PER_DAY)
		return count(minutes / MINUTES_PER_DAY, 'day')
	return minutes % 60 === 0 && minutes > 0 ? count(minutes / 60, 'hour') : count(minutes, 'minute')
}

/** 'None needed', or '2 hours'. */
export const noticeLabel = (minutes: number) => (minutes === 0 ? 'None needed' : spanLabel(minutes))

/** 'Its start', or '24 hours before'. */
export const cutoffLabel = (minutes: number) => (minutes === 0 ? 'Its start' : `${spanLabel(minutes)} before`)

/** '1 day', '60 days'. */
export const horizonLabel = (days: number) => count(days, 'day')

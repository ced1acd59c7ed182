import { expect, test } from 'vitest'
import {
	changedHours,
	hoursFormSchema,
	hoursToType,
	readSeenWeek,
	weekOfForm,
} from '#app/domain/discovery/hours-form.server.ts'

const act = 'AHv6xgSI3IZcnX39ZJMI9A'
const day = (dayOfWeek: number, opensMinute: number, closesMinute: number) => ({
	dayOfWeek,
	opensMinute,
	closesMinute,
})
const problemsOf = (times: Record<string, string>) => {
	const read = hoursFormSchema.safeParse({ intent: 'week', act, ...times })
	return read.success ? [] : read.error.issues.map(({ path, message }) => [path.join('.'), message])
}

test('a week that is shown in a form is read from it as it was, to the end of each day', () => {
	const week = [day(1, 540, 1110), day(6, 0, 1440), day(7, 1439, 1440)]
	expect(hoursToType(week)).toMatchObject({ opens1: '09:00', closes1: '18:30', closes6: '00:00' })
	expect(weekOfForm(hoursToType(week))).toEqual(week)
	expect(weekOfForm({})).toEqual([])
})

test('each day has both times or none, and closes after it opens', () => {
	expect(problemsOf({ opens1: '09:00', closes1: '09:01', opens7: '00:00', closes7: '00:00' })).toEqual([])
	expect(problemsOf({ opens1: '09:00', closes1: '09:00', opens2: '09:00', closes3: '18:00' })).toEqual([
		['closes1', 'Monday: you close before you open. For midnight choose 12:00 AM.'],
		['closes2', 'Tuesday: when do you close?'],
		['opens3', 'Wednesday: when do you open?'],
	])
	expect(problemsOf({ opens1: '9:00', closes1: '18:00' })[0]).toEqual([
		'opens1',
		'Invalid Data Format: we couldn’t read this. Please enter it again.',
	])
})

test('what another device changed is said day by day', () => {
	const seen = [day(1, 540, 1080), day(2, 540, 1080), day(3, 540, 1080)]
	const current = [day(1, 540, 1080), day(2, 600, 1440), day(5, 0, 1440)]
	expect(changedHours(seen, current)).toEqual([
		{ label: 'Tuesday', now: '10:00 AM – midnight' },
		{ label: 'Wednesday', now: 'closed' },
		{ label: 'Friday', now: 'Open 24 hours' },
	])
	expect(changedHours(seen, seen)).toEqual([])
})

test('what no form of ours sends is no week that was seen', () => {
	for (const sent of [undefined, '', '{', 'null', '[{"dayOfWeek":"1"}]'])
		expect(readSeenWeek(sent)).toBeNull()
	expect(readSeenWeek('[]')).toEqual([])
})

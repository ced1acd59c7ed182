import { expect, test } from 'vitest'
import {
	changedStaff,
	ownStaffFormSchema,
	readSeenStaff,
	seenStaff,
} from '#app/domain/discovery/own-staff-form.server.ts'

const act = 'a'.repeat(22)
const read = (sent: Record<string, unknown>) => ownStaffFormSchema.safeParse({ act, ...sent })
const problems = (sent: Record<string, unknown>) =>
	read(sent).error?.issues.map(({ path, message }) => [path.join('.'), message])

test('a person needs a first name, and what is left empty is empty', () => {
	expect(problems({ intent: 'person' })).toEqual([['firstName', 'Type a first name']])
	expect(read({ intent: 'person', firstName: ' Ada ' }).data).toMatchObject({
		firstName: 'Ada',
		lastName: '',
		role: '',
		lastDay: null,
		isActive: false,
		shopHours: false,
		service: [],
	})
})

test.each([
	[{ intent: 'person', firstName: 'A'.repeat(81) }, 'firstName', 'Please write at most 80 characters'],
	[
		{ intent: 'person', firstName: 'Ada', role: 'B'.repeat(41) },
		'role',
		'Please write at most 40 characters',
	],
	[{ intent: 'person', firstName: 'Ada', lastDay: '2026-02-30' }, 'lastDay', 'Choose a date'],
	[{ intent: 'off' }, 'offFrom', 'Choose a date'],
	[
		{ intent: 'off', offFrom: '2026-12-02', offUntil: '2026-12-01' },
		'offUntil',
		'The last day is before the first',
	],
	[{ intent: 'off', offFrom: '2026-12-02', offUntil: '2027-12-05' }, 'offUntil', 'Choose at most a year'],
])('%j is refused at %s', (sent, field, words) => {
	expect(problems(sent)).toEqual([[field, words]])
})

test('a stretch of days off is two dates', () => {
	expect(read({ intent: 'on', span: '2026-12-01 2026-12-02' }).success).toBe(true)
	for (const span of ['2026-12-01', '2026-12-01 2026-13-02', '2026-12-01 x y'])
		expect(read({ intent: 'on', span }).success).toBe(false)
})

test('what changed of a person is said by field, services by name', () => {
	const seen = {
		firstName: 'Ada',
		lastName: '',
		role: '',
		lastDay: null,
		isActive: true,
		serviceIds: ['a', 'b'],
	}
	const names: Record<string, string> = { a: 'Cut', b: 'Braid' }
	const now = { ...seen, role: 'Braider', lastDay: '2026-12-01', isActive: false, serviceIds: ['b'] }
	expect(changedStaff(seen, now, (id) => names[id] ?? '')).toEqual([
		{ label: 'Role', now: 'Braider' },
		{ label: 'Last day', now: 'Tue 1 Dec' },
		{ label: 'Customers can book them', now: 'no' },
		{ label: 'What they do', now: 'Braid' },
	])
	expect(changedStaff(seen, { ...seen, serviceIds: ['b', 'a'] }, (id) => id)).toEqual([])
	expect(readSeenStaff(seenStaff(now))).toEqual(now)
	expect(readSeenStaff('{"firstName":"Ada"}')).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { assignmentsAtMinute } from '#app/domain/availability/assignments-at-minute.ts'
import { openSlots } from '#app/domain/availability/open-slots.ts'
import { rankAssignments } from '#app/domain/availability/staff-assignment.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { aSearch, aService, at, busyFrom, MONDAY, timesOf } from './a-shop.ts'

const threePeople = ['chidi', 'ada', 'bola'].map((id) => ({ id, from: '09:00', until: '17:00' }))

/** 'ada 09:00–10:00 (10:15)' for each service: who, when, and until when they are kept. */
function waysAt(search: ReturnType<typeof aSearch>, time: string): string[] {
	const clock = (instant: number) => new Date(instant + 3_600_000).toISOString().slice(11, 16)
	return rankAssignments(search, at(time)).map((way) =>
		way
			.map(({ staffMemberId, startsAt, endsAt, blockedUntilAt }) => {
				return `${staffMemberId} ${clock(startsAt)}–${clock(endsAt)} (${clock(blockedUntilAt)})`
			})
			.join(', '),
	)
}

describe('who gets a visit when anybody will do', () => {
	test('the person with the least work that day comes first, then by id', () => {
		const busy = [busyFrom('ada', '09:00', '10:00'), busyFrom('bola', '14:00', '14:30')]
		const ways = rankAssignments(aSearch({ staff: threePeople, busy }), at('11:00'))
		expect(ways.map(([first]) => first?.staffMemberId)).toEqual(['chidi', 'bola', 'ada'])
		const noWork = rankAssignments(aSearch({ staff: threePeople }), at('11:00'))
		expect(noWork.map(([first]) => first?.staffMemberId)).toEqual(['ada', 'bola', 'chidi'])
	})

	test('work of other days does not count', () => {
		const busy = [busyFrom('ada', '09:00', '17:00', '2026-11-22'), busyFrom('bola', '09:00', '09:30')]
		const ways = rankAssignments(aSearch({ staff: threePeople, busy }), at('11:00'))
		expect(ways.map(([first]) => first?.staffMemberId)).toEqual(['ada', 'chidi', 'bola'])
	})

	test('people who are taken are left out, and nobody is offered for a taken or an odd time', () => {
		const busy = [busyFrom('ada', '11:00', '12:00')]
		const search = aSearch({ staff: threePeople, busy })
		expect(rankAssignments(search, at('11:30')).map(([first]) => first?.staffMemberId)).toEqual([
			'bola',
			'chidi',
		])
		expect(rankAssignments(search, at('11:10'))).toEqual([])
		expect(rankAssignments(search, at('17:00'))).toEqual([])
		expect(rankAssignments(search, at('11:00', '2026-11-30'))).toEqual([])
	})

	test('nobody is offered for the second pass of a repeated hour, nor for a moment after a start', () => {
		const zone = 'Europe/London'
		const staff = [{ id: 'ada', from: '00:00', until: '04:00' }]
		const search = aSearch({ staff, opens: '00:00', closes: '04:00', zone, date: '2026-10-25' })
		const first = at('01:00', '2026-10-25', zone)
		expect(rankAssignments(search, first)).toHaveLength(1)
		expect(rankAssignments(search, first + HOUR_MS)).toEqual([])
		expect(rankAssignments(search, first + 1)).toEqual([])
	})

	test('an assignment says all that the calendar keeps', () => {
		const search = aSearch({ segments: [aService(['ada'], 45, 15)] })
		expect(rankAssignments(search, at('10:30'))).toEqual([
			[
				{
					position: 0,
					serviceId: 'service-45',
					staffMemberId: 'ada',
					date: MONDAY,
					startMinute: 630,
					endMinute: 675,
					startsAt: at('10:30'),
					endsAt: at('11:15'),
					blockedUntilAt: at('11:30'),
				},
			],
		])
	})

	test('no more ways are given than asked for', () => {
		expect(rankAssignments(aSearch({ staff: threePeople }), at('11:00'), 2)).toHaveLength(2)
		const segments = [aService(['ada'], 30), aService(['ada', 'bola', 'chidi'], 30)]
		expect(rankAssignments(aSearch({ staff: threePeople, segments }), at('11:00'), 2)).toHaveLength(2)
	})
})

describe('several services in one visit', () => {
	const staff = threePeople

	test('one person does both back to back, with the buffer only at the end', () => {
		const segments = [aService(['ada'], 60, 30), aService(['ada'], 30, 15)]
		expect(waysAt(aSearch({ staff, segments }), '09:00')).toEqual([
			'ada 09:00–10:00 (10:00), ada 10:00–10:30 (10:45)',
		])
	})

	test('two people each keep their own buffer', () => {
		const segments = [aService(['ada'], 60, 30), aService(['bola'], 30, 15)]
		expect(waysAt(aSearch({ staff, segments }), '09:00')).toEqual([
			'ada 09:00–10:00 (10:30), bola 10:00–10:30 (10:45)',
		])
	})

	test('a buffer has room before another person goes on, and needs none before the same one does', () => {
		const busy = [busyFrom('ada', '10:30', '11:00')]
		const until = { staff, busy, closes: '10:30' }
		const other = [aService(['ada'], 60, 60), aService(['bola'], 30)]
		expect(timesOf(aSearch({ ...until, segments: other }))).toEqual([['(09:00)']])
		const same = [aService(['ada'], 60, 60), aService(['ada'], 30)]
		expect(timesOf(aSearch({ ...until, segments: same }))).toEqual([['09:00']])
	})

	test('the shift of the first person sets the starts of both', () => {
		const odd = [{ id: 'ada', from: '09:10', until: '12:00' }, staff[2]!]
		const segments = [aService(['ada'], 30), aService(['bola'], 30)]
		const search = aSearch({ staff: odd, segments, closes: '12:00' })
		expect(timesOf(search)).toEqual([['09:10', '09:40', '10:10', '10:40']])
		expect(rankAssignments(search, at('11:10'))).toEqual([])
		expect(rankAssignments(search, at('09:10'))).toHaveLength(1)
	})

	test('a start is taken when only one of the two people is free', () => {
		const segments = [aService(['ada'], 60), aService(['bola'], 60)]
		const busy = [busyFrom('bola', '10:00', '11:00')]
		expect(timesOf(aSearch({ staff, segments, busy, closes: '12:00' }))).toEqual([
			['(09:00)', '(09:30)', '10:00'],
		])
	})

	test('both have to fit into hours and breaks: the second person goes home earlier', () => {
		const segments = [aService(['ada'], 60), aService(['bola'], 60)]
		const early = [
			staff[1]!,
			{ id: 'bola', from: '09:00', until: '13:00', rest: ['11:00', '11:30'] as [string, string] },
		]
		expect(timesOf(aSearch({ staff: early, segments }))).toEqual([['09:00', '10:30', '11:00']])
	})

	test('any available: whoever is free for each service, the least busy first', () => {
		const segments = [aService(['ada', 'bola'], 60), aService(['bola', 'chidi'], 60)]
		const busy = [busyFrom('ada', '15:00', '16:00'), busyFrom('chidi', '15:00', '15:30')]
		expect(
			rankAssignments(aSearch({ staff, segments, busy }), at('09:00')).map((way) =>
				way.map((one) => one.staffMemberId).join('+'),
			),
		).toEqual(['bola+bola', 'bola+chidi', 'ada+bola', 'ada+chidi'])
	})

	test('R5: any available: one person who is free for all comes first, though others have less work', () => {
		const both = [aService(['ada', 'bola', 'chidi'], 60), aService(['ada', 'bola'], 60)]
		const busy = [busyFrom('ada', '14:00', '16:00'), busyFrom('bola', '10:00', '11:00')]
		const [first] = waysAt(aSearch({ staff, segments: both, busy }), '09:00')
		expect(first).toBe('ada 09:00–10:00 (10:00), ada 10:00–11:00 (11:00)')
		const shared = [...busy, busyFrom('ada', '10:30', '11:00')]
		expect(waysAt(aSearch({ staff, segments: both, busy: shared }), '09:00')).toEqual([])
	})

	test('R5: one person is found among more ways than are looked at', () => {
		const crowd = Array.from({ length: 12 }, (_, i) => ({ id: `s${10 + i}`, from: '09:00', until: '17:00' }))
		const ids = crowd.map(({ id }) => id)
		const segments = [aService(ids, 30), aService([...ids.slice(0, 11), 'z'], 30), aService(['z', 's20'], 30)]
		const all = [...crowd, { id: 'z', from: '09:00', until: '17:00' }]
		const busy = [busyFrom('s20', '14:00', '16:00')]
		const search = aSearch({ staff: all, segments, busy })
		const one = ['s20', 's20', 's20']
		expect(rankAssignments(search, at('09:00'))[0]?.map(({ staffMemberId }) => staffMemberId)).toEqual(one)
		const atMinute = assignmentsAtMinute(search, at('09:07')).assignments[0]
		expect(atMinute?.map(({ staffMemberId }) => staffMemberId)).toEqual(one)
	})

	test('somebody who comes back for the third service must be past the buffer of the first', () => {
		const appointment = (buffer: number) => [
			aService(['ada'], 30, buffer),
			aService(['bola'], 30),
			aService(['ada'], 30),
		]
		expect(openSlots(aSearch({ staff, segments: appointment(30), closes: '10:30' }))[0]?.freeCount).toBe(1)
		expect(openSlots(aSearch({ staff, segments: appointment(35), closes: '10:30' }))[0]?.freeCount).toBe(0)
	})

	test('the day is closed when nobody does one of the services', () => {
		const away = [staff[1]!, { id: 'bola', from: '09:00', until: '17:00', off: [MONDAY] }]
		const segments = [aService(['ada'], 30), aService(['bola'], 30)]
		expect(openSlots(aSearch({ staff: away, segments }))[0]).toMatchObject({ isOpen: false, freeCount: 0 })
	})
})

import { expect, test } from 'vitest'
import { slotGroupOf, slotGroups } from '#app/domain/availability/slot-groups.ts'
import { minuteOf } from './a-shop.ts'

test('before 12:00 is morning, from 12:00 afternoon, from 17:00 evening', () => {
	const groups = ['00:00', '11:59', '12:00', '16:59', '17:00', '23:30'].map((time) =>
		slotGroupOf(minuteOf(time)),
	)
	expect(groups).toEqual(['morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening'])
})

test('the three groups are always there, each in the order of the list', () => {
	const slots = [{ startMinute: 700 }, { startMinute: 540 }, { startMinute: 1020 }]
	expect(slotGroups(slots)).toEqual({ morning: [slots[0], slots[1]], afternoon: [], evening: [slots[2]] })
})

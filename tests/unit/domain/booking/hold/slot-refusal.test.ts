import { expect, test } from 'vitest'
import { addOnsTooLong, isSlotConflict, slotRefusals } from '#app/domain/booking/hold/slot-refusal.ts'

test('C37: other times are shown for a time that is taken, past or outside of hours, and for nothing else', () => {
	expect(Object.keys(slotRefusals).filter(isSlotConflict)).toEqual([
		'slot_taken',
		'slot_past',
		'slot_outside_hours',
	])
})

test('add-ons that do not fit are named, as people list things', () => {
	const text = (...names: string[]) => addOnsTooLong(names).text
	expect(text('Beads')).toBe(
		'The visit would be too long for this time with Beads. We’re still holding your time, without it.',
	)
	expect(text('Beads', 'Wash')).toBe(
		'The visit would be too long for this time with Beads and Wash. We’re still holding your time, without them.',
	)
	expect(text('Beads', 'Wash', 'Trim')).toContain('with Beads, Wash and Trim.')
	expect(addOnsTooLong(['Beads'])).toMatchObject({ title: 'Add-on not added', status: 409 })
	expect(addOnsTooLong([])).toBe(slotRefusals.add_on_does_not_fit.customer)
})

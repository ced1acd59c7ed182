import type { SubmissionResult } from '@conform-to/react'
import { describe, expect, it } from 'vitest'
import { formState } from '#app/ui/form/form-state.ts'

const refused: SubmissionResult = {
	status: 'error',
	initialValue: { email: 'ada@', guest: { phone: '0803' }, addOns: ['wash', 'dry'], pay: 'cash' },
	error: { email: ['Invalid Email - Please enter a valid email address'], '': ['Booking Conflict'] },
}

describe('A form that was sent back', () => {
	it('keeps what was typed, and says what was wrong beside it', () => {
		expect(formState(refused, { email: 'first@example.com' }).field('email')).toEqual({
			name: 'email',
			defaultValue: 'ada@',
			error: 'Invalid Email - Please enter a valid email address',
		})
	})

	it('keeps fields of a group', () => {
		expect(formState(refused).field('guest.phone').defaultValue).toBe('0803')
	})

	it('does not bring back the first value of a field that was emptied', () => {
		expect(formState(refused, { firstName: 'Ada' }).field('firstName').defaultValue).toBeUndefined()
	})

	it('keeps what was chosen', () => {
		const form = formState(refused)
		expect(form.isChosen('pay', 'cash')).toBe(true)
		expect(form.isChosen('pay', 'online')).toBe(false)
		expect(form.isChosen('addOns', 'dry')).toBe(true)
	})

	it('lists every problem, one of the whole form too', () => {
		expect(formState(refused).problems).toEqual([
			{ name: 'email', message: 'Invalid Email - Please enter a valid email address' },
			{ name: '', message: 'Booking Conflict' },
		])
	})
})

describe('A form that was not sent yet', () => {
	it('begins with the values that are known, without problems', () => {
		const form = formState(undefined, { firstName: 'Ada', lastName: null })
		expect(form.field('firstName')).toEqual({ name: 'firstName', defaultValue: 'Ada', error: undefined })
		expect(form.field('lastName').defaultValue).toBeUndefined()
		expect(form.problems).toEqual([])
	})
})

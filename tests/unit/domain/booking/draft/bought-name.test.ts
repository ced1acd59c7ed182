import { expect, test } from 'vitest'
import { boughtName } from '#app/domain/booking/draft/bought-name.ts'

test('what is bought is the plan, or its services in order', () => {
	const services = [{ name: 'Cut' }, { name: 'Wash' }]
	expect(boughtName({ plan: { title: 'Ten classes' }, services: [] })).toBe('Ten classes')
	expect(boughtName({ plan: null, services })).toBe('Cut, Wash')
})

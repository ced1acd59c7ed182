import { expect, test } from 'vitest'
import { type Customer, profileProblem } from '#app/domain/booking/customer/customer-refusal.ts'

const ada: Customer = {
	userId: 'ada',
	firstName: 'Ada',
	lastName: 'Obi',
	email: 'ada@example.com',
	phone: null,
}

test('C41: a profile books with both names and one way to reach its owner', () => {
	expect(profileProblem(ada)).toBeNull()
	expect(profileProblem({ ...ada, email: null, phone: '+2348031234567' })).toBeNull()
	expect(profileProblem({ ...ada, email: null })).toBe('missing_contact')
	expect(profileProblem({ ...ada, email: '', phone: '' })).toBe('missing_contact')
})

test('C41: a name of spaces is none', () => {
	expect(profileProblem({ ...ada, firstName: ' ' })).toBe('incomplete_profile')
	expect(profileProblem({ ...ada, lastName: '' })).toBe('incomplete_profile')
	expect(profileProblem({ ...ada, lastName: '\t', email: null })).toBe('incomplete_profile')
})

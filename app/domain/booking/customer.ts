/** A signed-in customer, as far as a booking needs to know them: their profile (spec 1 §5). */
export type Customer = {
	userId: string
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
}

/** What a profile lacks before it can book; null when nothing (spec 1 §5). */
export function profileProblem(customer: Customer): 'incomplete_profile' | 'missing_contact' | null {
	if (customer.firstName.trim() === '' || customer.lastName.trim() === '') return 'incomplete_profile'
	return customer.email || customer.phone ? null : 'missing_contact'
}

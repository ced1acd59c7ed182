/** The profile of a signed-in customer, as far as a booking needs it (C41). */
export type Customer = {
	userId: string
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
}

/** What a profile lacks for a booking; null when nothing is missing (C41). */
export function profileProblem(customer: Customer): 'incomplete_profile' | 'missing_contact' | null {
	if (customer.firstName.trim() === '' || customer.lastName.trim() === '') return 'incomplete_profile'
	return customer.email || customer.phone ? null : 'missing_contact'
}

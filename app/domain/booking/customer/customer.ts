/** A profile, as far as a booking needs it (C41). */
export type Customer = {
	userId: string
	firstName: string
	lastName: string
	email: string | null
	phone: string | null
}

/** What it lacks for a booking, or null (C41). */
export function profileProblem(customer: Customer): 'incomplete_profile' | 'missing_contact' | null {
	if (customer.firstName.trim() === '' || customer.lastName.trim() === '') return 'incomplete_profile'
	return customer.email || customer.phone ? null : 'missing_contact'
}

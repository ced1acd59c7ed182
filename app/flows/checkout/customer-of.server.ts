import type { Customer } from '#app/domain/booking/customer/customer.ts'
import type { SignedInUser } from '#app/domain/identity/session.ts'

/** A signed-in user as a booking knows them; null for a guest. */
export function customerOf(user: SignedInUser | null): Customer | null {
	if (!user) return null
	const { id, firstName, lastName, email, phone } = user
	return { userId: id, firstName, lastName, email, phone }
}

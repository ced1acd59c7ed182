import { nameOf } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import type { FindCustomersRefusal, FoundCustomers } from '#app/flows/booking/find-customers.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import type { Outcome } from '#app/kernel/outcome.ts'
import { type BookingChoice, bookingAddress } from './booking-choice.server.ts'

/** Each found customer with a link to book for them; `found` is null before a search. */
export function searchView(
	choice: BookingChoice,
	typed: string,
	answer: Outcome<FoundCustomers, FindCustomersRefusal> | null,
) {
	const refusal: Wording | null =
		answer && !answer.ok && answer.refusal !== 'search_empty' ? kioskWords[answer.refusal] : null
	return {
		typed,
		refusal,
		found: answer?.ok
			? answer.value.customers.map(({ clientId, appointmentCount, phone, email, ...person }) => ({
					id: clientId,
					name: nameOf(person),
					text: [phone ?? email, appointmentCount === 1 ? '1 visit' : `${appointmentCount} visits`]
						.filter(Boolean)
						.join(' · '),
					to: bookingAddress({ ...choice, clientId }),
				}))
			: null,
	}
}

export type SearchView = ReturnType<typeof searchView>

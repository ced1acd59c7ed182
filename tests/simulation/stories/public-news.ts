import type { Instant } from '#app/kernel/instant.ts'
import type { PseudoRandom } from '#db/seed/pseudo-random.ts'

/** An appointment that its customer was told of. */
export type KnownAppointment = {
	appointmentId: string
	referenceNumber: string
	shopId: string
	serviceId: string
	startsAt: Instant
	userId: string | null
	paymentReference: string | null
}

/** What desks and operators look up: appointments by their number. A shop's own screen shows the same. */
export function createPublicNews() {
	const appointments: KnownAppointment[] = []
	const references: string[] = []
	return {
		appointments,
		/** References of payments that were opened. */
		references,
		someOf(random: PseudoRandom, shopId: string): KnownAppointment | null {
			const ofShop = appointments.filter((one) => one.shopId === shopId).slice(-30)
			return ofShop.length === 0 ? null : random.pick(ofShop)
		},
	}
}

export type PublicNews = ReturnType<typeof createPublicNews>

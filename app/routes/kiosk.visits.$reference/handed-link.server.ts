import { signHandedLink } from '#app/domain/booking/appointment/booking-link.server.ts'
import type { ShownAppointment } from '#app/domain/booking/desk/shop-appointment-repository.server.ts'
import { isClosed } from '#app/domain/booking/desk/shop-appointment-words.ts'
import { confirmationPath } from '#app/kernel/booking-paths.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { whatsAppLink, whatsAppMessage } from '#app/kernel/links.ts'

type Input = { cookieKeys: readonly string[]; origin: string; shopName: string; now: Instant }

/**
 * The link that the desk hands to the customer of a visit that it booked, and the WhatsApp text with it; null where
 * the customer has a link of their own, or an account, or the visit is not ahead (decision 144).
 */
export async function handedLink(
	appointment: ShownAppointment,
	{ cookieKeys, origin, shopName, now }: Input,
): Promise<{ href: string; whatsApp: string } | null> {
	const { isWalkIn, isOfAccount, paidKobo, cashbackKobo, startsAt, timeZone, customer, services } =
		appointment
	const isPaid = paidKobo > 0 || cashbackKobo > 0
	if (!isWalkIn || isOfAccount || isPaid || startsAt <= now || isClosed(appointment)) return null
	const href = origin + confirmationPath(await signHandedLink(cookieKeys, appointment.appointmentId))
	const what = services.map(({ name }) => name).join(', ')
	const text = `Hello ${customer.firstName}, ${shopName} booked ${what} for you on ${momentLabelAt(timeZone, startsAt, now)}. See it or cancel it: ${href}`
	return { href, whatsApp: customer.phone ? whatsAppMessage(customer.phone, text) : whatsAppLink(text) }
}

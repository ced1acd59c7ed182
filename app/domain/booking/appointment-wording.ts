import type { Wording } from '#app/kernel/action-answer.ts'
import { type ShopAppointmentRefusal, shopAppointmentRefusalWords } from './close-appointment.ts'

const statuses: Partial<Record<ShopAppointmentRefusal, number>> = { visit_not_found: 404, own_visit: 403 }

/** A refusal as the page of a kiosk shows it. */
export function appointmentWording(refusal: ShopAppointmentRefusal): Wording {
	return { text: shopAppointmentRefusalWords[refusal], status: statuses[refusal] ?? 409 }
}

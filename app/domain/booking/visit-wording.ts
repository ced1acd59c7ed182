import type { Wording } from '#app/kernel/action-answer.ts'
import { type VisitRefusal, visitRefusalWords } from './close-visit.ts'

const statuses: Partial<Record<VisitRefusal, number>> = { visit_not_found: 404, own_visit: 403 }

/** A refusal as the page of a kiosk shows it. */
export function visitWording(refusal: VisitRefusal): Wording {
	return { text: visitRefusalWords[refusal], status: statuses[refusal] ?? 409 }
}

import { type CodeFor, shopWords } from '#app/domain/booking/reader-words.ts'
import type { Wording } from '#app/kernel/action-answer.ts'

const statuses: Partial<Record<CodeFor<'shop'>, 403 | 404 | 429>> = {
	visit_not_found: 404,
	own_visit: 403,
	block_not_found: 404,
	customer_not_found: 404,
	deposit_not_found: 404,
	too_many_deposit_links: 429,
	too_many_deposit_mails: 429,
}

/** The status of the answer, at the kiosk as in the API. */
export function appointmentStatus(refusal: CodeFor<'shop'>): 403 | 404 | 409 | 429 {
	return statuses[refusal] ?? 409
}

/** A refusal as the page of a kiosk shows it. */
export function appointmentWording(refusal: CodeFor<'shop'>): Wording {
	return { text: shopWords(refusal), status: appointmentStatus(refusal) }
}

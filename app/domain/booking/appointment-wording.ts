import type { Wording } from '#app/kernel/action-answer.ts'
import { type CodeFor, shopWords } from './reader-words.ts'

const statuses: Partial<Record<CodeFor<'shop'>, number>> = {
	visit_not_found: 404,
	own_visit: 403,
	customer_not_found: 404,
	deposit_not_found: 404,
	too_many_deposit_links: 429,
	too_many_deposit_mails: 429,
}

/** A refusal as the page of a kiosk shows it. */
export function appointmentWording(refusal: CodeFor<'shop'>): Wording {
	return { text: shopWords(refusal), status: statuses[refusal] ?? 409 }
}

import { kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { shopChangeRefusals } from '#app/domain/shops/shop-change-refusal.ts'
import type { DoorDesk, Situation, Wish } from './door-desk.ts'

/** What an owner's page says: of visits or sessions in the way beside the list of them. */
export function changeWords(code: string): string {
	if (code === 'live_appointments_met') return kioskWords.live_appointments_met.text
	if (code === 'sessions_met') return kioskWords.sessions_met.text
	return shopChangeRefusals[code as keyof typeof shopChangeRefusals]
}

export const pageOf = (kind: string, id = 'new') => `/kiosk/shop/${kind}/${id}`

/** An act on a row that is not the shop's: its address has no page. */
export const ofMissing =
	(make: Situation): Situation =>
	async (desk) => ({ ...(await make(desk)), isPageGone: true })

/** As `ofMissing`, of a row that another shop has. */
export const ofOtherShop = (
	make: (desk: DoorDesk) => Promise<string>,
	wishOf: (id: string) => Wish,
): Situation => ofMissing(async (desk) => wishOf(await make({ ...desk, shop: desk.other })))

import type { Kobo } from '#app/kernel/money.ts'
import type { DepositKind } from '#app/kernel/vocabulary/discovery.ts'

/** What a shop may say of itself. Its name, address and bank account are the operator's. */
export type ShopDetails = {
	description: string
	landmark: string | null
	/** E.164, as the number of WhatsApp. */
	phone: string | null
	whatsapp: string | null
	depositKind: DepositKind
	/** Percent or kobo, by `depositKind`; 0 for none. */
	depositValue: number | Kobo
	/** From how many no-shows on a customer pays all in advance; null: never. */
	prepayAfterNoShows: number | null
	/** For how many hours a time waits for a deposit that was asked for by a link (D66). */
	depositHoldHours: number
	minimumNoticeMinutes: number
	horizonDays: number
	freeCancellationMinutes: number
	rescheduleCutoffMinutes: number
	/** Ceilings (D33): unpaid appointments ahead, of a contact without and with a proven e-mail. */
	maxAheadUnproven: number
	maxAheadProven: number
	maxGuestBookingsPerHour: number
	maxMoves: number
}

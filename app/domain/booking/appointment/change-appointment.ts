import {
	isPaidInFull,
	type PricedItem,
	priceDraft,
	type Quote,
} from '#app/domain/booking/checkout/price-draft.ts'
import type { Saving } from '#app/domain/booking/checkout/saving.ts'
import { NO_TIP, type TipChoice } from '#app/domain/booking/checkout/tip.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary/booking.ts'

/** The bill of a visit as it stands, and the savings that can pay it. */
export type AppointmentBill = {
	/** At the prices that were agreed; `id` is the service's. */
	services: readonly PricedItem[]
	addOns: readonly PricedItem[]
	/** What took something off, with its rule of today; null for nothing. */
	saving: Saving | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	cashbackKobo: Kobo
	paidKobo: Kobo
	paidAtShopKobo: Kobo
	/** Money that came online and stayed, and cashback that the visit took: above the bill once a part was kept. */
	heldKobo: Kobo
	heldCashbackKobo: Kobo
}

/** What a change makes of the bill, and of the money paid. */
export type ChangedBill = Quote & {
	paidKobo: Kobo
	/** Of the money that came: what goes back now, and what the shop keeps beyond the new price. */
	backKobo: Kobo
	keptKobo: Kobo
	cashbackBackKobo: Kobo
	cashbackKeptKobo: Kobo
	/** Still to pay at the shop. */
	dueAtShopKobo: Kobo
	isPaid: boolean
	/** The promo code or reward no longer fits, and is given back. */
	isSavingLost: boolean
}

/**
 * The bill once a service is another one (D53): what stays keeps its price, the new one has today's. The saving is
 * priced anew. Money and cashback that the new bill does not need come back while cancelling is free, and are kept
 * later; both go on paying, cashback first, so money that came last goes back first.
 */
export function changeBill(
	appointment: AppointmentBill,
	{ position, service, isFree }: { position: number; service: PricedItem; isFree: boolean },
): ChangedBill {
	const quote = priceDraft({
		services: appointment.services.map((one, at) => (at === position ? service : one)),
		addOns: [...appointment.addOns],
		saving: appointment.saving,
		cashbackKobo: appointment.heldCashbackKobo,
		tip: tipChoiceOf(appointment),
	})
	const paidKobo = Math.min(appointment.heldKobo, quote.toPayKobo)
	const overKobo = appointment.heldKobo - paidKobo
	const cashbackOverKobo = appointment.heldCashbackKobo - quote.cashbackKobo
	const dueAtShopKobo = quote.toPayKobo - paidKobo - appointment.paidAtShopKobo
	return {
		...quote,
		paidKobo,
		backKobo: isFree ? overKobo : 0,
		keptKobo: isFree ? 0 : overKobo,
		cashbackBackKobo: isFree ? cashbackOverKobo : 0,
		cashbackKeptKobo: isFree ? 0 : cashbackOverKobo,
		dueAtShopKobo,
		isPaid: isPaidInFull({ ...quote, paidKobo, paidAtShopKobo: appointment.paidAtShopKobo }),
		isSavingLost: appointment.saving !== null && quote.saving === null,
	}
}

/** The bill when only the person is another one: it stays as it was agreed, even where prices changed. */
export function keptBill(appointment: AppointmentBill): ChangedBill {
	const { services, addOns, saving, discountKobo, tipKobo, totalKobo, cashbackKobo, paidKobo } = appointment
	const items = [...services, ...addOns]
	const toPayKobo = totalKobo - cashbackKobo
	const dueAtShopKobo = toPayKobo - paidKobo - appointment.paidAtShopKobo
	return {
		services: [...services],
		addOns: [...addOns],
		durationMinutes: items.reduce((sum, item) => sum + item.durationMinutes, 0),
		subtotalKobo: items.reduce((sum, item) => sum + item.priceKobo, 0),
		saving,
		discountKobo,
		tipKobo,
		totalKobo,
		cashbackKobo,
		toPayKobo,
		paidKobo,
		backKobo: 0,
		keptKobo: 0,
		cashbackBackKobo: 0,
		cashbackKeptKobo: 0,
		dueAtShopKobo,
		isPaid: isPaidInFull(appointment),
		isSavingLost: false,
	}
}

/** How the tip was chosen: one that comes to a preset percentage of the bill is that percentage, any other a sum. */
function tipChoiceOf({ tipKobo, totalKobo }: AppointmentBill): TipChoice {
	if (tipKobo === 0) return NO_TIP
	const percent = tipPresetPercents.find((preset) => percentOf(totalKobo - tipKobo, preset) === tipKobo)
	return percent === undefined
		? { kind: 'custom', percent: 0, customKobo: tipKobo }
		: { kind: 'percent', percent, customKobo: 0 }
}

import {
	isPaidInFull,
	NO_TIP,
	type PricedItem,
	priceDraft,
	type Quote,
	type TipChoice,
} from '#app/domain/booking/checkout/price-draft.ts'
import type { Saving } from '#app/domain/booking/checkout/saving.ts'
import { type Kobo, percentOf } from '#app/kernel/money.ts'
import { tipPresetPercents } from '#app/kernel/vocabulary/booking.ts'

/** A visit's current bill, and the savings that can pay it. */
export type AppointmentBill = {
	/** At the agreed prices; `id` is the service's. */
	services: readonly PricedItem[]
	addOns: readonly PricedItem[]
	/** With its present rule. */
	saving: Saving | null
	discountKobo: Kobo
	tipKobo: Kobo
	totalKobo: Kobo
	cashbackKobo: Kobo
	paidKobo: Kobo
	paidAtShopKobo: Kobo
	/** Online money and cashback not refunded: above the bill once the shop kept a part. */
	heldKobo: Kobo
	heldCashbackKobo: Kobo
}

/** The new bill, and what happens to the money paid. */
export type ChangedBill = Quote & {
	paidKobo: Kobo
	/** Refunded now, and kept by the shop beyond the new price. */
	backKobo: Kobo
	keptKobo: Kobo
	cashbackBackKobo: Kobo
	cashbackKeptKobo: Kobo
	dueAtShopKobo: Kobo
	isPaid: boolean
	/** The promo code or reward no longer fits, and is released. */
	isSavingLost: boolean
}

/**
 * The bill with another service (D53). The other items keep their prices, the new service has today's, and the saving
 * is priced again. Money no longer needed is refunded while cancelling is free; later the shop keeps it. Cashback pays
 * first, so money is refunded first.
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
		tip: findTipChoice(appointment),
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

/** The bill when only the person changes: as agreed, even where prices changed. */
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

/** A preset percentage where the tip equals one, else an amount. */
function findTipChoice({ tipKobo, totalKobo }: AppointmentBill): TipChoice {
	if (tipKobo === 0) return NO_TIP
	const percent = tipPresetPercents.find((preset) => percentOf(totalKobo - tipKobo, preset) === tipKobo)
	return percent === undefined
		? { kind: 'custom', percent: 0, customKobo: tipKobo }
		: { kind: 'percent', percent, customKobo: 0 }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
	type AppointmentBill,
	changeBill,
	keptBill,
} from '#app/domain/booking/appointment/change-appointment.ts'
import { priceDraft } from '#app/domain/booking/checkout/price-draft.ts'
import type { Saving } from '#app/domain/booking/checkout/saving.ts'
import { percentOf } from '#app/kernel/money.ts'

const item = (id: string, naira: number) => ({ id, name: id, priceKobo: naira * 100, durationMinutes: 30 })
const promo: Saving = {
	kind: 'promo',
	id: 'promo',
	code: 'SAVE',
	discountType: 'percent',
	discountValue: 10,
	minimumAmountKobo: 400_000,
}
const freeCut: Saving = { kind: 'reward', id: 'reward', label: 'Free cut', discount: { serviceId: 'cut' } }

/** A visit as it was booked, paid with so much cashback and, as far as `paidNaira` goes, online. */
function booked({
	naira = 5_000,
	saving = null as Saving | null,
	tipPercent = 0,
	cashbackNaira = 0,
	paidNaira = 0,
} = {}): AppointmentBill {
	const quote = priceDraft({
		services: [item('cut', naira)],
		addOns: [],
		saving,
		cashbackKobo: cashbackNaira * 100,
		tip: { kind: tipPercent > 0 ? 'percent' : 'none', percent: tipPercent, customKobo: 0 },
	})
	const paidKobo = Math.min(paidNaira * 100, quote.toPayKobo)
	return {
		...quote,
		paidKobo,
		paidAtShopKobo: 0,
		heldKobo: paidKobo,
		heldCashbackKobo: quote.cashbackKobo,
	}
}
const becomes = (appointment: AppointmentBill, naira: number, isFree = true) =>
	changeBill(appointment, { position: 0, service: item('other', naira), isFree })

describe('D53: the bill of a changed visit', () => {
	test('gives money back before cashback, and cashback never pays the tip', () => {
		const appointment = booked({ cashbackNaira: 2_000, paidNaira: 3_000 })
		expect(becomes(appointment, 3_000)).toMatchObject({
			backKobo: 200_000,
			cashbackBackKobo: 0,
			cashbackKobo: 200_000,
		})
		expect(becomes(appointment, 1_500)).toMatchObject({
			backKobo: 300_000,
			cashbackBackKobo: 50_000,
			paidKobo: 0,
		})
		expect(becomes(appointment, 1_500, false)).toMatchObject({
			backKobo: 0,
			keptKobo: 300_000,
			cashbackKeptKobo: 50_000,
		})
	})

	test('loses a code under its minimum, and a reward for another service', () => {
		expect(becomes(booked({ saving: promo }), 8_000)).toMatchObject({
			discountKobo: 80_000,
			isSavingLost: false,
		})
		expect(becomes(booked({ saving: promo }), 3_000)).toMatchObject({ discountKobo: 0, isSavingLost: true })
		expect(becomes(booked({ saving: freeCut }), 3_000)).toMatchObject({
			totalKobo: 300_000,
			isSavingLost: true,
		})
	})

	test('prices a percentage tip anew; a sum stays', () => {
		expect(becomes(booked({ tipPercent: 10 }), 8_000)).toMatchObject({ tipKobo: 80_000 })
		const appointment = { ...booked(), tipKobo: 12_300, totalKobo: 512_300 }
		expect(becomes(appointment, 8_000)).toMatchObject({ tipKobo: 12_300 })
	})

	test('stays to the kobo when only the person is another one', () => {
		const appointment = booked({ saving: promo, tipPercent: 15, cashbackNaira: 700, paidNaira: 1_000 })
		const { heldKobo, heldCashbackKobo, paidAtShopKobo, ...agreed } = appointment
		expect(keptBill(appointment)).toEqual({
			...agreed,
			backKobo: 0,
			keptKobo: 0,
			cashbackBackKobo: 0,
			cashbackKeptKobo: 0,
			dueAtShopKobo: 347_500,
			isPaid: false,
			isSavingLost: false,
		})
	})

	test('counts add-ons, and what was paid at the shop', () => {
		const appointment = {
			...booked(),
			addOns: [item('wash', 1_000)],
			totalKobo: 600_000,
			paidAtShopKobo: 150_000,
		}
		expect(keptBill(appointment)).toMatchObject({
			addOns: appointment.addOns,
			durationMinutes: 60,
			subtotalKobo: 600_000,
			dueAtShopKobo: 450_000,
		})
		expect(becomes(appointment, 3_000)).toMatchObject({
			addOns: appointment.addOns,
			durationMinutes: 60,
			totalKobo: 400_000,
			dueAtShopKobo: 250_000,
		})
	})

	test('changes the service at its place alone', () => {
		const appointment = { ...booked(), services: [item('cut', 5_000), item('nails', 2_000)] }
		const { services } = changeBill(appointment, { position: 1, service: item('wash', 1_000), isFree: true })
		expect(services.map(({ id }) => id)).toEqual(['cut', 'wash'])
	})

	test('is paid once nothing is left to pay of it, and a visit that costs nothing is not', () => {
		const half = booked({ paidNaira: 3_000 })
		expect(becomes(half, 3_000).isPaid).toBe(true)
		expect(becomes(half, 4_000).isPaid).toBe(false)
		expect(becomes(half, 0).isPaid).toBe(false)
		expect(keptBill(booked({ paidNaira: 5_000 })).isPaid).toBe(true)
		expect(keptBill(half).isPaid).toBe(false)
		expect(keptBill(booked({ naira: 0 })).isPaid).toBe(false)
	})

	test('has lost no saving where it had none', () => {
		expect(becomes(booked(), 3_000).isSavingLost).toBe(false)
	})

	test('whatever is changed to whatever, each kobo that came pays, comes back, or is kept', () => {
		const amounts = fc.integer({ min: 0, max: 20_000 })
		fc.assert(
			fc.property(
				fc.record({
					naira: fc.integer({ min: 1_000, max: 20_000 }),
					saving: fc.constantFrom(null, promo, freeCut),
					tipPercent: fc.constantFrom(0, 10, 25),
					cashbackNaira: amounts,
					paidNaira: amounts,
				}),
				amounts,
				fc.boolean(),
				(of, naira, isFree) => {
					const appointment = booked(of)
					const bill = becomes(appointment, naira, isFree)
					expect(bill.paidKobo + bill.backKobo + bill.keptKobo).toBe(appointment.heldKobo)
					expect(bill.cashbackKobo + bill.cashbackBackKobo + bill.cashbackKeptKobo).toBe(
						appointment.heldCashbackKobo,
					)
					expect(bill.paidKobo + bill.cashbackKobo + bill.dueAtShopKobo).toBe(bill.totalKobo)
					expect(bill.dueAtShopKobo).toBeGreaterThanOrEqual(0)
					expect(bill.cashbackKobo).toBeLessThanOrEqual(Math.max(0, bill.totalKobo - bill.tipKobo))
					expect(isFree ? bill.keptKobo : bill.backKobo).toBe(0)
					if (appointment.tipKobo > 0)
						expect(bill.tipKobo).toBe(percentOf(bill.totalKobo - bill.tipKobo, of.tipPercent))
				},
			),
			{ numRuns: 200 },
		)
	})
})

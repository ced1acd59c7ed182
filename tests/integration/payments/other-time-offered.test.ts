import { describe, expect, test } from 'vitest'
import { acceptOffer, declineOffer, readOffer } from '#app/flows/payments/answer-offer.server.ts'
import { refundExpiredOffers } from '#app/flows/payments/sweep-payments.server.ts'
import { HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newGuest, refused, ten } from '#tests/support/booking-desk.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, monday, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('offer')
const eleven = lagos(tuesday, '11:00')
const noon = lagos(tuesday, '12:00')
const noonAfter = lagos('2026-11-26', '12:00')

const accept = (paymentReference: string, startsAt = eleven) =>
	acceptOffer(desk.deps, { paymentReference, startsAt, now: desk.clock.now })
const decline = (paymentReference: string) =>
	declineOffer(desk.deps, { paymentReference, now: desk.clock.now })
const payment = (paymentReference: string) => desk.deps.payments.attempts.payment(paymentReference)
const received = async (paymentReference: string) => (await payment(paymentReference))?.received
const appointmentsOf = (shopId: string) =>
	desk.rows('SELECT * FROM appointments WHERE shop_id = ? ORDER BY starts_at', shopId)
const messagesAbout = (paymentReference: string) =>
	desk.rows(
		`SELECT kind FROM outbox WHERE payload ->> 'paymentReference' = ? ORDER BY kind`,
		paymentReference,
	)
const balances = (owner: string) =>
	desk.rows('SELECT kind, balance_kobo FROM ledger_accounts WHERE owner = ? ORDER BY kind', owner)

/** A customer who paid for ten o'clock after another took it: other times are on offer. */
async function offered(plan: Parameters<typeof desk.newShop>[0] = {}, promoCode = '') {
	const shop = await desk.newShop(plan)
	const payer = await desk.atCheckout(shop)
	const paymentReference = await payer.start({ promoCode })
	desk.clock.now += 20 * MINUTE_MS
	expect((await desk.bookForCash(shop)).ok).toBe(true)
	desk.paystack.pay(paymentReference)
	expect(await desk.settled(paymentReference)).toBe('offered')
	return { shop, guest: payer.guest, paymentReference }
}

describe('a payment whose time is gone', () => {
	test('is offered the nearest equal times, best first, in one trip', async () => {
		const { paymentReference } = await offered()
		const offer = await readOffer(desk.deps, { paymentReference, now: desk.clock.now })
		expect(offer?.checkout.startsAt).toBe(ten)
		expect(offer?.times?.[0]).toEqual({ startsAt: lagos(tuesday, '09:00'), label: '9:00 AM' })
		expect(offer?.times?.map(({ startsAt }) => startsAt)).not.toContain(lagos(tuesday, '09:30'))
		expect(offer?.times).toHaveLength(6)
	})

	test('is offered its own time first when that is free again', async () => {
		const { paymentReference, shop } = await offered()
		await desk.change(
			`UPDATE appointments SET status = 'CANCELLED', cancelled_at = ? WHERE shop_id = ?`,
			desk.clock.now,
			shop.id,
		)
		const offer = await readOffer(desk.deps, { paymentReference, now: desk.clock.now })
		expect(offer?.times?.[0]).toEqual({ startsAt: ten, label: '10:00 AM' })
		expect((await accept(paymentReference, ten)).ok).toBe(true)
	})

	test('finds times when the lost one is past by now', async () => {
		const { paymentReference } = await offered()
		desk.clock.now = ten + HOUR_MS
		// Offers last a day: this one was made on Monday morning, the visit was for Tuesday at ten.
		await desk.change(
			'UPDATE transactions SET offer_expires_at = ? WHERE payment_reference = ?',
			desk.clock.now + HOUR_MS,
			paymentReference,
		)
		const offer = await readOffer(desk.deps, { paymentReference, now: desk.clock.now })
		const [first] = offer?.times ?? []
		expect(first?.startsAt).toBeGreaterThan(desk.clock.now)
		expect((await accept(paymentReference, first?.startsAt)).ok).toBe(true)
	})

	test('becomes the visit at the time that its customer takes, paid, with its money counted for the shop', async () => {
		const { paymentReference, shop, guest } = await offered()
		const taken = await accept(paymentReference)
		expect(taken).toMatchObject({ ok: true, value: { draftId: guest.draftId } })
		const [, appointment] = await appointmentsOf(shop.id)
		expect(appointment).toMatchObject({
			starts_at: eleven,
			status: 'CONFIRMED',
			payment_status: 'completed',
			paid_kobo: 500_000,
			refundable_until_at: eleven - 24 * HOUR_MS,
		})
		expect(await received(paymentReference)).toMatchObject({
			outcome: 'booked',
			appointmentId: appointment?.id,
		})
		expect(await balances(shop.id)).toEqual([{ kind: 'shop_due', balance_kobo: 500_000 }])
		expect(await balances(paymentReference)).toEqual([{ kind: 'customer_money', balance_kobo: 0 }])
	})

	test('stays on offer when the time that was chosen is taken, or none at all', async () => {
		const { paymentReference, shop } = await offered()
		const third = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await third.hold(eleven)
		expect(await accept(paymentReference)).toEqual(refused('slot_taken'))
		expect(await accept(paymentReference, ten)).toEqual(refused('slot_taken'))
		expect(await accept(paymentReference, lagos(tuesday, '20:00'))).toEqual(refused('slot_outside_hours'))
		expect(await accept(paymentReference, lagos(monday, '07:00'))).toEqual(refused('slot_past'))
		expect((await received(paymentReference))?.outcome).toBe('offered')
		expect((await accept(paymentReference, noon)).ok).toBe(true)
	})

	test('is booked once from twenty tabs at once, and each of them gets that visit', async () => {
		const { paymentReference, shop } = await offered()
		const answers = await Promise.all(Array.from({ length: 20 }, () => accept(paymentReference)))
		const ids = new Set(answers.map((answer) => (answer.ok ? answer.value.appointmentId : answer.refusal)))
		expect(ids.size).toBe(1)
		expect(answers[0]?.ok).toBe(true)
		expect(await appointmentsOf(shop.id)).toHaveLength(2)
		expect(await accept(paymentReference, noon)).toEqual(answers[0])
	})

	test('is not booked when its end has come', async () => {
		const { paymentReference } = await offered()
		desk.clock.now += 24 * HOUR_MS - 1
		expect((await accept(paymentReference, noon)).ok).toBe(true)
		const late = await offered()
		desk.clock.now += 24 * HOUR_MS
		expect(await accept(late.paymentReference, noonAfter)).toEqual(refused('offer_over'))
		const { paymentReference: unpaid } = await desk.atPaystack(late.shop, { startsAt: noonAfter })
		for (const over of [late.paymentReference, unpaid])
			expect(await readOffer(desk.deps, { paymentReference: over, now: desk.clock.now })).toMatchObject({
				times: null,
			})
	})

	test('goes back when its customer wants it so: once, however often they say it', async () => {
		const { paymentReference } = await offered()
		const answers = await Promise.all([1, 2, 3].map(() => decline(paymentReference)))
		answers.push(await decline(paymentReference))
		expect(answers).toEqual(Array(4).fill({ ok: true, value: null }))
		expect(await payment(paymentReference)).toMatchObject({
			received: { outcome: 'refund' },
			refund: { reason: 'offer_declined', status: 'requested', amountKobo: 500_000 },
		})
		expect((await messagesAbout(paymentReference)).map(({ kind }) => kind)).toEqual([
			'other_time_offered',
			'payment_unfinished',
			'refund_started',
		])
		expect(await accept(paymentReference)).toEqual(refused('offer_over'))
	})

	test('is either booked or given back when both are asked for at once', async () => {
		for (let round = 0; round < 5; round++) {
			const { paymentReference, shop } = await offered()
			const [taken, declined] = await Promise.all([accept(paymentReference), decline(paymentReference)])
			const settled = await payment(paymentReference)
			expect(taken.ok).toBe(!declined.ok)
			expect(settled?.received?.outcome).toBe(taken.ok ? 'booked' : 'refund')
			expect(settled?.refund === null).toBe(taken.ok)
			expect(await appointmentsOf(shop.id)).toHaveLength(taken.ok ? 2 : 1)
		}
	})

	test('is booked, given back by its customer or by the sweeper when all three come at its last moment', async () => {
		for (let round = 0; round < 5; round++) {
			const { paymentReference, shop } = await offered()
			const lastMoment = desk.clock.now + 24 * HOUR_MS - 1
			const [taken, declined] = await Promise.all([
				acceptOffer(desk.deps, { paymentReference, startsAt: noonAfter, now: lastMoment }),
				declineOffer(desk.deps, { paymentReference, now: lastMoment }),
				refundExpiredOffers(desk.deps, lastMoment + 1),
			])
			const settled = await payment(paymentReference)
			expect(settled?.received?.outcome).toBe(taken.ok ? 'booked' : 'refund')
			expect(declined.ok).toBe(!taken.ok)
			expect(await appointmentsOf(shop.id)).toHaveLength(taken.ok ? 2 : 1)
		}
	})

	test('goes back when the draft was booked by another way meanwhile', async () => {
		const { paymentReference, guest } = await offered()
		await guest.hold(noon)
		expect((await guest.book({ startsAt: noon })).ok).toBe(true)
		expect(await accept(paymentReference)).toEqual(refused('offer_over'))
		expect((await payment(paymentReference))?.refund?.reason).toBe('second_payment')
	})

	test('goes back when the draft is booked by another way between the read and the write', async () => {
		const { paymentReference, guest } = await offered()
		const { checkouts } = desk.deps.booking
		const meanwhile = {
			...desk.deps,
			booking: {
				...desk.deps.booking,
				checkouts: {
					...checkouts,
					checkoutOfPayment: async (asked: string) => {
						const appointment = await checkouts.checkoutOfPayment(asked)
						await guest.hold(noon)
						await guest.book({ startsAt: noon })
						return appointment
					},
				},
			},
		}
		const answer = await acceptOffer(meanwhile, { paymentReference, startsAt: eleven, now: desk.clock.now })
		expect(answer).toEqual(refused('offer_over'))
		expect((await payment(paymentReference))?.refund?.reason).toBe('second_payment')
	})

	test('goes back when its promo code is used up: at its price the visit cannot be had any more', async () => {
		const plan = { promoCodes: { LAST: { percent: 10, maxUses: 1 } } }
		const { paymentReference, shop } = await offered(plan, 'LAST')
		await desk.change('DELETE FROM promo_uses WHERE promo_code_id = ?', shop.idOf('LAST'))
		const other = await newGuest(desk.deps, desk.clock).begin(shop.idOf('cut'))
		await other.hold(noon)
		await other.save({ promoCode: 'LAST' })
		expect((await other.book()).ok).toBe(true)
		expect(await accept(paymentReference)).toEqual(refused('offer_over'))
		expect((await payment(paymentReference))?.refund?.reason).toBe('promo_used_up')
	})

	test('is nothing to accept or to decline for a reference that is none of ours', async () => {
		expect(await accept('nobody')).toEqual(refused('offer_over'))
		expect(await decline('nobody')).toEqual(refused('offer_over'))
		expect(await readOffer(desk.deps, { paymentReference: 'nobody', now: desk.clock.now })).toBeNull()
	})
})

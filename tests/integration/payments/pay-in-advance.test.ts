import { describe, expect, test } from 'vitest'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { addAccount } from '#tests/support/accounts.ts'
import { beforeWrite } from '#tests/support/around-a-write.ts'
import { newContact } from '#tests/support/booking-desk.ts'
import { refusedWith, sessionOf, toPage } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, type SmallShop, tuesday } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('advance')
const eleven = lagos(tuesday, '11:00')

describe('a shop that asks for something in advance', () => {
	test('a deposit in percent is rounded to the naira, and the rest is paid at the salon', async () => {
		const shop = await desk.newShop({ services: { cut: { priceKobo: 333_300 } } })
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 25`)
		const { paymentReference } = await desk.atPaystack(shop)
		// A quarter of ₦3,333 is ₦833.25.
		expect(desk.paystack.find(paymentReference)?.amountKobo).toBe(83_300)
		desk.paystack.pay(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('booked')
		expect(
			await desk.rows(
				'SELECT total_kobo, paid_kobo, payment_status, status FROM appointments WHERE shop_id = ?',
				shop.id,
			),
		).toEqual([{ total_kobo: 333_300, paid_kobo: 83_300, payment_status: 'pending', status: 'CONFIRMED' }])
	})

	test('a deposit in naira is never more than the visit costs', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `deposit_kind = 'amount', deposit_value = 900000`)
		const { paymentReference } = await desk.atPaystack(shop)
		expect(desk.paystack.find(paymentReference)?.amountKobo).toBe(500_000)
	})

	test('is booked online, and not with cash', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		for (const paymentChoice of ['cash', 'pos'] as const)
			expect(await payer.press({ paymentChoice })).toEqual(refusedWith('prepayment_required'))
		expect(await payer.press({ paymentChoice: 'online' })).toEqual(toPage)
	})

	test('is booked with cash where paying online is not set up: nobody is turned away', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 20, prepaid_from_no_shows = 1`)
		const payer = await desk.atCheckout(shop)
		desk.deps.onlinePayments = null
		expect(await payer.press()).toEqual(refusedWith('invalid_selection'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('a visit that a code makes free can be booked there, though there is nothing to pay in advance', async () => {
		const shop = await desk.newShop({ promoCodes: { FREE: { percent: 100 } } })
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		expect(await payer.press({ promoCode: 'FREE' })).toEqual(refusedWith('invalid_amount'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test.each([
		['a code leaves ₦10 of it', { cut: { priceKobo: 1_400_000 } }, { LESS: { amountKobo: 1_399_000 } }, {}],
		[
			'a code leaves a tip of ₦100',
			{ cut: { priceKobo: 1_400_000 } },
			{ LESS: { percent: 100 } },
			{ customTip: '100' },
		],
	])('D69: less than can be paid online is not asked for: %s', async (_, services, promoCodes, typed) => {
		const shop = await desk.newShop({ services, promoCodes })
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 30`)
		const payer = await desk.atCheckout(shop)
		const online = await payer.press({
			promoCode: 'LESS',
			tip: 'customTip' in typed ? 'custom' : 'none',
			...typed,
		})
		expect(online).toEqual(refusedWith('payment_below_minimum'))
		expect(await payer.attempts()).toEqual([])
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('D69: what is due falls below the least between the read and the write: nothing is started', async () => {
		const shop = await desk.newShop()
		await desk.setShop(shop, `deposit_kind = 'amount', deposit_value = 10000`)
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		beforeWrite(desk.deps, () =>
			desk.change('UPDATE services SET price_kobo = 5000 WHERE shop_id = ?', shop.id),
		)
		expect(await payer.press({}, seen)).toEqual(refusedWith('payment_not_validated'))
		expect(await payer.attempts()).toEqual([])
	})

	/** Two visits that this contact, or this account, did not come to. */
	async function missTwo(shop: SmallShop, contact = newContact(), userId: string | null = null) {
		for (const time of ['13:00', '14:00']) {
			const payer = await desk.atCheckout(shop, {
				startsAt: lagos(tuesday, time),
				contact,
				...(userId === null ? {} : { account: { ...contact, userId } }),
			})
			const booked = await payer.press({ paymentChoice: 'cash' })
			if (booked.kind !== 'booked') throw new Error(`not booked: ${JSON.stringify(booked)}`)
			await desk.change(`UPDATE appointments SET status = 'NO_SHOW' WHERE id = ?`, booked.appointmentId)
		}
		return contact
	}

	test('S15: a guest who missed two visits, known by e-mail or by phone, is told by the post that all is paid in advance', async () => {
		const shop = await desk.newShop()
		const missed = await missTwo(shop)
		await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 20, prepaid_from_no_shows = 2`)
		for (const known of ['email', 'phone'] as const) {
			const payer = await desk.atCheckout(shop, { contact: { ...newContact(), [known]: missed[known] } })
			await payer.type({})
			// The page says nothing about the typed contact.
			expect([known, await payer.sees()]).toMatchObject([
				known,
				{ seenTotalKobo: 500_000, seenDueKobo: 100_000 },
			])
			expect(await payer.press({ paymentChoice: 'cash' })).toEqual(refusedWith('prepayment_required'))
			expect(await payer.press({ paymentChoice: 'online' })).toEqual(refusedWith('prepayment_required'))
			expect(await payer.press({}, { seenTotalKobo: 500_000 })).toEqual(toPage)
			await desk.change('DELETE FROM holds WHERE draft_id = ?', payer.draftId)
		}
		// Another customer pays the deposit, and in a shop that does not ask for one, none is due.
		const stranger = await desk.atCheckout(shop)
		expect(await stranger.sees()).toMatchObject({ seenTotalKobo: 500_000, seenDueKobo: 100_000 })
		await desk.setShop(shop, `deposit_kind = 'none', prepaid_from_no_shows = NULL`)
		const forgiven = await desk.atCheckout(shop, {
			startsAt: eleven,
			contact: { ...newContact(), email: missed.email },
		})
		expect(await forgiven.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('so does a customer who is signed in, by their account and whatever contact they type', async () => {
		const shop = await desk.newShop()
		const { userId, email } = await addAccount(desk.database())
		const sessions = createSessionRepository(openDatabase({ url: desk.database().url }).read)
		await desk.deps.writeBatch([
			sessions.insertSession({
				tokenHash: sessionOf({ userId }),
				id: userId,
				userId,
				deviceLabel: '',
				now: desk.clock.now,
				expiresAt: desk.clock.now + 60 * MINUTE_MS,
			}),
		])
		await missTwo(shop, { ...newContact(), email }, userId)
		await desk.setShop(shop, 'prepaid_from_no_shows = 2')
		const account = { userId, firstName: 'Ada', lastName: 'Obi', email, phone: null }
		const payer = await desk.atCheckout(shop, { account })
		expect(await payer.press({ paymentChoice: 'cash' })).toEqual(refusedWith('prepayment_required'))
		// S12: the form of a guest is decided by the session as well.
		const hidden = await desk.atCheckout(shop, {
			account,
			hidesAccount: true,
			startsAt: lagos(tuesday, '12:00'),
		})
		expect(await hidden.press({ paymentChoice: 'cash' })).toEqual(refusedWith('prepayment_required'))
		expect(await payer.press({ paymentChoice: 'online' })).toEqual(toPage)
		// The account's visits are no guest's.
		const guest = await desk.atCheckout(shop, { startsAt: eleven, contact: { ...newContact(), email } })
		expect(await guest.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})
})

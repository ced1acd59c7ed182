import { expect, test } from 'vitest'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, ten } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import type { SmallShop } from '#tests/support/small-shop.ts'

const desk = withPaymentDesk('paid-visits')
/** The service of the small shop costs ₦5,000. */
const priceKobo = 500_000

/** A customer in a program of a shop, who pays a half of each visit online. */
async function customerIn(program: Omit<Parameters<typeof addProgram>[1], 'shopId'>) {
	const shop = await desk.newShop()
	await desk.setShop(shop, `deposit_kind = 'percent', deposit_value = 50`)
	const customer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	const programId = await addProgram(desk.database(), { shopId: shop.id, ...program })
	await customer.join(programId)
	return { shop, customer, programId }
}

/** A visit at that shop whose deposit is paid online with the sandbox's card, by an account or a guest. */
async function paidAppointment(
	shop: SmallShop,
	{ userId, email }: { userId?: string; email?: string } = {},
	day = 0,
) {
	const contact = { ...newContact(), ...(email ? { email } : {}) }
	if (userId) await addSessionOf(userId)
	const { paymentReference } = await desk.atPaid(shop, {
		startsAt: ten + day * DAY_MS,
		contact,
		...(userId ? { account: { ...contact, userId } } : {}),
	})
	expect(await desk.settled(paymentReference)).toBe('booked')
	const [row] = await desk.rows(
		`SELECT appointment.id, appointment.reference_number, appointment.checkout_id FROM appointments appointment
				JOIN transactions ON appointment_id = appointment.id WHERE payment_reference = ?`,
		paymentReference,
	)
	return {
		paymentReference,
		contact,
		reference: String(row?.reference_number),
		checkoutId: String(row?.checkout_id),
		now: ten + day * DAY_MS + HOUR_MS,
	}
}

/** The session that a payer of an account acts with. */
async function addSessionOf(userId: string) {
	const at = desk.clock.now
	await desk.change(
		`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
			VALUES (?, ?, ?, '', ?, ?, ?) ON CONFLICT DO NOTHING`,
		`session-of-${userId}`,
		`session-${userId}`,
		userId,
		String(at),
		String(at),
		String(at + DAY_MS),
	)
}

const dashboardRefund = (paymentReference: string) =>
	desk.deliver({
		event: 'refund.processed',
		data: { id: 1, transaction_reference: paymentReference, amount: priceKobo / 2, currency: 'NGN' },
	})
const writeOffs = () => desk.rows('SELECT amount_kobo, reason FROM cashback_write_offs')

test('D38: a payment that goes back after the visit takes its part of the cashback with it, once', async () => {
	const { shop, customer, programId } = await customerIn({ cashbackPercent: 10 })
	const appointment = await paidAppointment(shop, customer)
	await completeAppointment(desk.deps, {
		referenceNumber: appointment.reference,
		isPaid: true,
		now: appointment.now,
	})
	expect(await customer.cashbackKobo()).toBe(50_000)
	await dashboardRefund(appointment.paymentReference)
	await dashboardRefund(appointment.paymentReference)
	expect(await customer.cashbackKobo()).toBe(25_000)
	expect(await customer.standing(programId)).toMatchObject({
		total_spent_kobo: priceKobo / 2,
		cashback_earned_kobo: 25_000,
	})
	await undoAppointment(desk.deps, { referenceNumber: appointment.reference, now: appointment.now + HOUR_MS })
	expect(await customer.cashbackKobo()).toBe(0)
	expect(await writeOffs()).toEqual([])
})

test('D38: a lost dispute does so, too; before the visit took place there is nothing to take', async () => {
	const { shop, customer } = await customerIn({ cashbackPercent: 10 })
	const appointment = await paidAppointment(shop, customer)
	await completeAppointment(desk.deps, {
		referenceNumber: appointment.reference,
		isPaid: true,
		now: appointment.now,
	})
	const ahead = await paidAppointment(shop, customer, 1)
	for (const { paymentReference } of [appointment, ahead])
		await desk.deliver({
			event: 'charge.dispute.resolve',
			data: {
				id: 31,
				status: 'resolved',
				resolution: 'merchant-accepted',
				refund_amount: priceKobo / 2,
				transaction: { reference: paymentReference },
			},
		})
	expect(await customer.cashbackKobo()).toBe(25_000)
})

test('D41: a friend on the referrer’s phone is held, also where the money comes after the code was released', async () => {
	const { shop, customer, programId } = await customerIn({
		card: { visitsRequired: 5 },
		referral: { referrerKobo: 1_000, friendKobo: 1_000 },
	})
	const [own] = await desk.rows(
		'SELECT referral_code FROM loyalty_enrollments WHERE id = ?',
		`${customer.userId}:${programId}`,
	)
	const payer = await desk.atCheckout(shop)
	payer.isOnPhoneOf(customer.email)
	const paymentReference = await payer.start({ promoCode: String(own?.referral_code) })
	desk.clock.now += 15 * MINUTE_MS
	await releaseLapsedSavings(desk.deps, () => desk.clock.now)
	expect(await desk.rows('SELECT 1 FROM referrals WHERE shop_id = ?', shop.id)).toEqual([])
	desk.paystack.pay(paymentReference)
	expect(await desk.settled(paymentReference)).toBe('booked')
	const [visit] = await desk.appointmentsOf(shop)
	const completed = await completeAppointment(desk.deps, {
		referenceNumber: String(visit?.reference_number),
		isPaid: true,
		now: ten + HOUR_MS,
	})
	expect(completed).toMatchObject({ value: { referral: { status: 'held', reason: 'same_device' } } })
})

test('D41: a friend who pays with a card of the referrer is held', async () => {
	const { shop, customer, programId } = await customerIn({
		card: { visitsRequired: 5 },
		referral: { referrerKobo: 1_000, friendKobo: 1_000 },
	})
	await paidAppointment(shop, customer)
	const friend = await paidAppointment(shop, {}, 1)
	const { email, phone } = friend.contact
	await desk.deps.writeBatch(
		desk.deps.loyalty.referralCodes.insertReferral({
			checkoutId: friend.checkoutId,
			codeId: `${customer.userId}:${programId}`,
			friend: { userId: null, email, phone },
			isSameDevice: false,
			now: desk.clock.now,
		}),
	)
	const completed = await completeAppointment(desk.deps, {
		referenceNumber: friend.reference,
		isPaid: true,
		now: friend.now,
	})
	expect(completed).toMatchObject({ value: { referral: { status: 'held', reason: 'same_card' } } })
	expect(await customer.cashbackKobo()).toBe(0)
})

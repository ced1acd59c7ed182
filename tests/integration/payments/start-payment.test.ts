import { describe, expect, test } from 'vitest'
import { paymentRefusals } from '#app/domain/payments/payment-refusal.ts'
import { DatabaseError } from '#app/kernel/database-error.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { newContact, ten } from '#tests/support/booking-desk.ts'
import { withProvider } from '#tests/support/flow-deps.ts'
import { pressUntilAnswered, refusedWith, toPage } from '#tests/support/payer.ts'
import { withPaymentDesk } from '#tests/support/payment-desk.ts'
import { lagos, tuesday } from '#tests/support/small-shop.ts'

/** From 'Pay' to Paystack's page, pressed once, twice or by twenty fingers, and what stays when there is no page. */
const desk = withPaymentDesk('start')
const eleven = lagos(tuesday, '11:00')

describe('pressing Pay', () => {
	test('writes down what is paid for before Paystack is asked, and its page afterwards', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		await payer.type({ tip: '10' })
		desk.paystack.setBehaviour({ initialize: 'slow' })
		const asked = desk.paystack.requested('initialize')
		const pressed = payer.press()
		await asked
		const [attempt] = await payer.attempts()
		expect(attempt).toMatchObject({
			status: 'created',
			amountKobo: 550_000,
			currency: 'NGN',
			mode: 'test',
			authorizationUrl: null,
		})
		expect(attempt?.paymentReference).toMatch(/^wk-[A-Z2-9]{26}$/)
		expect(await desk.checkoutsOf(payer)).toMatchObject([
			{ id: attempt?.checkoutId, status: 'PENDING', total_kobo: 550_000, due_kobo: 550_000, starts_at: ten },
		])
		desk.paystack.behaveWell()
		const answer = await pressed
		expect(answer).toEqual(toPage)
		expect(await payer.attempts()).toMatchObject([
			{ status: 'open', authorizationUrl: 'url' in Object(answer) ? Object(answer).url : '' },
		])
	})

	test('asks Paystack for exactly that: the kobo, the e-mail, the channels, and two signed addresses to come back to', async () => {
		const { payer, paymentReference } = await desk.atPaystack(await desk.newShop())
		const transaction = desk.paystack.find(paymentReference)
		expect(transaction).toMatchObject({
			amountKobo: 500_000,
			email: payer.guest.contact.email,
			channels: ['card'],
		})
		expect(transaction?.callbackUrl).toMatch(
			/^https:\/\/wakati\.example\/booking\/payment-success\?payment=[\w.-]+$/,
		)
		// R35: without an address of its own, 'Cancel' does nothing.
		expect(transaction?.cancelUrl).toBe(`${transaction?.callbackUrl}&cancelled=true`)
	})

	test('a double tap is one try with one page', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const seen = await payer.sees()
		const answers = await Promise.all([payer.press({}, seen), payer.press({}, seen)])
		expect(answers[0]).toEqual(toPage)
		expect(answers[1]).toEqual(answers[0])
		expect(await payer.statuses()).toEqual(['open'])
		expect(await desk.checkoutsOf(payer)).toHaveLength(1)
	})

	test('so are twenty taps at once, and one more a moment later', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const seen = await payer.sees()
		const before = desk.paystack.calls.initialize
		const pressed = await Promise.all(Array.from({ length: 20 }, () => pressUntilAnswered(payer, seen)))
		expect([...new Set(pressed.map((answer) => JSON.stringify(answer)))]).toHaveLength(1)
		expect(pressed[0]).toEqual(toPage)
		desk.clock.now += 5_000
		expect(await payer.press()).toEqual(pressed[0])
		expect(await payer.statuses()).toEqual(['open'])
		expect(desk.paystack.calls.initialize - before).toBe(1)
	})

	test('a second tab with another tip is another checkout, and both can be paid', async () => {
		const shop = await desk.newShop()
		const { payer, paymentReference: first } = await desk.atPaystack(shop)
		const second = await payer.start({ tip: '20' })
		expect((await desk.checkoutsOf(payer)).map(({ total_kobo }) => total_kobo).sort()).toEqual([
			500_000, 600_000,
		])
		desk.paystack.pay(first)
		desk.paystack.pay(second)
		// R30: the second one is noticed and refunded.
		expect(await desk.settled(second)).toBe('booked')
		expect(await desk.settled(first)).toBe('refund: second_payment')
		expect((await payer.guest.readDraft())?.draft.appointmentId).not.toBeNull()
	})

	test('back at checkout after paying, nothing is paid again: the visit is shown', async () => {
		const { payer, paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.pay(paymentReference)
		desk.clock.now += MINUTE_MS
		// The app does not know yet: it asks before it starts another payment.
		expect(await payer.press()).toEqual({ kind: 'payment', next: 'payment', paymentReference })
		expect(await payer.press()).toMatchObject({ kind: 'booked' })
		expect(await payer.statuses()).toEqual(['paid'])
	})

	test('R33: the open try is used again while its time lasts; then a new one has a new reference', async () => {
		const { payer, paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.clock.now += 11 * MINUTE_MS
		expect(await payer.start()).toBe(paymentReference)
		// Two minutes are left: too few to type the number of a card.
		desk.clock.now += 2 * MINUTE_MS
		const next = await payer.start()
		expect(next).not.toBe(paymentReference)
		expect(await payer.statuses()).toEqual(['open', 'replaced'])
		expect(await desk.checkoutsOf(payer)).toHaveLength(1)
		expect((await desk.holdOf(payer))?.expiresAt).toBe(desk.clock.now + 15 * MINUTE_MS)
	})

	test('after a card was declined for good a new page is opened', async () => {
		const { payer, paymentReference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.decline(paymentReference)
		expect(await desk.settled(paymentReference)).toBe('waiting: failed')
		desk.clock.now += MINUTE_MS
		expect(await payer.start()).not.toBe(paymentReference)
	})

	test('R36: a reminder is queued for eight minutes later, once for a visit', async () => {
		const { payer } = await desk.atPaystack(await desk.newShop())
		const startedAt = desk.clock.now
		desk.clock.now += 13 * MINUTE_MS
		await payer.start()
		const reminders = await desk.rows(
			`SELECT outbox.* FROM outbox JOIN payment_attempts ON payment_attempts.payment_reference = payload ->> 'paymentReference'
				JOIN checkouts ON checkouts.id = checkout_id WHERE draft_id = ?`,
			payer.draftId,
		)
		expect(reminders).toMatchObject([
			{ kind: 'payment_unfinished', next_attempt_at: startedAt + 8 * MINUTE_MS },
		])
	})
})

describe('Paystack does not open a page', () => {
	const failures = {
		'answers 500': { behaviour: 'fail', refusal: 'payment_not_started', status: 'replaced' },
		'refuses it': { behaviour: 'refuse', refusal: 'payment_not_started', status: 'not_started' },
		'breaks the line after it has opened it': {
			behaviour: 'lose',
			refusal: 'payment_not_started',
			status: 'replaced',
		},
		'names a page of somebody else': {
			behaviour: 'evil',
			refusal: 'payment_not_started',
			status: 'replaced',
		},
		'names no page': { behaviour: 'no-url', refusal: 'payment_no_url', status: 'replaced' },
	} as const
	for (const [what, { behaviour, refusal, status }] of Object.entries(failures)) {
		test(`it ${what}: "Payment Failed", the time is kept, and trying again works at once`, async () => {
			const payer = await desk.atCheckout(await desk.newShop())
			desk.paystack.setBehaviour({ initialize: behaviour })
			expect(await payer.press({ tip: '10' })).toEqual(refusedWith(refusal))
			expect(paymentRefusals[refusal].title).toBe('Payment Failed')
			expect((await desk.holdOf(payer))?.expiresAt).toBe(desk.clock.now + 15 * MINUTE_MS)
			expect((await payer.guest.readDraft())?.draft.tip.percent).toBe(10)

			desk.paystack.behaveWell()
			expect(await payer.press()).toEqual(toPage)
			const attempts = await payer.attempts()
			expect(new Set(attempts.map(({ paymentReference }) => paymentReference)).size).toBe(2)
			expect(await payer.statuses()).toEqual([status, 'open'].sort())
			expect(await desk.checkoutsOf(payer)).toHaveLength(1)
		})
	}

	test('R34: money that was paid on a page whose address was lost is found all the same', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		desk.paystack.setBehaviour({ initialize: 'lose' })
		await payer.press()
		desk.paystack.behaveWell()
		await payer.start()
		const lost = (await payer.attempts()).find(({ status }) => status === 'replaced')
		desk.paystack.pay(lost?.paymentReference ?? '')
		expect(await desk.settled(lost?.paymentReference ?? '')).toBe('booked')
	})

	test('the answer of our own database is lost, and written it was: the page opens', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const { writeBatch } = desk.deps
		let calls = 0
		desk.deps.writeBatch = async (statements) => {
			const written = await writeBatch(statements)
			if (++calls === 1) throw new DatabaseError('unknown', 'the answer was lost')
			return written
		}
		expect(await payer.press({}, await payer.sees())).toEqual(toPage)
		expect(await payer.statuses()).toEqual(['open'])
	})

	test('a phone that died while Paystack was asked blocks nobody: a quarter of a minute later there is a new try', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const { online } = desk
		desk.deps.onlinePayments = withProvider(online, {
			start: () => Promise.reject(new Error('the Worker is gone')),
		})
		await expect(payer.press()).rejects.toThrow('the Worker is gone')
		desk.deps.onlinePayments = online
		desk.clock.now += 10_000
		expect(await payer.press()).toEqual(refusedWith('payment_not_started'))
		desk.clock.now += 6_000
		expect(await payer.press()).toEqual(toPage)
		expect(await payer.statuses()).toEqual(['open', 'replaced'])
	})
})

describe('R29: the time is kept for as long as paying takes', () => {
	for (const [channels, minutes] of [
		[['card'], 15],
		[['card', 'bank_transfer'], 35],
		[['ussd'], 35],
	] as const) {
		test(`${minutes} minutes with ${channels.join(' and ')}`, async () => {
			const payer = await desk.atCheckout(await desk.newShop())
			desk.deps.onlinePayments = { ...desk.online, channels }
			desk.clock.now += 4 * MINUTE_MS
			await payer.start()
			const expiresAt = desk.clock.now + minutes * MINUTE_MS
			expect((await desk.holdOf(payer))?.expiresAt).toBe(expiresAt)
			expect((await payer.attempts())[0]?.expiresAt).toBe(expiresAt)
		})
	}

	test('to others it is taken until then, and free at that very instant', async () => {
		const shop = await desk.newShop()
		await desk.atPaystack(shop)
		const other = await desk.atCheckout(shop, { startsAt: eleven })
		desk.clock.now += 15 * MINUTE_MS - 1
		expect(await other.guest.seesAt(ten)).toBe('taken')
		desk.clock.now += 1
		expect(await other.guest.seesAt(ten)).toBe('free')
	})

	test('eight tries of a visit are the most', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		for (let tries = 0; tries < 8; tries++) {
			await payer.start()
			desk.clock.now += 13 * MINUTE_MS
		}
		expect(await payer.press()).toEqual(refusedWith('too_many_payments'))
		expect(await payer.attempts()).toHaveLength(8)
		// Its pages can still be paid.
		const [, , third] = await payer.attempts()
		desk.paystack.pay(third?.paymentReference ?? '')
		expect(await payer.press()).toMatchObject({
			kind: 'payment',
			next: 'payment',
			paymentReference: third?.paymentReference,
		})
	})
})

describe('who may keep times', () => {
	test('a contact that keeps three times already is refused a fourth', async () => {
		const shop = await desk.newShop()
		const contact = newContact()
		for (const time of ['12:00', '13:00', '14:00'])
			await desk.atPaystack(shop, { startsAt: lagos(tuesday, time), contact })
		const payer = await desk.atCheckout(shop, { contact })
		expect(await payer.press({}, await payer.sees())).toEqual(refusedWith('too_many_holds'))
		expect(await payer.attempts()).toEqual([])
	})
})

test('the mode of the key is kept with the try, so that its money is never mistaken for real', async () => {
	const { payer } = await desk.atPaystack(await desk.newShop())
	expect((await payer.attempts())[0]?.mode).toBe('test')
})

import { describe, expect, test } from 'vitest'
import { bookingRefusals } from '#app/domain/booking/booking-refusal.ts'
import { createSessionRepository } from '#app/domain/identity/session-repository.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'
import { openDatabase } from '#db/client.server.ts'
import { DatabaseError, isDatabaseError } from '#db/database-error.server.ts'
import { ten } from '#tests/integration/booking/booking-desk.ts'
import { newContact } from '#tests/integration/booking/customer.ts'
import { lagos, type SmallShop, tuesday } from '#tests/integration/booking/small-shop.ts'
import { addAccount } from '#tests/integration/identity/people.ts'
import { onlinePayments, type Payer, sessionOf, withPaymentDesk } from './payment-desk.ts'

const desk = withPaymentDesk('start')
const eleven = lagos(tuesday, '11:00')

const refused = (refusal: keyof typeof bookingRefusals) =>
	expect.objectContaining({ kind: 'refused', refusal })
const toPage = expect.objectContaining({ kind: 'payment', next: 'pay' })
const checkoutsOf = (payer: Payer) => desk.rows('SELECT * FROM checkouts WHERE draft_id = ?', payer.draftId)
const holdOf = async (payer: Payer) => (await payer.guest.visit())?.hold
const statusesOf = async (payer: Payer) => (await payer.tries()).map(({ status }) => status).sort()
const usesOf = async (shop: SmallShop, code: string) =>
	(await desk.rows('SELECT current_uses FROM promo_codes WHERE id = ?', shop.idOf(code)))[0]?.current_uses
const setShop = (shop: SmallShop, change: string) =>
	desk.change(`UPDATE shops SET ${change} WHERE id = ?`, shop.id)

/** In a crowd on a slow machine some are told that it is busy: they press again. */
async function pressUntilAnswered(payer: Payer, seen: { seenTotalKobo: number }) {
	for (;;) {
		try {
			const answer = await payer.press({}, seen)
			if (answer.kind !== 'refused' || bookingRefusals[answer.refusal].status !== 503) return answer
		} catch (error) {
			if (!isDatabaseError(error)) throw error
		}
	}
}

/** Something happens in the shop after the visit was read and before it is written. */
function betweenReadAndWrite(happens: () => Promise<unknown>) {
	const { writeBatch } = desk.deps
	desk.deps.writeBatch = async (statements) => {
		desk.deps.writeBatch = writeBatch
		await happens()
		return writeBatch(statements)
	}
}

describe('pressing Pay', () => {
	test('writes down what is paid for before Paystack is asked, and its page afterwards', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		await payer.type({ tip: '10' })
		desk.paystack.setBehaviour({ initialize: 'slow' })
		const asked = desk.paystack.asked('initialize')
		const pressed = payer.press()
		await asked
		const [attempt] = await payer.tries()
		expect(attempt).toMatchObject({
			status: 'created',
			amountKobo: 550_000,
			currency: 'NGN',
			mode: 'test',
			authorizationUrl: null,
		})
		expect(attempt?.reference).toMatch(/^wk-[A-Z2-9]{26}$/)
		expect(await checkoutsOf(payer)).toMatchObject([
			{ id: attempt?.checkoutId, status: 'PENDING', total_kobo: 550_000, due_kobo: 550_000, starts_at: ten },
		])
		desk.paystack.behaveWell()
		const answer = await pressed
		expect(answer).toEqual(toPage)
		expect(await payer.tries()).toMatchObject([
			{ status: 'open', authorizationUrl: 'url' in Object(answer) ? Object(answer).url : '' },
		])
	})

	test('asks Paystack for exactly that: the kobo, the e-mail, the channels, and two signed addresses to come back to', async () => {
		const { payer, reference } = await desk.atPaystack(await desk.newShop())
		const transaction = desk.paystack.find(reference)
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
		expect(await statusesOf(payer)).toEqual(['open'])
		expect(await checkoutsOf(payer)).toHaveLength(1)
	})

	test('so are twenty taps at once, and one more a moment later', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const seen = await payer.sees()
		const before = desk.paystack.calls.initialize
		const pressed = await Promise.all(Array.from({ length: 20 }, () => pressUntilAnswered(payer, seen)))
		expect(new Set(pressed.map((answer) => JSON.stringify(answer))).size).toBe(1)
		expect(pressed[0]).toEqual(toPage)
		desk.clock.now += 5_000
		expect(await payer.press()).toEqual(pressed[0])
		expect(await statusesOf(payer)).toEqual(['open'])
		expect(desk.paystack.calls.initialize - before).toBe(1)
	})

	test('a second tab with another tip is another checkout, and both can be paid', async () => {
		const shop = await desk.newShop()
		const { payer, reference: first } = await desk.atPaystack(shop)
		const second = await payer.start({ tip: '20' })
		expect((await checkoutsOf(payer)).map(({ total_kobo }) => total_kobo).sort()).toEqual([500_000, 600_000])
		desk.paystack.pay(first)
		desk.paystack.pay(second)
		// R30: the second one is noticed and goes back.
		expect(await desk.settled(second)).toBe('booked')
		expect(await desk.settled(first)).toBe('refund: second_payment')
		expect((await payer.guest.visit())?.draft.appointmentId).not.toBeNull()
	})

	test('back at checkout after paying, nothing is paid again: the visit is shown', async () => {
		const { payer, reference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.pay(reference)
		desk.clock.now += MINUTE_MS
		// Nobody has told the app yet: it asks before it starts another payment.
		expect(await payer.press()).toEqual({ kind: 'payment', next: 'payment', reference })
		expect(await payer.press()).toMatchObject({ kind: 'booked' })
		expect(await statusesOf(payer)).toEqual(['paid'])
	})

	test('R33: the open try is used again while its time lasts; then a new one has a new reference', async () => {
		const { payer, reference } = await desk.atPaystack(await desk.newShop())
		desk.clock.now += 11 * MINUTE_MS
		expect(await payer.start()).toBe(reference)
		// Two minutes are left: too few to type the number of a card.
		desk.clock.now += 2 * MINUTE_MS
		const next = await payer.start()
		expect(next).not.toBe(reference)
		expect(await statusesOf(payer)).toEqual(['open', 'replaced'])
		expect(await checkoutsOf(payer)).toHaveLength(1)
		expect((await holdOf(payer))?.expiresAt).toBe(desk.clock.now + 15 * MINUTE_MS)
	})

	test('after a card was declined for good a new page is opened', async () => {
		const { payer, reference } = await desk.atPaystack(await desk.newShop())
		desk.paystack.decline(reference)
		expect(await desk.settled(reference)).toBe('waiting: failed')
		desk.clock.now += MINUTE_MS
		expect(await payer.start()).not.toBe(reference)
	})

	test('R36: a reminder is queued for eight minutes later, once for a visit', async () => {
		const { payer } = await desk.atPaystack(await desk.newShop())
		const startedAt = desk.clock.now
		desk.clock.now += 13 * MINUTE_MS
		await payer.start()
		const reminders = await desk.rows(
			`SELECT outbox.* FROM outbox JOIN payment_attempts ON reference = payload ->> 'paymentReference'
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
			expect(await payer.press({ tip: '10' })).toEqual(refused(refusal))
			expect(bookingRefusals[refusal].title).toBe('Payment Failed')
			expect((await holdOf(payer))?.expiresAt).toBe(desk.clock.now + 15 * MINUTE_MS)
			expect((await payer.guest.visit())?.draft.tip.percent).toBe(10)

			desk.paystack.behaveWell()
			expect(await payer.press()).toEqual(toPage)
			const tries = await payer.tries()
			expect(new Set(tries.map(({ reference }) => reference)).size).toBe(2)
			expect(await statusesOf(payer)).toEqual([status, 'open'].sort())
			expect(await checkoutsOf(payer)).toHaveLength(1)
		})
	}

	test('R34: money that was paid on a page whose address was lost is found all the same', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		desk.paystack.setBehaviour({ initialize: 'lose' })
		await payer.press()
		desk.paystack.behaveWell()
		await payer.start()
		const lost = (await payer.tries()).find(({ status }) => status === 'replaced')
		desk.paystack.pay(lost?.reference ?? '')
		expect(await desk.settled(lost?.reference ?? '')).toBe('booked')
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
		expect(await statusesOf(payer)).toEqual(['open'])
	})

	test('a phone that died while Paystack was asked blocks nobody: a quarter of a minute later there is a new try', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const { gateway } = desk.deps.paystack ?? {}
		if (!desk.deps.paystack || !gateway) throw new Error('no gateway')
		desk.deps.paystack = {
			...desk.deps.paystack,
			gateway: { ...gateway, initialize: () => Promise.reject(new Error('the Worker is gone')) },
		}
		await expect(payer.press()).rejects.toThrow('the Worker is gone')
		desk.deps.paystack = { ...desk.deps.paystack, gateway }
		desk.clock.now += 10_000
		expect(await payer.press()).toEqual(refused('payment_not_started'))
		desk.clock.now += 6_000
		expect(await payer.press()).toEqual(toPage)
		expect(await statusesOf(payer)).toEqual(['open', 'replaced'])
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
			const { paystack } = desk.deps
			if (!paystack) throw new Error('paying online is off')
			desk.deps.paystack = { ...paystack, channels }
			desk.clock.now += 4 * MINUTE_MS
			await payer.start()
			const expiresAt = desk.clock.now + minutes * MINUTE_MS
			expect((await holdOf(payer))?.expiresAt).toBe(expiresAt)
			expect((await payer.tries())[0]?.expiresAt).toBe(expiresAt)
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
		expect(await payer.press()).toEqual(refused('too_many_payments'))
		expect(await payer.tries()).toHaveLength(8)
		// Its pages can still be paid.
		const [, , third] = await payer.tries()
		desk.paystack.pay(third?.reference ?? '')
		expect(await payer.press()).toMatchObject({
			kind: 'payment',
			next: 'payment',
			reference: third?.reference,
		})
	})
})

describe('what is paid for is what was shown', () => {
	test('a price that changed since the page was shown is shown first', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		await desk.change('UPDATE services SET price_kobo = 600000 WHERE id = ?', shop.idOf('cut'))
		expect(await payer.press({}, seen)).toEqual(refused('price_changed'))
		expect(await payer.tries()).toEqual([])
		expect(await payer.start()).toMatch(/^wk-/)
		expect((await payer.tries())[0]?.amountKobo).toBe(600_000)
	})

	test('so is a deposit that changed', async () => {
		const shop = await desk.newShop()
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		expect(seen).toEqual({ seenTotalKobo: 500_000, seenDueKobo: 100_000 })
		await setShop(shop, 'deposit_value = 50')
		expect(await payer.press({}, seen)).toEqual(refused('price_changed'))
		expect(await payer.press()).toEqual(toPage)
		expect((await payer.tries())[0]?.amountKobo).toBe(250_000)
	})

	const changes = {
		'the price of a service': 'UPDATE services SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
		'the price of an add-on': 'UPDATE add_ons SET price_kobo = price_kobo + 100 WHERE shop_id = ?',
		'an add-on that is not offered any more': 'UPDATE add_ons SET is_enabled = 0 WHERE shop_id = ?',
	}
	for (const [what, sql] of Object.entries(changes)) {
		test(`${what} changes between the read and the write: nothing is started`, async () => {
			const shop = await desk.newShop()
			const payer = await desk.atCheckout(shop)
			await payer.type({ addOns: [shop.idOf('wash')] })
			const seen = await payer.sees()
			betweenReadAndWrite(() => desk.change(sql, shop.id))
			expect(await payer.press({}, seen)).toEqual(refused('payment_not_validated'))
			expect(await payer.tries()).toEqual([])
			expect(await checkoutsOf(payer)).toEqual([])
		})
	}

	test('the visit was booked by another tab between the read and the write: nothing is started, and it is shown', async () => {
		const payer = await desk.atCheckout(await desk.newShop())
		const seen = await payer.sees()
		betweenReadAndWrite(() => payer.guest.book())
		expect(await payer.press({}, seen)).toMatchObject({ kind: 'booked' })
		expect(await payer.tries()).toEqual([])
	})

	test('so it is when a colleague has that time free: one visit, not two', async () => {
		const shop = await desk.newShop({ staff: { Ada: {}, Bola: {} } })
		const payer = await desk.atCheckout(shop)
		const seen = await payer.sees()
		desk.clock.now += 11 * MINUTE_MS
		betweenReadAndWrite(() => payer.guest.book())
		expect(await payer.press({}, seen)).toMatchObject({ kind: 'booked' })
		expect(await payer.tries()).toEqual([])
	})

	test('a visit that costs nothing is not paid online', async () => {
		const shop = await desk.newShop({ promoCodes: { FREE: { percent: 100 } } })
		const payer = await desk.atCheckout(shop)
		expect(await payer.press({ promoCode: 'FREE' })).toEqual(refused('invalid_amount'))
		expect(await payer.tries()).toEqual([])
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('a time that somebody took is refused with other times, and what was typed is kept', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		desk.clock.now += 11 * MINUTE_MS
		expect((await desk.bookForCash(shop)).ok).toBe(true)
		const answer = await payer.press({ tip: '15', email: 'new@example.com' })
		expect(answer).toEqual(refused('slot_taken'))
		expect(answer.kind === 'refused' && answer.offer?.times[0]?.startsAt).toBeTruthy()
		expect((await payer.guest.visit())?.draft).toMatchObject({
			tip: { percent: 15 },
			contact: { email: 'new@example.com' },
		})
		expect(await payer.tries()).toEqual([])
	})

	test('an add-on that does not fit into the held time is left out, and the time stays', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		expect((await desk.bookForCash(shop, eleven)).ok).toBe(true)
		// As without JavaScript: ticked, and confirmed in one post.
		expect(await payer.tick({ addOns: [shop.idOf('wash')] }, { seenTotalKobo: 600_000 })).toEqual(
			refused('add_on_does_not_fit'),
		)
		expect((await holdOf(payer))?.startsAt).toBe(ten)
		expect((await payer.guest.visit())?.draft.addOns).toEqual([])
		expect(await payer.tick({ addOns: [] }, { seenTotalKobo: 500_000 })).toEqual(toPage)
	})

	test('an add-on that fits makes the held time longer', async () => {
		const shop = await desk.newShop()
		const payer = await desk.atCheckout(shop)
		expect(await payer.tick({ addOns: [shop.idOf('wash')] }, { seenTotalKobo: 600_000 })).toEqual(toPage)
		const entries = await desk.rows(
			'SELECT ends_at FROM calendar_entries WHERE hold_id = (SELECT id FROM holds WHERE draft_id = ?)',
			payer.draftId,
		)
		expect(entries).toEqual([{ ends_at: ten + 90 * MINUTE_MS }])
	})

	test('without an e-mail address nothing can be paid online, and everything else can', async () => {
		const shop = await desk.newShop()
		const account = {
			userId: 'nobody',
			firstName: 'Ada',
			lastName: 'Obi',
			email: null,
			phone: '+2348030000000',
		}
		const payer = await desk.atCheckout(shop, { account })
		expect(await payer.press()).toEqual(refused('missing_email'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})
})

describe('a shop that asks for something in advance', () => {
	test('a deposit in percent is rounded to the naira, and the rest is paid at the salon', async () => {
		const shop = await desk.newShop({ services: { cut: { priceKobo: 333_300 } } })
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 25`)
		const { reference } = await desk.atPaystack(shop)
		// A quarter of ₦3,333 is ₦833.25.
		expect(desk.paystack.find(reference)?.amountKobo).toBe(83_300)
		desk.paystack.pay(reference)
		expect(await desk.settled(reference)).toBe('booked')
		expect(
			await desk.rows(
				'SELECT total_kobo, paid_kobo, payment_status, status FROM appointments WHERE shop_id = ?',
				shop.id,
			),
		).toEqual([{ total_kobo: 333_300, paid_kobo: 83_300, payment_status: 'pending', status: 'CONFIRMED' }])
	})

	test('a deposit in naira is never more than the visit costs', async () => {
		const shop = await desk.newShop()
		await setShop(shop, `deposit_kind = 'amount', deposit_value = 900000`)
		const { reference } = await desk.atPaystack(shop)
		expect(desk.paystack.find(reference)?.amountKobo).toBe(500_000)
	})

	test('is booked online, and not with cash', async () => {
		const shop = await desk.newShop()
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		for (const paymentChoice of ['cash', 'pos'] as const)
			expect(await payer.press({ paymentChoice })).toEqual(refused('prepayment_required'))
		expect(await payer.press({ paymentChoice: 'online' })).toEqual(toPage)
	})

	test('is booked with cash where paying online is not set up: nobody is turned away', async () => {
		const shop = await desk.newShop()
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 20, prepaid_from_no_shows = 1`)
		const payer = await desk.atCheckout(shop)
		desk.deps.paystack = null
		expect(await payer.press()).toEqual(refused('invalid_selection'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})

	test('a visit that a code makes free can be booked there, though there is nothing to pay in advance', async () => {
		const shop = await desk.newShop({ promoCodes: { FREE: { percent: 100 } } })
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 20`)
		const payer = await desk.atCheckout(shop)
		expect(await payer.press({ promoCode: 'FREE' })).toEqual(refused('invalid_amount'))
		expect(await payer.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
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

	test('a guest who missed two visits pays all in advance, known by e-mail or by phone', async () => {
		const shop = await desk.newShop()
		const missed = await missTwo(shop)
		await setShop(shop, `deposit_kind = 'percent', deposit_value = 20, prepaid_from_no_shows = 2`)
		for (const known of ['email', 'phone'] as const) {
			const payer = await desk.atCheckout(shop, { contact: { ...newContact(), [known]: missed[known] } })
			await payer.type({})
			expect([known, await payer.sees()]).toEqual([known, { seenTotalKobo: 500_000, seenDueKobo: 500_000 }])
			expect(await payer.press({ paymentChoice: 'cash' })).toEqual(refused('prepayment_required'))
			expect(await payer.press({ paymentChoice: 'online' })).toEqual(toPage)
			await desk.change('DELETE FROM holds WHERE draft_id = ?', payer.draftId)
		}
		// Somebody else pays the deposit, and in a shop that does not mind, nobody has to.
		const stranger = await desk.atCheckout(shop)
		expect(await stranger.sees()).toEqual({ seenTotalKobo: 500_000, seenDueKobo: 100_000 })
		await setShop(shop, `deposit_kind = 'none', prepaid_from_no_shows = NULL`)
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
		await setShop(shop, 'prepaid_from_no_shows = 2')
		const account = { userId, firstName: 'Ada', lastName: 'Obi', email, phone: null }
		const payer = await desk.atCheckout(shop, { account })
		expect(await payer.press({ paymentChoice: 'cash' })).toEqual(refused('prepayment_required'))
		expect(await payer.press({ paymentChoice: 'online' })).toEqual(toPage)
		// The account's visits are no guest's.
		const guest = await desk.atCheckout(shop, { startsAt: eleven, contact: { ...newContact(), email } })
		expect(await guest.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
	})
})

describe('a promo code', () => {
	const promoCodes = { LAST: { percent: 10, maxUses: 1 } }

	test('is reserved with the checkout, so that nobody else has the use that is being paid for', async () => {
		const shop = await desk.newShop({ promoCodes, staff: { Ada: {}, Bola: {} } })
		const payer = await desk.atCheckout(shop)
		await payer.start({ promoCode: 'LAST' })
		expect(await usesOf(shop, 'LAST')).toBe(1)
		expect((await payer.tries())[0]?.amountKobo).toBe(450_000)
		const other = await desk.atCheckout(shop)
		expect(await other.press({ promoCode: 'LAST' })).toEqual(refused('promo_not_valid'))
	})

	test('its last use stays with whoever reserved it: the page shows it, and Pay leads to the same page again', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		const reference = await payer.start({ promoCode: 'LAST' })
		desk.clock.now += MINUTE_MS
		expect(await payer.sees()).toEqual({ seenTotalKobo: 450_000, seenDueKobo: 450_000 })
		expect(await payer.start()).toBe(reference)
		desk.clock.now += 12 * MINUTE_MS
		// A new try of the same checkout takes no second use.
		expect(await payer.start()).not.toBe(reference)
		expect(await usesOf(shop, 'LAST')).toBe(1)
	})

	test('moves with the visit from one checkout of it to the next', async () => {
		const shop = await desk.newShop({ promoCodes })
		const payer = await desk.atCheckout(shop)
		await payer.start({ promoCode: 'LAST' })
		const second = await payer.start({ tip: '10' })
		expect(await usesOf(shop, 'LAST')).toBe(1)
		const uses = await desk.rows(
			'SELECT total_kobo FROM promo_uses JOIN checkouts ON id = checkout_id WHERE draft_id = ?',
			payer.draftId,
		)
		expect(uses).toEqual([{ total_kobo: 495_000 }])
		desk.paystack.pay(second)
		expect(await desk.settled(second)).toBe('booked')
		expect(await usesOf(shop, 'LAST')).toBe(1)
	})

	test('goes with the visit when that is paid in cash instead, and is given back when it is left out there', async () => {
		const shop = await desk.newShop({ promoCodes, staff: { Ada: {}, Bola: {} } })
		const one = await desk.atCheckout(shop)
		await one.start({ promoCode: 'LAST' })
		expect(await one.press({ promoCode: '', paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
		expect(await usesOf(shop, 'LAST')).toBe(0)
		const two = await desk.atCheckout(shop)
		await two.start({ promoCode: 'LAST' })
		expect(await two.press({ paymentChoice: 'cash' })).toMatchObject({ kind: 'booked' })
		expect(await usesOf(shop, 'LAST')).toBe(1)
	})

	test('twenty who pay with its last use at once: one is taken to Paystack', async () => {
		const names = Array.from({ length: 20 }, (_, i) => `S${i}`)
		const shop = await desk.newShop({
			promoCodes,
			staff: Object.fromEntries(names.map((name) => [name, {}])),
		})
		const payers = await Promise.all(names.map((staff) => desk.atCheckout(shop, { staff })))
		for (const payer of payers) await payer.type({ promoCode: 'LAST' })
		const answers = await Promise.all(
			payers.map((payer) => pressUntilAnswered(payer, { seenTotalKobo: 450_000 })),
		)
		expect(answers.filter(({ kind }) => kind === 'payment')).toHaveLength(1)
		expect(
			answers.filter((answer) => answer.kind === 'refused' && answer.refusal === 'promo_not_valid'),
		).toHaveLength(19)
		expect(await usesOf(shop, 'LAST')).toBe(1)
	})
})

describe('who may keep times', () => {
	test('a contact that keeps three times already is refused a fourth', async () => {
		const shop = await desk.newShop()
		const contact = newContact()
		for (const time of ['12:00', '13:00', '14:00'])
			await desk.atPaystack(shop, { startsAt: lagos(tuesday, time), contact })
		const payer = await desk.atCheckout(shop, { contact })
		expect(await payer.press({}, await payer.sees())).toEqual(refused('too_many_holds'))
		expect(await payer.tries()).toEqual([])
	})
})

test('a key of the other mode is kept with the try, so that its money is never mistaken for real', async () => {
	expect(onlinePayments('http://127.0.0.1', { secretKey: 'sk_live_x' }).mode).toBe('live')
	const { payer } = await desk.atPaystack(await desk.newShop())
	expect((await payer.tries())[0]?.mode).toBe('test')
})

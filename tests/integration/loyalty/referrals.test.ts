import { describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { deleteAccount } from '#app/flows/account/delete-account.server.ts'
import { completeAppointment, undoAppointment } from '#app/flows/booking/close-appointment.server.ts'
import { releaseLapsedSavings } from '#app/flows/lifecycle/release-savings.server.ts'
import { erasures } from '#app/flows/lists/erasure.server.ts'
import { makeReferralCode, refuseReferral, releaseReferral } from '#app/flows/loyalty/referrals.server.ts'
import type { Actor } from '#app/kernel/actor.ts'
import { DAY_MS, HOUR_MS } from '#app/kernel/instant.ts'
import { runOps } from '#scripts/ops/run-ops.ts'
import { cheapCost, password } from '#tests/support/accounts.ts'
import { newContact, refused, ten, withBookingDesk } from '#tests/support/booking-desk.ts'
import { addProgram, newLoyalCustomer } from '#tests/support/loyal-customer.ts'
import { addOwnCaller } from '#tests/support/own-caller.ts'
import { bookAsFriend } from '#tests/support/referred-friend.ts'

const desk = withBookingDesk('referral')
const referrerKobo = 100_000
const friendKobo = 50_000

/** A shop with referral, and a customer in its program with a code. */
async function withReferrer() {
	const shop = await desk.newShop()
	const referrer = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
	const programId = await addProgram(desk.database(), {
		shopId: shop.id,
		card: { visitsRequired: 5 },
		referral: { referrerKobo, friendKobo },
	})
	await referrer.join(programId)
	const codeId = `${referrer.userId}:${programId}`
	return { shop, referrer, programId, codeId }
}
type Found = Awaited<ReturnType<typeof withReferrer>>

async function friendOf({ shop }: Pick<Found, 'shop'>, day = 0, contact = newContact()) {
	const startsAt = ten + day * DAY_MS
	const booked = await bookAsFriend(desk.database(), desk.deps, {
		serviceId: shop.idOf('cut'),
		startsAt,
		now: desk.clock.now,
		contact,
	})
	return { ...booked, startsAt }
}
type Friend = Awaited<ReturnType<typeof friendOf>>

const take = (
	{ codeId }: Found,
	{ checkoutId, person }: Pick<Friend, 'checkoutId' | 'person'>,
	isSameDevice = false,
) =>
	desk.deps.writeBatch(
		desk.deps.loyalty.referralCodes.insertReferral({
			checkoutId,
			codeId,
			friend: person,
			isSameDevice,
			now: desk.clock.now,
		}),
	)
const complete = ({ reference, startsAt }: Friend, hoursLater = 1) =>
	completeAppointment(desk.deps, {
		referenceNumber: reference,
		isPaid: true,
		now: startsAt + hoursLater * HOUR_MS,
	})
const undo = ({ reference, startsAt }: Friend) =>
	undoAppointment(desk.deps, { referenceNumber: reference, now: startsAt + 2 * HOUR_MS })
const statusOf = async ({ checkoutId }: Friend) =>
	(await desk.rows('SELECT status, reason FROM referrals WHERE checkout_id = ?', checkoutId))[0]

async function completedReferral(isSameDevice = false) {
	const found = await withReferrer()
	const friend = await friendOf(found)
	await take(found, friend, isSameDevice)
	const completed = await complete(friend)
	return { ...found, friend, completed }
}

test('D28: a customer gets one code for each open program with referral, and none for an ended one', async () => {
	const { referrer, codeId, programId } = await withReferrer()
	const second = await addProgram(desk.database(), {
		shopId: (await desk.newShop()).id,
		card: { visitsRequired: 5 },
		referral: { referrerKobo: referrerKobo / 2, friendKobo },
	})
	await referrer.join(second)
	await desk.change('UPDATE loyalty_enrollments SET referral_code = NULL WHERE user_id = ?', referrer.userId)
	const actor = { ...referrer.actor, at: desk.clock.now }
	const codes = async () =>
		(await desk.deps.loyalty.referralCodes.ownCodes(actor)).map(({ enrollmentId, code }) => [
			enrollmentId,
			code,
		])
	const make = () => makeReferralCode(desk.deps, actor, codeId)
	const endProgram = (status: string) =>
		desk.change('UPDATE loyalty_programs SET status = ? WHERE id = ?', status, programId)
	const other = `${referrer.userId}:${second}`
	await endProgram('ended')
	await make()
	expect(await codes()).toEqual([[other, null]])
	await endProgram('active')
	expect(await codes()).toEqual([
		[codeId, null],
		[other, null],
	])
	expect((await make()).ok).toBe(true)
	const made = await codes()
	expect(made).toEqual([
		[codeId, expect.any(String)],
		[other, null],
	])
	await make()
	expect(await codes()).toEqual(made)
})

describe('D41: a code that a friend takes', () => {
	test('is found in a draft of its shop, with what it takes off and whose it is', async () => {
		const found = await withReferrer()
		const [own] = await desk.rows('SELECT referral_code FROM loyalty_enrollments WHERE id = ?', found.codeId)
		const code = String(own?.referral_code)
		const guest = await desk.atCheckout(found.shop.idOf('cut'))
		expect(await desk.deps.loyalty.referralCodes.codeTyped(guest.draftId, code, desk.clock.now)).toEqual({
			codeId: found.codeId,
			code,
			programId: found.programId,
			shopId: found.shop.id,
			friendKobo,
			isActive: true,
			referrer: { userId: found.referrer.userId, email: found.referrer.email, phone: null },
		})
		const elsewhere = await desk.atCheckout((await desk.newShop()).idOf('cut'))
		expect(
			await desk.deps.loyalty.referralCodes.codeTyped(elsewhere.draftId, code, desk.clock.now),
		).toBeNull()
		await desk.change(`UPDATE loyalty_programs SET status = 'ended' WHERE id = ?`, found.programId)
		expect(
			await desk.deps.loyalty.referralCodes.codeTyped(guest.draftId, code, desk.clock.now),
		).toMatchObject({
			isActive: false,
		})
	})

	test('is refused to its owner, and to whoever has booked there before by account, e-mail or phone', async () => {
		const found = await withReferrer()
		const first = await friendOf(found)
		const person = { ...first.person, userId: found.referrer.userId }
		await expect(take(found, { ...first, person })).rejects.toMatchObject({ rule: 'referral_not_valid' })
		await take(found, first)
		const sameEmail = await friendOf(found, 1, { ...newContact(), email: first.contact.email })
		await expect(take(found, sameEmail)).rejects.toMatchObject({ rule: 'referral_not_valid' })
		const samePhone = await friendOf(found, 2, { ...newContact(), phone: first.contact.phone })
		await expect(take(found, samePhone)).rejects.toMatchObject({ rule: 'referral_not_valid' })
		expect(await desk.deps.loyalty.referralCodes.hasBooked(found.shop.id, first.person)).toBe(true)
		expect(
			await desk.deps.loyalty.referralCodes.hasBooked(found.shop.id, {
				...first.person,
				email: null,
				phone: null,
			}),
		).toBe(false)
	})

	test('is refused to another spelling of an address that has booked there before', async () => {
		const found = await withReferrer()
		const { contact } = await friendOf(found)
		const spelled = { ...newContact(), email: contact.email.replace('@', '+1@') }
		const { userId, email, phone } = (await friendOf(found, 1, spelled)).person
		const person = { userId, email, phone }
		const elsewhere = await friendOf({ shop: await desk.newShop() })
		expect(await desk.deps.loyalty.referralCodes.hasBooked(found.shop.id, elsewhere.person)).toBe(false)
		await desk.change(
			`UPDATE appointments SET status = 'CANCELLED', cancelled_at = starts_at WHERE shop_id = ? AND starts_at > ?`,
			found.shop.id,
			String(ten),
		)
		expect(await desk.deps.loyalty.referralCodes.hasBooked(found.shop.id, person)).toBe(true)
	})

	test('is taken once by two bookings of one friend in one instant, and is free when one is given back', async () => {
		const found = await withReferrer()
		const other = await friendOf(found)
		const contact = newContact()
		const person = { userId: null, email: contact.email, phone: contact.phone }
		const checkoutIds = await Promise.all(
			['one', 'two'].map(async (name) => {
				const checkoutId = `${found.shop.id}-${name}`
				await desk.change(
					`INSERT INTO checkouts (id, shop_id, client_id, draft_id, subtotal_kobo, discount_kobo, tip_kobo, total_kobo,
							payment_choice, payment_method, status, first_name, last_name, email, created_at, referral_code_id)
						SELECT ?, shop_id, client_id, ?, 0, 0, 0, 0, 'online', 'CARD', 'PENDING', '', '', ?, ?, 'code' FROM checkouts WHERE id = ?`,
					checkoutId,
					`draft-${checkoutId}`,
					contact.email,
					String(desk.clock.now),
					other.checkoutId,
				)
				return checkoutId
			}),
		)
		const taken = await Promise.allSettled(
			checkoutIds.map((checkoutId) => take(found, { checkoutId, person })),
		)
		expect(taken.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
		const [winner = '', loser = ''] =
			taken[0]?.status === 'fulfilled' ? checkoutIds : checkoutIds.toReversed()
		await desk.change('DELETE FROM referrals WHERE checkout_id = ?', winner)
		await take(found, { checkoutId: loser, person })
		// No payment comes, and no time is kept for it.
		await releaseLapsedSavings(desk.deps, () => desk.clock.now)
		expect(await desk.count('SELECT count(*) FROM referrals WHERE checkout_id = ?', loser)).toBe(0)
		await desk.change(`DELETE FROM checkouts WHERE status = 'PENDING'`)
	})
})

describe('D41: when the friend’s visit is completed', () => {
	test('the referrer is paid once, and undoing takes it back', async () => {
		const { referrer, programId, friend, completed } = await completedReferral()
		expect(completed).toMatchObject({
			ok: true,
			value: { referral: { status: 'paid', reason: null, referrerKobo } },
		})
		expect(await referrer.cashbackKobo()).toBe(referrerKobo)
		expect(await referrer.standing(programId)).toMatchObject({ cashback_earned_kobo: referrerKobo })
		expect(await complete(friend)).toEqual(refused('visit_completed'))
		expect(await undo(friend)).toMatchObject({
			ok: true,
			value: { referralKobo: referrerKobo, lostReferralKobo: 0 },
		})
		expect(await referrer.cashbackKobo()).toBe(0)
		expect(await statusOf(friend)).toEqual({ status: 'reserved', reason: null })
		await complete(friend, 3)
		expect(await referrer.cashbackKobo()).toBe(referrerKobo)
	})

	test('completed by two in one instant it pays once', async () => {
		const found = await withReferrer()
		const friend = await friendOf(found)
		await take(found, friend)
		const outcomes = await Promise.all([complete(friend), complete(friend), complete(friend)])
		expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1)
		expect(await found.referrer.cashbackKobo()).toBe(referrerKobo)
	})

	test('two friends of one referrer at once pay both', async () => {
		const found = await withReferrer()
		const friends = [await friendOf(found, 0), await friendOf(found, 1)]
		for (const friend of friends) await take(found, friend)
		const outcomes = await Promise.all(friends.map((friend) => complete(friend)))
		expect(outcomes.every(({ ok }) => ok)).toBe(true)
		expect(await found.referrer.cashbackKobo()).toBe(2 * referrerKobo)
	})

	test('nothing is paid to a referrer with the e-mail of the friend, nor to one who is gone', async () => {
		const found = await withReferrer()
		const [name, host] = found.referrer.email.split('@')
		const friend = await friendOf(found, 0, { ...newContact(), email: `${name}+me@${host}` })
		await take(found, friend)
		expect(await complete(friend)).toMatchObject({
			value: { referral: { status: 'refused', reason: 'same_email' } },
		})
		expect(await found.referrer.cashbackKobo()).toBe(0)
		const other = await friendOf(found, 1)
		await take(found, other)
		await desk.change('UPDATE referrals SET enrollment_id = NULL WHERE checkout_id = ?', other.checkoutId)
		expect(await complete(other)).toMatchObject({
			value: { referral: { status: 'refused', reason: 'referrer_gone' } },
		})
	})
})

describe('D41: a held referral', () => {
	test('is listed with its reason, and paid when a person releases it, once', async () => {
		const { referrer, friend, completed } = await completedReferral(true)
		expect(completed).toMatchObject({ value: { referral: { status: 'held', reason: 'same_device' } } })
		expect(await referrer.cashbackKobo()).toBe(0)
		const lines: string[] = []
		const ops = (...words: string[]) =>
			runOps(words, {
				env: { DATABASE_URL: desk.database().url },
				say: (line) => void lines.push(line),
				note: () => {},
				now: friend.startsAt + DAY_MS,
			})
		expect(await ops('referrals', 'review')).toBe(1)
		expect(lines.some((line) => line.startsWith(`HELD ${friend.reference}`))).toBe(true)
		expect(await ops('referrals', 'release', friend.reference.toLowerCase())).toBe(0)
		expect(await ops('referrals', 'release', friend.reference)).toBe(1)
		expect(await referrer.cashbackKobo()).toBe(referrerKobo)
		await undo(friend)
		expect(await referrer.cashbackKobo()).toBe(0)
	})

	test('released and refused in one instant is one of them', async () => {
		const { referrer, friend } = await completedReferral(true)
		const asked = { referenceNumber: friend.reference, now: friend.startsAt + DAY_MS }
		const [released, refusedIt] = await Promise.all([
			releaseReferral(desk.deps, asked),
			refuseReferral(desk.deps, asked),
		])
		expect([released.ok, refusedIt.ok].filter(Boolean)).toHaveLength(1)
		expect(await referrer.cashbackKobo()).toBe(released.ok ? referrerKobo : 0)
	})

	test('is seen and decided by its shop alone, and not by one of the two people', async () => {
		const { shop, referrer, friend } = await completedReferral(true)
		const elsewhere = await desk.newShop()
		const now = friend.startsAt + DAY_MS
		const held = async (shopId: string) =>
			desk.deps.loyalty.referrals.ownHeld(await addOwnCaller(desk.deps, shopId, now), { now, limit: 9 })
		expect(await held(shop.id)).toEqual([
			{
				...{ referenceNumber: friend.reference, referrerKobo, reason: 'same_device' },
				heldAt: friend.startsAt + HOUR_MS,
			},
		])
		expect(await held(elsewhere.id)).toEqual([])
		const asked = { referenceNumber: friend.reference, shopId: shop.id, now }
		for (const decide of [releaseReferral, refuseReferral]) {
			expect(await decide(desk.deps, { ...asked, shopId: elsewhere.id })).toEqual(
				refused('referral_not_found'),
			)
			expect(await decide(desk.deps, { ...asked, ownUserId: referrer.userId })).toEqual(
				refused('referral_own'),
			)
		}
		expect(await referrer.cashbackKobo()).toBe(0)
		const decided = await releaseReferral(desk.deps, { ...asked, ownUserId: 'another account' })
		expect(decided).toEqual({ ok: true, value: { referrerKobo } })
		expect(await referrer.cashbackKobo()).toBe(referrerKobo)
		expect(await held(shop.id)).toEqual([])
		expect(await refuseReferral(desk.deps, asked)).toEqual(refused('referral_not_held'))
	})

	test('counts as refused after thirty days, by comparison with now', async () => {
		const { shop, friend } = await completedReferral(true)
		const now = friend.startsAt + HOUR_MS + 30 * DAY_MS
		const caller = await addOwnCaller(desk.deps, shop.id, now)
		const { ownHeld } = desk.deps.loyalty.referrals
		expect(await ownHeld(caller, { now: now - 1, limit: 9 })).toHaveLength(1)
		expect(await ownHeld(caller, { now, limit: 9 })).toEqual([])
		expect(await releaseReferral(desk.deps, { referenceNumber: friend.reference, now })).toEqual(
			refused('referral_over'),
		)
	})
})

describe('D54: who leaves', () => {
	const leave = (person: { email: string; userId: string; actor: Actor }, at: number) =>
		deleteAccount(desk.deps, erasures, {
			actor: { ...person.actor, at },
			user: { email: person.email },
			password,
			givesUpValue: true,
			accountSubject: person.userId,
		})
	const setPassword = async (userId: string) =>
		desk.change(
			'UPDATE users SET password_hash = ? WHERE id = ?',
			await hashPassword(password, cheapCost),
			userId,
		)

	test('as referrer takes the code along, and the friend’s visit pays nobody', async () => {
		const found = await withReferrer()
		const { referrer } = found
		const friend = await friendOf(found)
		await take(found, friend)
		await setPassword(referrer.userId)
		expect(await leave(referrer, desk.clock.now)).toEqual({ ok: true, value: null })
		expect(await complete(friend)).toMatchObject({
			value: { referral: { status: 'refused', reason: 'referrer_gone' } },
		})
	})

	test('as friend is known to no referral any more, and whoever referred them keeps what was earned', async () => {
		const found = await withReferrer()
		const friend = await newLoyalCustomer(desk.database(), desk.deps, desk.clock)
		const reference = await friend.book(found.shop.idOf('cut'), ten)
		const [appointment] = await desk.rows(
			'SELECT checkout_id FROM appointments WHERE reference_number = ?',
			reference,
		)
		const { userId, email } = friend
		await take(found, {
			checkoutId: String(appointment?.checkout_id),
			person: { userId, email, phone: null },
		})
		await completeAppointment(desk.deps, { referenceNumber: reference, isPaid: true, now: ten + HOUR_MS })
		await setPassword(userId)
		expect(await leave(friend, ten + 2 * HOUR_MS)).toEqual({ ok: true, value: null })
		const [referral] = await desk.rows(
			'SELECT * FROM referrals WHERE checkout_id = ?',
			String(appointment?.checkout_id),
		)
		expect(referral).toMatchObject({
			status: 'paid',
			friend_user_id: null,
			friend_email: null,
			friend_phone: null,
		})
		expect(await found.referrer.cashbackKobo()).toBe(referrerKobo)
	})
})

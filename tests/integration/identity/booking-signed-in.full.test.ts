import { beforeEach, describe, expect, test } from 'vitest'
import { checkoutFormSchema } from '#app/domain/booking/checkout/checkout-form.server.ts'
import type { Customer } from '#app/domain/booking/customer/customer-refusal.ts'
import { postCheckout } from '#app/flows/checkout/post-checkout.server.ts'
import { accountDeps, addAccount, newEmail } from '#tests/support/accounts.ts'
import { newGuest } from '#tests/support/booking-desk.ts'
import { bookingDeps } from '#tests/support/flow-deps.ts'
import { addSmallShop, lagos, mondayMorningAt, type SmallShop, tuesday } from '#tests/support/small-shop.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'

const database = withTestDatabase()
const clock = { now: mondayMorningAt }
const ten = lagos(tuesday, '10:00')

let deps: ReturnType<typeof bookingDeps> & Pick<ReturnType<typeof accountDeps>, 'identity'>
let shop: SmallShop
let shopCount = 0
beforeEach(async () => {
	deps = { ...bookingDeps(database().url), identity: accountDeps(database().url).identity }
	shop = await addSmallShop(database().client, `signed${++shopCount}`, {
		staff: { Ada: {}, Bisi: {} },
		promoCodes: { TENTH: { percent: 10 } },
	})
})

async function newClient(changes: Partial<Customer> = {}): Promise<Customer> {
	const { userId, email } = await addAccount(database())
	const sessions = accountDeps(database().url).identity.sessions
	const { now } = clock
	const session = { tokenHash: `session-of-${userId}`, id: userId, userId, deviceLabel: '', now }
	await deps.writeBatch([sessions.insertSession({ ...session, expiresAt: now + 1 })])
	return { userId, firstName: 'Ada', lastName: 'Obi', email, phone: null, ...changes }
}

/** Fills in checkout for ten o'clock and presses its button. */
async function confirm(
	customer: Customer | null,
	typed: Record<string, string> = {},
	networkKey: string | null = null,
) {
	const browser = await newGuest(deps, clock).begin(shop.idOf('cut'))
	await browser.hold(ten)
	const form = checkoutFormSchema.parse({
		intent: 'book',
		paymentChoice: 'cash',
		startsAt: String(ten),
		seenTotalKobo: '500000',
		...typed,
	})
	return postCheckout(deps, {
		draftId: browser.draftId,
		form,
		customer: Promise.resolve(customer),
		actor: customer && { sessionHash: `session-of-${customer.userId}`, at: clock.now },
		ownAppointmentIds: [],
		networkKey,
		now: clock.now,
	})
}

const clientsOf = (userId: string) =>
	database().rows('SELECT * FROM clients WHERE shop_id = ? AND user_id = ?', shop.id, userId)

describe('A signed-in customer', () => {
	test('books with the details of their profile, under their account, whatever else was sent', async () => {
		const customer = await newClient()
		const answer = await confirm(customer, {
			firstName: 'Eve',
			email: 'eve@example.com',
			phone: '0803 000 0000',
		})
		expect(answer.kind).toBe('booked')
		expect(await clientsOf(customer.userId)).toMatchObject([
			{ first_name: 'Ada', last_name: 'Obi', email: customer.email, phone: null },
		])
		const checkouts = await database().rows('SELECT * FROM checkouts WHERE shop_id = ?', shop.id)
		expect(checkouts).toMatchObject([{ created_by_user_id: customer.userId, email: customer.email }])
	})

	test('is one client of a shop, however often they book', async () => {
		const customer = await newClient()
		const first = await confirm(customer)
		const seenOverlaps = first.kind === 'booked' ? first.appointmentId : ''
		const again = await confirm(customer, { intent: 'book-anyway', seenOverlaps })
		expect(again.kind).toBe('booked')
		expect(await clientsOf(customer.userId)).toHaveLength(1)
	})

	test('is warned before booking over a visit of their own, made on any device (R6)', async () => {
		const customer = await newClient()
		await confirm(customer)
		expect(await confirm(customer)).toMatchObject({ kind: 'refused', refusal: 'own_overlap' })
	})

	test('L29: is warned of it though they pressed Book anyway for another one', async () => {
		const customer = await newClient()
		await confirm(customer)
		const again = await confirm(customer, { intent: 'book-anyway', seenOverlaps: 'another' })
		expect(again).toMatchObject({ kind: 'refused', refusal: 'own_overlap' })
	})

	test('never gets the client row of a guest with the same address (R44)', async () => {
		const email = newEmail()
		await confirm(null, { firstName: 'Ada', lastName: 'Obi', email, phone: '0803 123 4567' })
		const { userId } = await addAccount(database(), { email })
		await confirm(await newClient({ userId, email, phone: '+2348031234567' }))
		const clients = await database().rows(
			'SELECT user_id FROM clients WHERE shop_id = ? ORDER BY rowid',
			shop.id,
		)
		expect(clients).toEqual([{ user_id: null }, { user_id: userId }])
	})

	test('is not touched by a guest who types their address', async () => {
		const customer = await newClient({ phone: '+2348031234567' })
		await confirm(customer)
		await confirm(null, {
			firstName: 'Eve',
			lastName: 'Other',
			email: customer.email ?? '',
			phone: '0803 123 4567',
		})
		expect(await clientsOf(customer.userId)).toMatchObject([{ first_name: 'Ada' }])
		const checkouts = await database().rows(
			'SELECT created_by_user_id FROM checkouts WHERE shop_id = ? ORDER BY rowid',
			shop.id,
		)
		expect(checkouts).toEqual([{ created_by_user_id: customer.userId }, { created_by_user_id: null }])
	})

	test('S2: sees nothing of a guest who was booked with the same phone number and another e-mail', async () => {
		const [eve, victoria] = [newEmail(), newEmail()]
		const phone = '0803 777 1234'
		await confirm(null, { firstName: 'Eve', lastName: 'Other', email: eve, phone })
		expect(
			await confirm(null, { firstName: 'Victoria', lastName: 'Private', email: victoria, phone }),
		).toMatchObject({ kind: 'booked' })
		const { userId } = await addAccount(database(), { email: eve })
		await database().change('UPDATE users SET email_verified_at = 0 WHERE id = ?', userId)
		await deps.writeBatch([accountDeps(database().url).booking.people.linkGuestClients(userId)])
		expect(await clientsOf(userId)).toMatchObject([{ email: eve }])
		const seen = await database().rows(
			`SELECT checkouts.email FROM appointments JOIN clients ON clients.id = appointments.client_id
				JOIN checkouts ON checkouts.id = checkout_id WHERE user_id = ?`,
			userId,
		)
		expect(seen).toEqual([{ email: eve }])
	})

	test.each<[Partial<Customer>, string]>([
		[{ firstName: ' ' }, 'incomplete_profile'],
		[{ lastName: '' }, 'incomplete_profile'],
		[{ email: '' }, 'missing_contact'],
	])('reads what their profile lacks: %o', async (changes, refusal) => {
		expect(await confirm(await newClient(changes))).toMatchObject({ kind: 'refused', refusal })
	})

	test('whose session ended while checkout was open is told so, and nothing is booked', async () => {
		expect(await confirm(null, { isSignedIn: '1' })).toMatchObject({
			kind: 'refused',
			refusal: 'profile_error',
		})
	})
})

test('Guessing promo codes from one network is slowed down; codes that count are not counted', async () => {
	const apply = (promoCode: string, networkKey: string) =>
		confirm(null, { intent: 'apply-promo', promoCode }, networkKey)
	const triesOf = async () =>
		(
			await database().rows(
				`SELECT attempts FROM rate_limits WHERE kind = 'promo-network' AND subject = 'one'`,
			)
		)[0]?.attempts
	expect(await apply('GUESS', 'one')).toMatchObject({ refusal: 'promo_not_valid' })
	expect(await apply('TENTH', 'one')).toMatchObject({ kind: 'saved', promoSavedKobo: 50_000 })
	expect(await triesOf()).toBe(1)
	await database().change(`UPDATE rate_limits SET attempts = 30 WHERE subject = 'one'`)
	expect(await apply('TENTH', 'one')).toMatchObject({ kind: 'refused', refusal: 'promo_rate_limited' })
	expect(await apply('TENTH', 'another')).toMatchObject({ kind: 'saved' })
})

test('S8: a burst of promo codes learns no more than the limit allows', async () => {
	const answers = await Promise.all(
		Array.from({ length: 60 }, (_, i) =>
			confirm(null, { intent: 'apply-promo', promoCode: `GUESS${i}` }, 'burst'),
		),
	)
	const said = answers.map((answer) => answer.kind === 'refused' && answer.refusal)
	expect(said.filter((refusal) => refusal === 'promo_not_valid')).toHaveLength(30)
	expect(said.filter((refusal) => refusal === 'promo_rate_limited')).toHaveLength(30)
	expect(await confirm(null, { intent: 'apply-promo', promoCode: 'TENTH' }, 'burst')).toMatchObject({
		refusal: 'promo_rate_limited',
	})
})

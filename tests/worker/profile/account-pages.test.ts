import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#app/domain/identity/password.server.ts'
import { buttonOf, demoShopId } from '#scripts/site/browser-guest.ts'
import { addSignedInPerson, browserOf, cheapCost, password } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let passwordHash: string
beforeAll(async () => {
	passwordHash = await hashPassword(password, cheapCost)
})

async function member(plan: { firstName?: string; lastName?: string; isVerified?: boolean } = {}) {
	const person = await addSignedInPerson(site().database, { at: Date.now(), passwordHash, ...plan })
	return { ...person, browser: browserOf(person, site().url) }
}

/** A customer who owns all guests of the demo shop's data. */
async function regular() {
	const person = await member({ isVerified: true })
	await site().database.change(
		`UPDATE clients SET user_id = ? WHERE shop_id = ? AND user_id IS NOT 'demo-client'`,
		person.userId,
		demoShopId,
	)
	return person
}

const main = 'main form[method="post"]'

describe('Profile', () => {
	test('says what the year’s money did, or that there was none', async () => {
		const { browser } = await member()
		expect((await browser.open('/profile')).text).toContain('Nothing paid yet this year.')
		const spent = await regular()
		const page = await spent.browser.open('/profile')
		expect(page.document.querySelector('main dl')?.textContent).toMatch(/^Paid₦[\d,]+/)
		expect(page.text).toContain(`Your money in ${new Date().getFullYear()}`)
	})

	test('shows who is signed in and leads to every area', async () => {
		const { browser, email } = await member({ firstName: 'Chidinma', lastName: 'Okoro' })
		const page = await browser.open('/profile')
		for (const words of ['CO', 'Chidinma Okoro', email, 'Client Account', 'Sign Out', 'Confirm your email'])
			expect(page.text).toContain(words)
		for (const area of [
			'appointments',
			'tickets',
			'subscriptions',
			'events',
			'orders',
			'favorites',
			'rewards',
			'settings',
		]) {
			const opened = await browser.follow(page, `main a[href="/${area}"]`)
			expect(opened.status, area).toBe(200)
			expect(opened.url.pathname).toBe(`/${area}`)
		}
	})

	test('is edited, and what was typed stays when something is wrong', async () => {
		const { browser } = await member()
		const edit = await browser.open('/profile/edit')
		const refused = await browser.submit(edit, main, { firstName: 'Bola', phone: '12' })
		expect(refused.status).toBe(400)
		expect(refused.text).toContain('Invalid Phone Number')
		expect(refused.document.querySelector('#firstName')?.getAttribute('value')).toBe('Bola')
		const saved = await browser.submit(refused, main, { phone: '0803 123 4567' })
		expect(saved.url.pathname).toBe('/profile')
		for (const words of ['Success', 'Profile updated successfully', 'Bola Obi', '0803 123 4567'])
			expect(saved.text).toContain(words)
	})

	test('F19: says that we are busy when the database gives no answer, and keeps what was typed', async () => {
		const { browser } = await member()
		const edit = await browser.open('/profile/edit')
		site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
		const failed = await browser.submit(edit, main, { firstName: 'Bola' })
		site().proxy.heal()
		expect(failed.status).toBe(503)
		expect(failed.text).toContain('We are busy right now')
		expect(failed.document.querySelector('main [name="firstName"]')?.getAttribute('value')).toBe('Bola')
	})

	test('keeps the password out of the page', async () => {
		const { browser, email } = await member()
		const edit = await browser.open('/profile/edit')
		const refused = await browser.submit(edit, main, { email: `new.${email}`, password: 'not it at all' })
		expect(refused.status).toBe(422)
		expect(refused.text).toContain('Failed to update profile.')
		expect(refused.html).not.toContain('not it at all')
	})
})

describe('My Appointments', () => {
	test('is empty at first, and says how to begin', async () => {
		const { browser } = await member()
		const page = await browser.open('/appointments')
		expect(page.text).toContain('Pending(0)')
		expect(page.text).toContain('No pending appointments')
		expect(page.document.querySelector('main .empty a')?.getAttribute('href')).toBe('/booking?new')
		expect((await browser.open('/appointments?tab=completed')).text).toContain(
			'No completed appointments yet',
		)
		expect((await browser.open('/appointments?tab=cancelled')).text).toContain('No cancelled appointments')
	})

	test('shows visits under their tabs; the buttons of each lead on', async () => {
		const { browser } = await regular()
		const pending = await browser.open('/appointments')
		expect(pending.text).toMatch(/Pending\([1-9]\d*\)Completed\([1-9]\d*\)Cancelled\(\d+\)/)
		expect(pending.text).toMatch(/Ref: \w+/)
		expect((await browser.follow(pending, 'main a[href="/tickets"]')).text).toContain('My tickets')
		const details = await browser.follow(pending, 'main a[href^="/booking/confirmation"]')
		expect(details.status).toBe(200)
		expect(details.text).toContain('Reference')
		const move = pending.document.querySelector('main a[href^="/booking/reschedule"]')
		expect(move).not.toBeNull()
		expect((await browser.follow(pending, 'main a[href^="/booking/reschedule"]')).status).toBe(200)
		const completed = await browser.follow(pending, 'main a[href="/appointments?tab=completed"]')
		const options = { button: buttonOf('intent', 'again') }
		const rebook = await browser.submit(completed, 'main form[action^="/booking/confirmation"]', {}, options)
		expect(rebook.url.pathname).toBe('/booking/time-selection')
		expect(rebook.text).toContain('Adé Hair Studio')
		const more = await browser.follow(completed, 'main a[href*="after="]')
		expect(more.status).toBe(200)
	})

	test('takes a review of a completed visit from its owner, once, and lets them change it', async () => {
		const { browser } = await regular()
		const completed = await browser.open('/appointments?tab=completed')
		const review = await browser.follow(completed, 'main a[href^="/appointments/review"]')
		const path = review.url.pathname + review.url.search
		expect((await browser.submit(review, main, { comment: 'x'.repeat(1_001), rating: '5' })).status).toBe(400)
		const empty = await browser.post(path, new URLSearchParams({ rating: '6' }))
		expect(empty.text).toContain('Please choose 1 to 5 stars')
		await browser.submit(review, main, { rating: '5', comment: 'Very good <b>hands</b>' })
		const changed = await browser.submit(await browser.open(path), main, { rating: '2' })
		expect(changed.text).toContain('Thank you')
		const rows = await site().database.rows(
			'SELECT rating, comment FROM reviews WHERE appointment_id = ?',
			String(review.url.searchParams.get('visit')),
		)
		expect(rows.map((row) => ({ ...row }))).toEqual([{ rating: 2, comment: 'Very good <b>hands</b>' }])
		const stranger = await member()
		expect((await stranger.browser.open(path)).status).toBe(404)
		expect((await stranger.browser.post(path, new URLSearchParams({ rating: '1' }))).status).toBe(404)
	})

	test('takes no review of a visit that is still to come', async () => {
		const { browser, userId } = await regular()
		const rows = await site().database.rows(
			`SELECT id FROM appointments WHERE status = 'SCHEDULED' AND client_id IN (SELECT id FROM clients WHERE user_id = ?) LIMIT 1`,
			userId,
		)
		const path = `/appointments/review?visit=${rows[0]?.id}`
		expect((await browser.open(path)).status).toBe(404)
		expect((await browser.post(path, new URLSearchParams({ rating: '5' }))).status).toBe(404)
	})

	test('opens a visit by its id for its owner, and for nobody else', async () => {
		const owner = await regular()
		const rows = await site().database.rows(
			'SELECT id FROM appointments WHERE client_id IN (SELECT id FROM clients WHERE user_id = ?) LIMIT 1',
			owner.userId,
		)
		const path = `/booking/confirmation?appointmentId=${rows[0]?.id}`
		expect((await owner.browser.open(path)).status).toBe(200)
		const stranger = await member()
		expect((await stranger.browser.open(path)).status).toBe(404)
	})

	test('says that they could not be loaded, with a way to try again', async () => {
		const { browser } = await member()
		site().proxy.inject({ kind: 'bad-gateway' })
		const failed = await browser.open('/appointments?tab=completed')
		site().proxy.heal()
		expect(failed.status).toBe(503)
		expect(failed.text).toContain('Failed to load appointments')
		expect((await browser.follow(failed, 'main .empty a')).status).toBe(200)
	})
})

describe('Settings', () => {
	test('ends notifications on this device, or on all of one’s own, and on nobody else’s', async () => {
		const [one, other] = [await member(), await member()]
		const subscribe = (userId: string) =>
			site().database.change(
				`INSERT INTO push_subscriptions (id, session_id, endpoint, p256dh, auth, created_at)
					SELECT 'push-' || id, id, 'https://fcm.googleapis.com/' || id, 'k', 'a', 0 FROM sessions WHERE user_id = ?`,
				userId,
			)
		const count = async () => (await site().database.rows('SELECT 1 FROM push_subscriptions')).length
		const before = await one.browser.open('/settings')
		expect(before.text).not.toContain('Notifications on your devices')
		await subscribe(one.userId)
		await subscribe(other.userId)
		const settings = await one.browser.open('/settings')
		expect(settings.text).toContain('This device gets notifications.')
		const off = await one.browser.submit(settings, 'form[action="/push"]')
		expect(off.text).toContain('Notifications are off')
		expect(await count()).toBe(1)
		expect((await one.browser.post('/push', new URLSearchParams({ end: 'all' }))).text).toContain(
			'Nothing to turn off',
		)
		expect(await count()).toBe(1)
	})

	test('keep a theme, which every page wears from the first byte', async () => {
		const { browser } = await member()
		const dark = await browser.submit(
			await browser.open('/settings'),
			main,
			{},
			{ button: buttonOf('theme', 'dark') },
		)
		expect(dark.document.querySelector('html')?.getAttribute('data-theme')).toBe('dark')
		expect((await browser.open('/discover')).html).toContain('data-theme="dark"')
		const own = await browser.submit(dark, main, {}, { button: buttonOf('theme', 'system') })
		expect(own.document.querySelector('html')?.getAttribute('data-theme')).toBeUndefined()
	})

	test('list the devices and sign out one, or all others', async () => {
		const { browser, userId } = await member()
		const addDevice = (label: string) =>
			site().database.change(
				`INSERT INTO sessions (token_hash, id, user_id, device_label, created_at, last_seen_at, expires_at)
					SELECT ? || user_id, ? || user_id, user_id, ?, created_at, last_seen_at, expires_at
					FROM sessions WHERE user_id = ? LIMIT 1`,
				label,
				label,
				label,
				userId,
			)
		for (const label of ['Old-phone', 'Tablet', 'Laptop']) await addDevice(label)
		const page = await browser.open('/settings')
		expect(page.text).toMatch(/Chrome on Android This device\s*Signed in: /)
		const one = await browser.submit(page, `main form:has(button[value^="Old-phone"])`)
		expect(one.text).toContain('That device is signed out.')
		const again = await browser.submit(page, `main form:has(button[value^="Old-phone"])`)
		expect(again.text, 'F26').toContain('That device is signed out.')
		expect(one.document.querySelector('main')?.textContent).not.toContain('Old-phone')
		const all = await browser.submit(one, 'main form:has(button[value="sign-out-everywhere"])')
		expect(all.text).toContain('2 devices were signed out.')
		expect(all.text).toContain('This device')
	})

	test('sign out nobody else’s device', async () => {
		const [mine, theirs] = [await member(), await member()]
		const rows = await site().database.rows('SELECT id FROM sessions WHERE user_id = ?', theirs.userId)
		const page = await mine.browser.post('/settings', new URLSearchParams({ session: String(rows[0]?.id) }))
		expect(page.status).toBe(200)
		expect((await theirs.browser.open('/profile')).url.pathname).toBe('/profile')
	})

	test('hand out all data as a file, without a secret', async () => {
		const { browser, email, token } = await regular()
		const file = await browser.submit(await browser.open('/settings/export'), main)
		expect(file.headers.get('content-disposition')).toContain('attachment')
		const exported = JSON.parse(file.html)
		expect(exported.profile).toMatchObject({ firstName: 'Ada', email })
		expect(exported.appointments.length).toBeGreaterThan(0)
		for (const secret of [token, passwordHash, 'scrypt', 'token']) expect(file.html).not.toContain(secret)
	})

	test('S42: ask for the password before the data, where it was not typed for ten minutes', async () => {
		const { browser, userId } = await regular()
		const long = String(Date.now() - 11 * 60_000)
		await site().database.change('UPDATE sessions SET created_at = ? WHERE user_id = ?', long, userId)
		expect((await browser.open('/settings/export.json')).url.pathname).toBe('/settings/export')
		const page = await browser.open('/settings/export')
		const refused = await browser.submit(page, main, { password: 'wrong one' })
		expect([refused.status, refused.text]).toEqual([
			422,
			expect.stringContaining('That is not your password.'),
		])
		const file = await browser.submit(refused, main, { password })
		expect(JSON.parse(file.html).profile).toMatchObject({ firstName: 'Ada' })
		const list = await browser.open('/settings/security')
		expect(list.text).toMatch(/Data downloaded.*Wrong password/)
	})

	test('delete the account after a list of what goes, with the password, and the session is over', async () => {
		const { browser, email } = await member()
		const page = await browser.open('/settings/delete')
		expect(page.text).toContain('Deleted right away')
		const refused = await browser.submit(page, main, { password: 'wrong one' })
		expect(refused.status).toBe(422)
		const gone = await browser.submit(refused, main, { password })
		expect(gone.text).toContain('Account deleted')
		expect(browser.cookies.has('session')).toBe(false)
		expect((await browser.open('/profile')).url.pathname).toBe('/login')
		const rows = await site().database.rows('SELECT 1 FROM users WHERE email = ?', email)
		expect(rows).toEqual([])
	})

	test('D54: delete nothing of value without a tick that names it', async () => {
		const { browser, email } = await member()
		const [user] = await site().database.rows('SELECT id FROM users WHERE email = ?', email)
		const userId = String(user?.id)
		await site().database.client.batch(
			[
				{ sql: `INSERT INTO cashback_accounts VALUES ('purse', ?, 'ade-hair-studio', 0)`, args: [userId] },
				`INSERT INTO ledger_accounts (id, kind, owner, currency) VALUES ('cashback:purse:NGN', 'cashback', 'purse', 'NGN')`,
				`INSERT INTO ledger_lines VALUES ('gift', 'shop_cashback:ade-hair-studio:NGN', 77550), ('gift', 'cashback:purse:NGN', -77550)`,
				`INSERT INTO ledger_entries VALUES ('gift', 'cashback:gift:0', 0, 0)`,
				{
					sql: `INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at, cashback_earned_kobo)
						VALUES ('leaving', 'ade-hair-studio-card', 'ade-hair-studio', ?, 0, 77550)`,
					args: [userId],
				},
			],
			'write',
		)
		const page = await browser.open('/settings/delete')
		expect(page.text).toContain('Lost with your account')
		expect(page.text).toContain('₦775.50 cashback at Adé Hair Studio')
		const refused = await browser.post('/settings/delete', new URLSearchParams({ password }))
		expect(refused.status).toBe(422)
		expect(refused.document.getElementById('givesUp-error')?.textContent).toMatch(
			/Please tick the box to confirm that you’ll lose these/,
		)
		expect(refused.html).not.toContain(password)
		const gone = await browser.submit(refused, main, { password, givesUp: '1' })
		expect(gone.text).toContain('Account deleted')
	})

	test('M26: say which visits stand in the way of deleting the account, and lead to cancelling each', async () => {
		const { browser } = await regular()
		const page = await browser.open('/settings/delete')
		expect(page.text).toMatch(
			/You can delete your account when (this visit is|these \d+ visits are) over or cancelled\./,
		)
		const [cancel] = page.document.querySelectorAll('main a').filter(({ text }) => text === 'Cancel')
		const question = await browser.open(cancel?.getAttribute('href') ?? '')
		expect(question.text).toContain('Are you sure you want to cancel this booking?')
		expect(page.document.querySelector(main)).toBeNull()
		const refused = await browser.post('/settings/delete', new URLSearchParams({ password }))
		expect(refused.status).toBe(409)
		expect((await browser.open('/profile')).url.pathname).toBe('/profile')
	})
})

describe('The hub of services', () => {
	test('leads to all four, and says which are still to come', async () => {
		const { browser } = await member()
		const hub = await browser.open('/my-services')
		expect(hub.text).toContain('AppointmentsSubscriptionsMy SessionsEventsComing SoonOrdersComing Soon')
	})
})

test('every page of an account takes one trip and at most 10 KB', async () => {
	const { browser } = await regular()
	const pages = ['/favorites', '/profile', '/profile/edit', '/appointments', '/appointments?tab=completed']
	pages.push(
		'/settings',
		'/settings/security',
		'/settings/export',
		'/settings/export.json',
		'/settings/delete',
		'/my-services',
		'/subscriptions',
		'/wallet',
	)
	for (const path of pages) {
		const { value, trips } = await site().proxy.during(() => browser.open(path))
		expect(trips, path).toHaveLength(1)
		if (path !== '/settings/export.json') expect(gzipSync(value.html).length, path).toBeLessThan(10 * 1024)
	}
})

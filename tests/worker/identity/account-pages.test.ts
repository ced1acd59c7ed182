import { describe, expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { addAccount, mailedTokenTo, password } from '#tests/support/accounts.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'
import { mainForm, signedInClient, signIn } from './visitor.ts'

const database = withTestDatabase({ demoAt: Date.now() })
const worker = withTestWorker(() => database().url)
const newClient = () => openBrowserLikeClient(worker().url)

const newcomer = (email: string) => ({
	firstName: 'Ngozi',
	lastName: 'Eze',
	email,
	password,
	confirmPassword: password,
})

test.each([
	['/booking/find', 'links-address'],
	['/privacy/erase', 'erase-address'],
	['/forgot-password', 'reset-account'],
])('S29: all spellings of one mailbox are counted as one: %s', async (path, kind) => {
	const counted = () => database().count('SELECT count(*) FROM rate_limits WHERE kind = ?', kind)
	const before = await counted()
	for (const email of ['spelt@gmail.com', 's.pelt+1@gmail.com', 'spelt@googlemail.com'])
		await newClient().post(path, new URLSearchParams({ intent: 'send', email }))
	expect(await counted()).toBe(before + 1)
	await newClient().post(path, new URLSearchParams({ intent: 'send', email: 'another@gmail.com' }))
	expect(await counted()).toBe(before + 2)
})

describe('Without script, a newcomer', () => {
	test('registers, signs in, goes on to where they wanted, and signs out', async () => {
		const client = newClient()
		const wallet = await client.open('/wallet')
		expect(wallet.url.pathname + wallet.url.search).toBe('/login?redirectTo=%2Fwallet')
		const register = await client.follow(wallet, 'a[href^="/register"]')
		const login = await client.submit(register, mainForm, newcomer('  Ngozi@Example.com '))
		expect(login.url.pathname + login.url.search).toBe('/login?redirectTo=%2Fwallet')
		expect(login.text).toContain('Please sign in')
		const after = await client.submit(login, mainForm, { email: 'ngozi@example.com', password })
		expect(after.url.pathname).toBe('/wallet')
		await client.post('/logout', '')
		expect(client.cookies.has('session')).toBe(false)
		expect((await client.open('/wallet')).url.pathname).toBe('/login')
	})

	test('reads each problem of a form at its field, and keeps what was typed, but no password', async () => {
		const client = newClient()
		const page = await client.submit(await client.open('/register'), mainForm, {
			...newcomer('not an address'),
			password: 'abc',
			confirmPassword: 'abd',
			firstName: ' ',
		})
		expect(page.status).toBe(400)
		for (const words of [
			'First name is required',
			'Please enter a valid email address',
			'Password must be at least 6 characters',
			'Passwords do not match',
		])
			expect(page.text).toContain(words)
		const field = (name: string) => page.document.querySelector(`#${name}`)
		expect(field('lastName')?.getAttribute('value')).toBe('Eze')
		expect(field('password')?.getAttribute('value')).toBeUndefined()
		expect(field('password')?.getAttribute('aria-describedby')).toContain('password-error')
		expect(page.html).not.toContain('"abc"')
	})

	test('cannot give themselves a role, a verified address or an id', async () => {
		const client = newClient()
		const body = new URLSearchParams({
			...newcomer('mass@example.com'),
			role: 'shop_owner',
			id: 'member1',
			user_id: 'member1',
			emailVerifiedAt: '1',
		})
		await client.post('/register', body)
		const [user] = await database().rows(
			`SELECT user.id, user.email_verified_at, profile.role FROM users user JOIN profiles profile USING (id) WHERE user.email = ?`,
			'mass@example.com',
		)
		expect(user).toMatchObject({ email_verified_at: null, role: 'client' })
		expect(user?.id).not.toBe('member1')
	})

	test('that is a program which fills in hidden fields gets the same answer, and nothing happens', async () => {
		const page = await newClient().post(
			'/register',
			new URLSearchParams({ ...newcomer('robot@example.com'), topic: 'cheap pills' }),
		)
		expect(page.url.pathname).toBe('/login')
		expect(page.text).toContain('Please sign in')
		expect(await database().rows('SELECT id FROM users WHERE email = ?', 'robot@example.com')).toEqual([])
	})
})

describe('The answer', () => {
	/** A page without what differs from one request to the next. */
	const withoutRequest = (html: string) =>
		html
			.replace(/nonce="[^"]*"/g, '')
			.replaceAll(/[\w-]{22}/g, '')
			.replaceAll(/[\w.+-]+@example\.com/g, '')

	test('is the same for an unknown address and a wrong password, to the byte', async () => {
		const { email } = await addAccount(database())
		const [wrong, unknown] = await Promise.all([
			signIn(newClient(), email, { password: 'not this one' }),
			signIn(newClient(), email.replace('member', 'nobody'), { password: 'not this one' }),
		])
		expect(wrong.status).toBe(401)
		expect(unknown.status).toBe(401)
		expect(wrong.text).toContain('Invalid login credentials')
		expect(withoutRequest(wrong.html)).toBe(withoutRequest(unknown.html))
		expect(wrong.html.length).toBe(unknown.html.length)
	})

	test('is the same for registering a new and a known address', async () => {
		const { email } = await addAccount(database())
		const answers = await Promise.all(
			[email, 'brand-new@example.com'].map((address) =>
				newClient().post('/register', new URLSearchParams(newcomer(address))),
			),
		)
		expect(answers.map(({ url }) => url.pathname)).toEqual(['/login', '/login'])
		expect(withoutRequest(answers[0]?.html ?? '')).toBe(withoutRequest(answers[1]?.html ?? ''))
	})

	test('is ‘Check Your Email’ for every address that asks for a reset', async () => {
		const { email } = await addAccount(database())
		for (const address of [email, 'nobody-at-all@example.com']) {
			const client = newClient()
			const page = await client.submit(await client.open('/forgot-password'), mainForm, {
				email: address,
			})
			expect(page.url.pathname + page.url.search).toBe('/forgot-password?sent')
			expect(page.text).toContain('Check Your Email')
		}
		expect(await database().rows('SELECT kind FROM outbox WHERE recipient_email = ?', email)).toEqual([
			{ kind: 'reset_password' },
		])
	})
})

describe('Somebody who is no client', () => {
	test.each([
		[{ hasProfile: false }, 'Access denied: Your account profile was not found. Please contact support.'],
		[{ role: null }, 'Access denied: Your account role is not set. Please contact support.'],
		[
			{ role: 'shop_owner' },
			"Access denied: This app is for clients only. Your account has 'shop_owner' access.",
		],
	])('is told why after a correct password, and is not signed in: %o', async (account, words) => {
		const { userId, email } = await addAccount(database(), account)
		const client = newClient()
		const page = await signIn(client, email)
		expect(page.status).toBe(403)
		expect(page.text).toContain(words)
		expect(client.cookies.has('session')).toBe(false)
		expect(await database().rows('SELECT id FROM sessions WHERE user_id = ?', userId)).toEqual([])
		expect((await signIn(newClient(), email, { password: 'wrong' })).text).toContain(
			'Invalid login credentials',
		)
	})
})

describe('A mailed link', () => {
	test('sets a new password once, and every device is signed out', async () => {
		const { email } = await addAccount(database())
		const elsewhere = await signedInClient(worker().url, email)
		const client = newClient()
		await client.submit(await client.open('/forgot-password'), mainForm, { email })
		const token = await mailedTokenTo(database(), email, 'reset_password', scratchCookieKey)
		const path = `/reset-password?token=${token}`
		// Mail programs look at links first.
		await newClient().open(path)
		const form = await client.open(path)
		const mismatch = { password: 'seven white doves', confirmPassword: 'seven white dove' }
		const again = await client.submit(form, mainForm, mismatch)
		expect(again.text).toContain('Passwords do not match')
		const done = await client.submit(again, mainForm, {
			password: 'seven white doves',
			confirmPassword: 'seven white doves',
		})
		expect(done.url.pathname).toBe('/login')
		expect(done.text).toContain('Password changed')
		expect((await elsewhere.open('/wallet')).url.pathname).toBe('/login')
		expect((await signIn(newClient(), email)).status).toBe(401)
		expect((await signIn(client, email, { password: 'seven white doves' })).url.pathname).toBe('/discover')
		const used = await newClient().open(path)
		expect(used.status).toBe(422)
		expect(used.text).toContain('invalid or expired')
	})

	test('is not made of the address that a request claims to have come to', async () => {
		const { email } = await addAccount(database())
		const url = new URL('/forgot-password', worker().url)
		await fetch(url, {
			method: 'POST',
			body: new URLSearchParams({ email }),
			headers: { origin: url.origin, 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' },
		})
		const mails = await database().rows('SELECT * FROM outbox')
		expect(JSON.stringify(mails)).not.toContain('evil')
	})

	test('proves an address after a press of its button, not by being looked at', async () => {
		const client = newClient()
		await client.post('/register', new URLSearchParams(newcomer('prove@example.com')))
		const token = await mailedTokenTo(database(), 'prove@example.com', 'verify_email', scratchCookieKey)
		const link = `/verify-email?token=${token}`
		const isVerified = async () =>
			(
				await database().rows(
					'SELECT email_verified_at AS at FROM users WHERE email = ?',
					'prove@example.com',
				)
			)[0]?.at !== null
		// S5: the link alone proves nothing.
		const signedOut = await client.open(link)
		expect(signedOut.text).toContain('Sign in to confirm your email')
		expect(signedOut.text).toContain('That wasn’t me: set a new password')
		await client.post(link, new URLSearchParams({ token }))
		const other = await signedInClient(worker().url, (await addAccount(database())).email)
		expect((await other.open(link)).text).toContain('This link is for another account.')
		await other.post(link, new URLSearchParams({ token }))
		expect(await isVerified()).toBe(false)
		const login = await client.follow(signedOut, 'main a[href^="/login"]')
		const page = await client.submit(login, mainForm, { email: 'prove@example.com', password })
		expect(await isVerified()).toBe(false)
		const done = await client.submit(page, mainForm)
		expect(done.text).toContain('Email confirmed')
		expect(await isVerified()).toBe(true)
		expect((await client.open(link)).text).toContain('Your email is confirmed')
		expect((await newClient().open(link)).text).toContain('invalid or expired')
	})

	test('can be asked for again by a signed-in customer, and the older one ends', async () => {
		const client = newClient()
		await client.post('/register', new URLSearchParams(newcomer('again@example.com')))
		const older = await mailedTokenTo(database(), 'again@example.com', 'verify_email', scratchCookieKey)
		const page = await signIn(client, 'again@example.com', { path: '/login?redirectTo=%2Fverify-email' })
		const sent = await client.submit(page, mainForm, {}, { button: 'button[value=send]' })
		expect(sent.text).toContain('Check Your Email')
		const newer = await mailedTokenTo(database(), 'again@example.com', 'verify_email', scratchCookieKey)
		expect(newer).not.toBe(older)
		expect((await client.open(`/verify-email?token=${older}`)).status).toBe(422)
		expect((await client.open(`/verify-email?token=${newer}`)).text).toContain('Confirm My Email')
	})
})

test('M2: a way back to another site is not followed after the profile was saved', async () => {
	const client = await signedInClient(worker().url, (await addAccount(database())).email)
	const edit = await client.open('/profile/edit?redirectTo=%2F%2Fevil.example%2F')
	expect((await client.submit(edit, mainForm, {})).url.pathname).toBe('/profile')
})

test('M15: a signed-in visitor is not offered ‘Sign In’ on the first page', async () => {
	const client = await signedInClient(worker().url, (await addAccount(database())).email)
	expect((await newClient().open('/')).document.querySelector('main a[href="/login"]')).not.toBeNull()
	const page = await client.open('/')
	expect(page.document.querySelector('main a[href="/login"]')).toBeNull()
	expect((await client.follow(page, 'main a[href="/appointments"]')).status).toBe(200)
})

describe('A booking in the making', () => {
	test('survives signing in, and checkout then shows the profile instead of asking', async () => {
		const { userId, email } = await addAccount(database())
		const client = newClient()
		const discover = await client.open('/discover')
		const services = await client.follow(discover, 'a[href^="/booking/service-selection"]')
		const staff = await client.submit(services, mainForm, {}, { button: 'button[name=serviceId]' })
		let page = staff
		if (page.url.pathname === '/booking/staff-selection')
			page = await client.submit(page, mainForm, {}, { button: 'button[name=staff]' })
		expect(page.url.pathname).toBe('/booking/time-selection')
		const slot =
			page.document.querySelector('input[name=startsAt]:not([disabled])')?.getAttribute('value') ?? ''
		const checkout = await client.submit(page, 'form:has(input[name=startsAt])', { startsAt: slot })
		expect(checkout.url.pathname).toBe('/booking/checkout')
		const draft = checkout.document.querySelector('input[name=draft]')?.getAttribute('value')
		// M3: what was chosen goes with the press of Sign In.
		const chosen = { tip: '10', paymentChoice: 'pos', firstName: 'Typed' }
		const login = await client.submit(checkout, mainForm, chosen, { button: 'button[value=sign-in]' })
		expect(login.url.pathname + login.url.search).toBe('/login?redirectTo=%2Fbooking%2Fcheckout')
		const kept = await client.open('/booking/checkout')
		expect(kept.document.querySelector('#firstName')?.getAttribute('value')).toBe('Typed')
		const back = await client.submit(login, mainForm, { email, password })
		expect(back.url.pathname).toBe('/booking/checkout')
		expect(back.document.querySelector('input[name=draft]')?.getAttribute('value')).toBe(draft)
		expect(back.document.querySelector('#firstName')).toBeNull()
		expect(back.text).toContain('Ada Obi')
		for (const radio of ['[name=tip][value="10"]', '[name=paymentChoice][value=pos]'])
			expect(back.document.querySelector(`input${radio}`)?.hasAttribute('checked'), radio).toBe(true)
		// M2: so does a change of the profile, and Save and Cancel lead back.
		const edit = await client.submit(back, mainForm, {}, { button: 'button[value=edit-profile]' })
		expect(edit.url.pathname).toBe('/profile/edit')
		expect((await client.follow(edit, 'main .action-bar a')).url.pathname).toBe('/booking/checkout')
		const changed = await client.submit(edit, mainForm, { firstName: 'Adaeze' })
		expect(changed.url.pathname).toBe('/booking/checkout')
		expect(changed.text).toContain('Adaeze Obi')
		const booked = await client.submit(
			changed,
			mainForm,
			{ paymentChoice: 'cash' },
			{ button: 'button[value=book]' },
		)
		expect(booked.url.pathname).toBe('/booking/confirmation')
		// M10: what this browser has booked is no new booking.
		expect((await client.open('/booking')).url.pathname).toBe('/booking/confirmation')
		expect((await client.open('/booking?new')).url.pathname).toBe('/discover')
		const next = await client.follow(await client.open('/discover'), 'a[href^="/booking/service-selection"]')
		expect(next.text).toContain('Booking initiated')
		const made = await database().rows(
			`SELECT client.user_id, checkout.created_by_user_id AS maker FROM checkouts checkout
				JOIN clients client ON client.id = checkout.client_id WHERE checkout.email = ?`,
			email,
		)
		expect(made).toEqual([{ user_id: userId, maker: userId }])
		await client.post('/logout', '')
		expect(client.cookies.has('draft')).toBe(false)
		expect(client.cookies.has('visits')).toBe(false)
		expect((await client.open('/booking/confirmation')).url.pathname).toBe('/discover')
	})
})

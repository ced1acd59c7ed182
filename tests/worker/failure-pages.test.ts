import { describe, expect, test } from 'vitest'
import { buttonOf, demoShopId, fillStep, openGuest, stepForm, walkTo } from '#scripts/site/browser-guest.ts'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { type FormValues, filledForm } from '#scripts/site/filled-form.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { isFull, sampleOf } from '#tests/support/deep.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite({ SUPPORT_CONTACT: 'help@wakati.example' })

const open = () => openBrowserLikeClient(site().url)
/** A line is printed by another process: it may come after the answer. */
const logged = () => site().worker.lines.join('\n')

test('an address that does not exist gives the 404 page, and its path is logged without its query', async () => {
	const page = await open().open('/not/a/page?email=ada@example.com')
	expect(page.status).toBe(404)
	expect(page.text).toContain('404')
	expect(page.text).toContain('Oops! Page not found')
	const home = page.document.querySelectorAll('a').find((link) => link.textContent === 'Return to Home')
	expect(home?.getAttribute('href')).toBe('/')
	await expect.poll(logged).toMatch(/"message":"request [\w-]+ not found: \/not\/a\/page"/)
	expect(logged()).not.toContain('ada@example.com')
})

test('a business that does not exist is "Business Not Found"', async () => {
	const page = await open().open('/business/nobody')
	expect(page.status).toBe(404)
	expect(page.text).toContain('Business Not Found')
	expect(page.text).toContain('Back to Discover')
})

test('a mistake of ours is said in plain words with a number to name, and the log has that number', async () => {
	const { client } = site().database
	await client.execute('ALTER TABLE reviews RENAME COLUMN rating TO stars')
	try {
		const page = await open().open('/business/ade-hair-studio')
		expect(page.status).toBe(500)
		expect(page.text).toContain('Something went wrong')
		expect(page.text).toContain('help@wakati.example')
		const number = page.document.querySelector('main .num')?.textContent ?? ''
		expect(number).toMatch(/^[\w-]{10,}$/)
		await expect.poll(logged).toContain(`request ${number} failed:`)
		expect(page.html).not.toMatch(/SQL|no such column|DatabaseError|at async|node_modules|\.ts:\d/)
	} finally {
		await client.execute('ALTER TABLE reviews RENAME COLUMN stars TO rating')
	}
	expect((await open().open('/business/ade-hair-studio')).status).toBe(200)
})

test('the data of a page that failed, asked for by script, has no internals either', async () => {
	const { client } = site().database
	await client.execute('ALTER TABLE reviews RENAME COLUMN rating TO stars')
	try {
		const url = new URL('/business/ade-hair-studio.data', site().url)
		const text = await (await open().send(url)).text()
		expect(text).not.toMatch(/no such column|SQLITE|SELECT|\.ts:\d/)
	} finally {
		await client.execute('ALTER TABLE reviews RENAME COLUMN stars TO rating')
	}
})

describe('F2: a post that our records did not answer', () => {
	const hostile = '"><script>alert(1)</script>'

	/** A guest at checkout who presses its button while no trip to the database is answered. */
	async function pressed(values: FormValues) {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await guest.submit(checkout, stepForm, { ...guest.details, ...values }, { button: book })
		site().proxy.heal()
		return { guest, page }
	}
	const book = buttonOf('intent', 'book')

	test('keeps the chosen time in view, although an earlier day has become free meanwhile', async () => {
		const guest = openGuest(site().url)
		await site().database.change('UPDATE shops SET minimum_notice_minutes = 6000 WHERE id = ?', demoShopId)
		const times = await walkTo(guest, 'time-selection')
		const { values } = fillStep('time-selection', times, guest)
		await site().database.change('UPDATE shops SET minimum_notice_minutes = 60 WHERE id = ?', demoShopId)
		site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
		const page = await guest.submit(times, stepForm, values)
		site().proxy.heal()
		expect(page.status).toBe(503)
		const chosen = page.document.querySelector(`[name="startsAt"][value="${values.startsAt}"]`)
		expect(chosen?.hasAttribute('checked')).toBe(true)
		expect((await guest.submit(page, stepForm, {})).url.pathname).toBe('/booking/checkout')
	})

	test('gives a page with a number that holds what was typed, and sends it again', async () => {
		const { guest, page } = await pressed({ lastName: hostile })
		expect(page.status).toBe(503)
		expect(page.headers.get('cache-control')).toBe('no-store')
		expect(page.document.querySelector('main .num')?.textContent).toMatch(/^[\w-]{10,}$/)
		expect(page.html).not.toContain('<script>alert')
		const again = await guest.submit(page, stepForm)
		expect(again.url.pathname).toBe('/booking/confirmation')
	})

	test('whose page was left to load has lost nothing either', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		// Refused without asking the database: only the page's loader asks.
		const values = { ...guest.details, firstName: 'a'.repeat(61) }
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await guest.submit(checkout, stepForm, values, { button: book })
		site().proxy.heal()
		expect(page.status).toBe(503)
		expect(page.document.querySelector('input[name="email"]')?.getAttribute('value')).toBe(
			guest.details.email,
		)
	})

	test('never holds a password, and says so', async () => {
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const client = browserOf(person, site().url)
		const profile = await client.open('/profile/edit')
		const typed = { firstName: 'Adaeze', email: 'new@example.com', password: 'five brown goats' }
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await client.submit(profile, stepForm, typed)
		site().proxy.heal()
		expect(page.text).toContain('please type yours again')
		expect(page.html).not.toContain('five brown goats')
		const again = await client.submit(page, stepForm)
		expect(again.document.querySelector('input[name="firstName"]')?.getAttribute('value')).toBe('Adaeze')
		expect(again.text).toContain('enter your password')
	})

	test('S31: a burst of one address is slowed down and keeps what was typed; another address is served meanwhile', async () => {
		const sender = openGuest(site().url)
		const page = await walkTo(sender, 'checkout')
		const neighbour = openGuest(site().url)
		const theirs = await walkTo(neighbour, 'checkout')
		// The database takes no write until the first of them is slowed down.
		let letGo = () => {}
		const held = new Promise<void>((resolve) => {
			letGo = resolve
		})
		site().proxy.watch({ before: ({ isWrite }) => (isWrite ? held : undefined) })
		const burst = Array.from({ length: 60 }, async (_, i) => {
			const answer = await sender.submit(page, stepForm, { ...sender.details, lastName: `Burst ${i}` })
			if (answer.status === 429) letGo()
			return answer
		})
		const neighboursPost = held.then(() => neighbour.submit(theirs, stepForm, neighbour.details))
		const own = await Promise.all(burst)
		expect((await neighboursPost).status).toBe(200)
		site().proxy.heal()
		const slowed = own.filter(({ status }) => status === 429)
		expect(slowed.length).toBeGreaterThan(0)
		// On a slow machine the first of them have waited too long by then.
		expect(own.filter(({ status }) => ![200, 409, 429, 503].includes(status))).toHaveLength(0)
		const [first] = slowed
		expect(first?.headers.get('retry-after')).toBe('5')
		expect(first?.text).toContain('Please try again in 5 seconds.')
		if (!first) return
		const typed = first.document.querySelector('input[name="lastName"]')?.getAttribute('value')
		expect(typed).toMatch(/^Burst \d+$/)
		expect((await sender.submit(first, stepForm)).status).toBe(200)
	})

	test('is not held when it is larger than our forms are, and nothing claims that it was', async () => {
		const guest = openGuest(site().url)
		await walkTo(guest, 'checkout')
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await guest.post('/booking/checkout', `firstName=${'a'.repeat(20_000)}`)
		const many = Array.from({ length: 150 }, (_, index) => `f${index}=1`).join('&')
		const other = await guest.post('/booking/checkout', many)
		site().proxy.heal()
		for (const { text, document } of [page, other]) {
			expect(text).not.toContain('kept')
			expect(document.querySelectorAll('main input')).toEqual([])
		}
	})

	test('leaves a page with script as it is: the answer is a refusal, not an error', async () => {
		const guest = openGuest(site().url)
		const checkout = await walkTo(guest, 'checkout')
		const { body } = filledForm(checkout.document, stepForm, guest.details, { button: book })
		site().proxy.inject({ kind: 'bad-gateway' })
		const response = await guest.send(new URL('/booking/checkout.data', site().url), {
			method: 'POST',
			body: body.toString(),
			headers: { 'content-type': 'application/x-www-form-urlencoded', origin: site().url },
		})
		site().proxy.heal()
		expect(response.status).toBe(503)
		const text = await response.text()
		expect(text).toContain('We are busy right now')
		expect(text).not.toContain('SanitizedError')
	})
})

describe('F19: our records are busy, and no form says that it failed for good', () => {
	const passwords = { password: 'five brown goats', confirmPassword: 'five brown goats' }
	const posts: { path: string; fields: Record<string, string>; held: string }[] = [
		{ path: '/login', fields: { email: 'ada@example.com', ...passwords }, held: 'email' },
		{
			path: '/register',
			fields: { firstName: 'Ada', lastName: 'Obi', email: 'new@example.com', ...passwords },
			held: 'email',
		},
		{ path: '/forgot-password', fields: { email: 'ada@example.com' }, held: 'email' },
		{ path: '/reset-password?token=a', fields: { token: 'a', ...passwords }, held: '' },
		{ path: '/verify-email?token=a', fields: { token: 'a', intent: 'confirm' }, held: 'intent' },
		{
			path: '/profile/edit',
			fields: { firstName: 'Ada', lastName: 'Obi', email: 'a@b.com' },
			held: 'firstName',
		},
		{ path: '/settings/delete', fields: { password: 'x', givesUp: 'on' }, held: 'givesUp' },
		{ path: '/sessions', fields: { join: 'a-session', subscription: 'mine' }, held: 'join' },
		{ path: '/sessions/a-session/book', fields: { subscription: 'mine' }, held: 'subscription' },
		{ path: '/sessions/bookings/a-place/cancel', fields: { sure: 'yes' }, held: 'sure' },
		{ path: '/wallet/refer', fields: { enrollment: 'mine' }, held: 'enrollment' },
		{ path: '/loyalty-enrollment', fields: { enroll: 'mama-iyabo-card' }, held: '' },
	]

	test.each(sampleOf(posts, isFull ? 1_000 : 5))('$path', async ({ path, fields, held }) => {
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const send = () => browserOf(person, site().url).post(path, new URLSearchParams(fields))
		for (const onTrip of [1, 2, 3]) {
			site().proxy.inject({ kind: 'bad-gateway', onTrip })
			expect([onTrip, (await send()).status]).not.toEqual([onTrip, 500])
			site().proxy.heal()
		}
		site().proxy.inject({ kind: 'bad-gateway' })
		const page = await send()
		site().proxy.heal()
		expect(page.status).toBe(503)
		for (const name of Object.keys(fields).filter((one) => /password/i.test(one) && !('token' in fields))) {
			const field = page.document.querySelector(`form[method="post"] input[name="${name}"]`)
			expect([field?.getAttribute('type'), field?.getAttribute('value')]).toEqual(['password', undefined])
			expect(page.document.querySelector(`label[for="${name}"]`)).not.toBeNull()
		}
		expect(page.text.includes('Open the page again')).toBe('token' in fields)
		if (held && !('token' in fields))
			expect(page.document.querySelector(`[name="${held}"]`)?.getAttribute('value')).toBe(fields[held])
	})
})

test('S10: each request is one line of JSON that names its route, and nothing of its address', async () => {
	await open().open('/business/ade-hair-studio?visit=a-link-that-grants')
	await open().post('/login', 'email=ada%40example.com')
	const requests = () =>
		site()
			.worker.lines.filter((line) => line.includes('"message":"request"'))
			.map((line): Record<string, unknown> => JSON.parse(line))
	await expect
		.poll(requests)
		.toContainEqual(
			expect.objectContaining({ route: 'routes/business.$shopId', method: 'GET', status: 200, trips: 1 }),
		)
	await expect
		.poll(requests)
		.toContainEqual(expect.objectContaining({ route: 'routes/login', method: 'POST', status: 400, trips: 0 }))
	for (const line of requests()) {
		expect(Object.keys(line)).toEqual([
			...['message', 'requestId', 'route', 'method', 'status', 'ms', 'trips', 'tripMs'],
		])
	}
	expect(logged()).not.toMatch(/a-link-that-grants|ada@example|ade-hair-studio/)
})

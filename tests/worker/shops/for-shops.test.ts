import { expect, test } from 'vitest'
import { findMailedToken } from '#app/domain/identity/secret-token.server.ts'
import { gzipBytes, KB } from '#scripts/bench/weight.ts'
import { openGuest } from '#scripts/site/browser-guest.ts'
import type { LoadedPage } from '#scripts/site/browser-like-client.ts'
import { scratchCookieKey } from '#scripts/site/scratch-worker.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const form = 'main form[method="post"]'
const alertOf = (page: LoadedPage) => page.document.querySelector('[role="alert"]')?.text
const hostile = '"><script>alert(1)</script>'
let ownersSoFar = 0

const typed = (fields: Record<string, string> = {}) => ({
	shopName: hostile,
	type: 'salon',
	address: '14 Herbert Macaulay Way',
	area: 'Yaba',
	city: 'Lagos',
	phone: '0803 123 4567',
	email: `shop-owner-${++ownersSoFar}@example.com`,
	offer: 'Braids & cuts',
	...fields,
})

async function tokenTo(email: string): Promise<string> {
	const [row] = await site().database.rows('SELECT id, token_hash FROM shop_signups WHERE email = ?', email)
	const token =
		row && findMailedToken([scratchCookieKey], { id: String(row.id), tokenHash: String(row.token_hash) })
	if (!token) throw new Error(`no form of ${email}`)
	return token
}

test('a wrong form comes back with what was typed, and its problems in view', async () => {
	const guest = openGuest(site().url)
	const { value: page, trips } = await site().proxy.during(() => guest.open('/for-shops'))
	expect([page.status, trips.length]).toEqual([200, 0])
	expect(gzipBytes(page.html)).toBeLessThanOrEqual(10 * KB)
	const refused = await guest.submit(page, form, typed({ phone: 'call me' }))
	expect(refused.status).toBe(400)
	expect(alertOf(refused)).toContain('valid phone number')
	expect(refused.document.querySelector('input[name="shopName"]')?.getAttribute('value')).toBe(hostile)
	expect(refused.document.querySelector('textarea')?.text).toBe('Braids & cuts')
	expect(refused.html).not.toContain('<script>alert(1)')
})

test('W29: the answer is one for an address of an account, of a shop, of a form, and of nobody', async () => {
	const [known] = await site().database.rows('SELECT email FROM users LIMIT 1')
	const sent = typed()
	await site().database.change(`UPDATE shops SET email = 'of-a-shop@example.com' WHERE id = 'mama-iyabo'`)
	const answers = []
	for (const fields of [
		sent,
		sent,
		typed({ email: String(known?.email) }),
		typed({ email: 'of-a-shop@example.com' }),
	]) {
		const guest = openGuest(site().url)
		answers.push(await guest.submit(await guest.open('/for-shops'), form, fields))
	}
	expect(answers[0]?.text).toContain('Check your email')
	for (const answer of answers) expect([answer.status, answer.text]).toEqual([200, answers[0]?.text])
})

test('D33: the sixth form of a day with one mailbox is refused in words, with what was typed kept', async () => {
	const guest = openGuest(site().url)
	const email = 'many@example.com'
	const page = await guest.open('/for-shops')
	for (let n = 0; n < 5; n++) await guest.submit(page, form, typed({ email, offer: `Offer ${n}` }))
	const refused = await guest.submit(page, form, typed({ email, offer: 'One more' }))
	expect(refused.status).toBe(429)
	expect(alertOf(refused)).toMatch(/Too many attempts\. Please try again in 24 hours\./)
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(80_000)
	expect(refused.document.querySelector('textarea')?.text).toBe('One more')
	const robot = await guest.submit(page, form, { ...typed(), topic: 'spam' })
	expect([robot.status, robot.text]).toEqual([200, expect.stringContaining('Check your email')])
	expect(await site().database.count('SELECT count(*) FROM shop_signups WHERE email = ?', email)).toBe(5)
})

test('opening the mailed link proves nothing; its button does, once and again', async () => {
	const guest = openGuest(site().url)
	const fields = typed()
	await guest.submit(await guest.open('/for-shops'), form, fields)
	const link = `/for-shops/confirm?token=${await tokenTo(fields.email)}`
	const proved = () =>
		site().database.count(
			'SELECT count(*) FROM shop_signups WHERE email = ? AND proved_at IS NOT NULL',
			fields.email,
		)
	const { value: page, trips } = await site().proxy.during(() => guest.open(link))
	expect([page.status, trips.length, await proved()]).toEqual([200, 1, 0])
	expect(page.headers.get('cache-control')).toBe('no-store')
	expect(page.text).toContain(fields.email)
	expect(page.html).not.toContain('<script>alert(1)')
	const done = await guest.submit(page, form)
	expect([done.status, done.text, await proved()]).toEqual([
		200,
		expect.stringContaining('Your email is confirmed'),
		1,
	])
	expect((await guest.submit(page, form)).text).toContain('Your email is confirmed')
	await site().database.change(
		`UPDATE shop_signups SET decision = 'refused', decided_at = 1, reason = ? WHERE email = ?`,
		hostile,
		fields.email,
	)
	const refused = await guest.open(link)
	expect(refused.text).toContain(hostile)
	expect(refused.html).not.toContain('<script>alert(1)')
	for (const path of [`${link}x`, '/for-shops/confirm']) expect((await guest.open(path)).status).toBe(422)
	const over = await guest.post(link, 'token=old')
	expect([over.status, alertOf(over)]).toEqual([422, expect.stringContaining('invalid or expired')])
})

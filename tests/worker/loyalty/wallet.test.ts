import { beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#app/kernel/instant.ts'
import { writePlace } from '#app/kernel/list-place.ts'
import { demoClient } from '#db/seed/demo-accounts.ts'
import { gzipBytes, KB } from '#scripts/bench/weight.ts'
import {
	type BrowserLikeClient,
	type LoadedPage,
	openBrowserLikeClient,
} from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf, signInDemoClient } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
let client: BrowserLikeClient

beforeAll(async () => {
	client = browserOf(await signInDemoClient(site().database), site().url)
})

const newcomer = async () =>
	browserOf(await addSignedInPerson(site().database, { at: Date.now() }), site().url)
const linksOf = (page: LoadedPage) =>
	page.document.querySelectorAll('main a').map((link) => link.getAttribute('href') ?? '')
/** A pending appointment of the demo client, whose checkout takes the reward. */
async function takeReward(rewardId: string): Promise<[appointmentId: string, date: string]> {
	const [appointment] = await site().database.rows(
		`SELECT visit.id, visit.checkout_id, visit.scheduled_date FROM appointments visit JOIN clients client ON client.id = client_id
			WHERE client.user_id = ? ORDER BY visit.starts_at DESC LIMIT 1`,
		demoClient.userId,
	)
	await site().database.change(
		'INSERT INTO reward_uses (checkout_id, reward_id, used_at) VALUES (?, ?, 1)',
		String(appointment?.checkout_id),
		rewardId,
	)
	return [String(appointment?.id), String(appointment?.scheduled_date)]
}

const giveBack = (appointmentId: string) =>
	site().database.change(
		'DELETE FROM reward_uses WHERE checkout_id = (SELECT checkout_id FROM appointments WHERE id = ?)',
		appointmentId,
	)
const tripsOf = async (path: string) => (await site().proxy.during(() => client.open(path))).trips.length

describe('L19: a page further down a list leads to its first', () => {
	const newest = writePlace({ at: Date.now() + 1_000 * DAY_MS, id: 'z' })

	test.each([
		['/wallet/cards', ''],
		['/rewards', 'tab=available'],
		['/rewards', 'tab=claimed'],
		['/notifications', 'new=1'],
		['/subscriptions', 'status=all'],
		['/sessions', 'tab=bookings&show=past'],
	])('%s?%s', async (path, search) => {
		const first = search === '' ? path : `${path}?${search}`
		const back = async (page: string) =>
			(await client.open(page)).document
				.querySelectorAll('main a')
				.find((link) => link.textContent === 'Back to the first page')
				?.getAttribute('href')
		expect(await back(first)).toBeUndefined()
		expect(await back(`${path}?${search}&after=${newest}`)).toBe(first)
	})
})

describe('L34: Back leads to where the customer came from', () => {
	const backOf = async (path: string) =>
		(await client.open(path)).document.querySelector('.page-header .back')?.getAttribute('href')
	const linkOn = async (path: string, start: string) =>
		linksOf(await client.open(path)).find((href) => href.startsWith(start)) ?? ''

	test('from a receipt opened in the wallet to the wallet, and from one of the list to the list', async () => {
		expect(await backOf(await linkOn('/wallet', '/transactions/'))).toBe('/wallet')
		const ofList = linksOf(await client.open('/transactions')).filter((href) =>
			/^\/transactions\/\w/.test(href),
		)
		expect(await backOf(ofList[0] ?? '')).toBe('/transactions')
	})

	test('from a stamp of All cards to All cards, and from one of the wallet to the wallet', async () => {
		expect(await backOf(await linkOn('/wallet/cards', '/wallet/reward/'))).toBe('/wallet/cards')
		expect(await backOf(await linkOn('/wallet', '/wallet/reward/'))).toBe('/wallet')
	})

	test('from sessions, through their tabs, to the page that led there', async () => {
		const fromProfile = await linkOn('/profile', '/sessions')
		expect(await backOf(fromProfile)).toBe('/profile')
		const available = linksOf(await client.open(fromProfile)).find((href) =>
			href.startsWith('/sessions?back'),
		)
		expect(await backOf(available ?? '')).toBe('/profile')
		expect(await backOf('/sessions')).toBe('/subscriptions')
	})

	test.each([
		[
			['/wallet', '/rewards', '/loyalty-enrollment', '/loyalty-program/'],
			['/loyalty-enrollment', '/rewards', '/wallet'],
		],
		[['/wallet', '/rewards', '/rewards?tab=claimed'], ['/wallet']],
		[
			['/wallet', '/loyalty-enrollment', '/loyalty-program/'],
			['/loyalty-enrollment', '/wallet'],
		],
		[['/wallet', '/loyalty-program/'], ['/wallet']],
		[
			['/wallet', '/plans', '/plans/'],
			['/plans', '/wallet'],
		],
		[['/wallet/cards', '/wallet/code'], ['/wallet/cards']],
		[['/wallet/cards', '/wallet/code', '/wallet/code?shop', '/wallet/code'], ['/wallet/cards']],
		[['/profile', '/rewards'], ['/profile']],
		[
			['/plans', '/plans/'],
			['/plans', '/'],
		],
	])('from %j back through %j', async ([start, ...links], pages) => {
		let here = start ?? ''
		for (const link of links) here = await linkOn(here, link)
		for (const page of pages) {
			here = (await backOf(here)) ?? 'nowhere'
			expect(here.replace(/\?.*/, '')).toBe(page)
		}
	})

	test('from a voucher through My Rewards to the wallet', async () => {
		const rewards = await client.open('/rewards?back=wallet')
		const form = rewards.document.querySelector('main form[action*="/voucher"]')?.getAttribute('action') ?? ''
		expect(await backOf(form)).toBe('/rewards?back=wallet')
	})

	test.each(['https://evil.example', '//evil.example', '/logout', 'toString', 'wallet.//evil', '__proto__'])(
		'and to no address of a stranger: %s',
		async (word) => {
			expect(await backOf(`/sessions?back=${encodeURIComponent(word)}`)).toBe('/subscriptions')
		},
	)
})

describe('the wallet, without script', () => {
	test('P7: shows the cashback, the stamp cards and the newest movements in one trip', async () => {
		const page = await client.open('/wallet')
		expect(page.document.querySelector('h1')?.textContent).toBe('Wallet')
		expect(page.text).toContain('Manage your payments and rewards')
		expect(page.text).toMatch(/Total available cashback\s*₦[\d,]+\.\d\d\s*From 2 businesses/)
		expect(page.document.querySelectorAll('.loyalty-card')).toHaveLength(3)
		expect(page.text).toContain('4/5 visits')
		expect(page.text).toContain('1 more for reward')
		// Each dot leads to a card that is there.
		const dots = linksOf(page).filter((href) => href.startsWith('#card-'))
		expect(dots).toHaveLength(4)
		for (const dot of dots) expect(page.document.getElementById(dot.slice(1))).not.toBeNull()
		expect(page.document.querySelectorAll('main a.menu-row')).toHaveLength(5)
		expect(linksOf(page)).toContain('/transactions')
		expect(linksOf(page)).toContain('/loyalty-enrollment?back=wallet')
		expect(await tripsOf('/wallet')).toBe(1)
	})

	test('the newest movements can be asked for alone: the same rows, for nobody else and in no cache', async () => {
		const wallet = await client.open('/wallet')
		const answer = await client.send(new URL('/wallet/recent', site().url))
		const rows: { name: string }[] = await answer.json()
		expect(rows.map(({ name }) => `/transactions/${name}?back=wallet`)).toEqual(
			linksOf(wallet).filter((href) => href.startsWith('/transactions/')),
		)
		expect(answer.headers.get('cache-control')).toBe('no-store')
		expect(await tripsOf('/wallet/recent')).toBe(1)
		expect(await (await (await newcomer()).send(new URL('/wallet/recent', site().url))).json()).toEqual([])
	})

	test('of a newcomer says that there is nothing yet, and where it would come from', async () => {
		const page = await (await newcomer()).open('/wallet')
		expect(page.text).toContain('₦0.00')
		expect(page.text).toContain('You have no cashback yet.')
		expect(page.text).toContain('No recent transactions')
		expect(page.document.querySelectorAll('.loyalty-card')).toHaveLength(0)
		expect(linksOf(page).filter((href) => href.startsWith('#card-'))).toEqual([])
		const breakdown = await (await newcomer()).open('/wallet/cashback')
		expect(breakdown.text).toContain('No cashback rewards yet')
		expect(breakdown.text).toContain('Start shopping to earn cashback!')
	})

	test('M35: a cashback program that is joined stands there before it has given anything', async () => {
		const person = await addSignedInPerson(site().database, { at: Date.now() })
		const browser = browserOf(person, site().url)
		await browser.post('/loyalty-enrollment', 'enroll=ade-hair-studio-cashback')
		const page = await browser.open('/wallet')
		expect(page.document.querySelector('.cashback-card')?.textContent).toMatch(
			/Adé Cashback: \d+%Total available cashback₦0\.00View Details/,
		)
		expect(page.text).not.toContain('You have no cashback yet.')
	})

	test('the breakdown names each business with what is there, was earned and was spent', async () => {
		const page = await client.open('/wallet/cashback')
		expect(page.text).toContain('Your cashback rewards across all businesses')
		expect(page.text).toMatch(/Kings/)
		for (const label of ['Cashback Earned', 'Total Earned', 'Total Spent']) expect(page.text).toContain(label)
		expect(await tripsOf('/wallet/cashback')).toBe(1)
	})

	test('a stamp leads to the reward that it brings; that of a card that is not theirs is not found', async () => {
		const page = await client.open('/wallet/reward/nailed-by-zina-card-5')
		expect(page.text).toContain('Future Reward')
		expect(page.text).toContain('After 5 visits')
		expect(page.text).toContain('Complete 1 more visit to unlock this reward.')
		const other = await (await newcomer()).open('/wallet/reward/nailed-by-zina-card-5')
		expect([other.status, linksOf(other)]).toEqual([404, expect.arrayContaining(['/wallet'])])
	})

	test('a reward that is earned on this card says that it is ready, and no longer once it was used or is over', async () => {
		const earned = '/wallet/reward/ade-hair-studio-card-3'
		const page = await client.open(earned)
		expect(page.text).toContain('Reward Earned!')
		expect(page.text).toContain('Ready to Claim!')
		expect(linksOf(page)).toContain('/rewards?back=wallet')
		const set = (values: string) =>
			site().database.change(`UPDATE rewards SET ${values} WHERE milestone_id = 'ade-hair-studio-card-3'`)
		await set('used_at = earned_at + 1')
		expect((await client.open(earned)).text).toContain('You have used this reward.')
		await set('used_at = NULL, expires_at = earned_at + 1')
		expect((await client.open(earned)).text).toContain('This reward has expired.')
		await set('expires_at = earned_at + 7776000000')
		const [appointmentId] = await takeReward('ade-hair-studio-card-demo-2-3')
		expect((await client.open(earned)).text).toContain('In use for your booking on')
		await giveBack(appointmentId)
	})

	test('a reward that was added at a stamp of the past is not earned', async () => {
		await site().database.change(
			`INSERT INTO loyalty_milestones (id, program_id, visits_required, reward_kind, description)
				VALUES ('first-of-zina', 'nailed-by-zina-card', 1, 'upgrade', 'Hand massage')`,
		)
		const page = await client.open('/wallet/reward/first-of-zina')
		expect(page.text).toContain('Future Reward')
		expect(page.text).toContain('This reward was added after your visit.')
	})

	test('more than six cards go on behind All cards; a made-up place in them is said', async () => {
		await site().database.change(
			`INSERT INTO loyalty_enrollments (id, program_id, shop_id, user_id, enrolled_at)
				SELECT 'more-' || id, id, shop_id, ?, 1 FROM loyalty_programs
				WHERE kind = 'punch_card' AND id NOT IN (SELECT program_id FROM loyalty_enrollments)`,
			demoClient.userId,
		)
		const wallet = await client.open('/wallet')
		expect(wallet.document.querySelectorAll('.loyalty-card')).toHaveLength(6)
		expect(linksOf(wallet)).toContain('/wallet/cards')
		const first = await client.open('/wallet/cards')
		const next = linksOf(first).find((href) => href.startsWith('/wallet/cards?after='))
		const second = await client.open(next ?? '')
		const all = await site().database.count(
			`SELECT count(*) FROM loyalty_enrollments JOIN punch_cards USING (program_id) WHERE user_id = ?`,
			demoClient.userId,
		)
		expect([first, second].map((page) => page.document.querySelectorAll('.loyalty-card').length)).toEqual([
			6,
			all - 6,
		])
		const forged = await client.open('/wallet/cards?after=forged')
		expect([forged.status, linksOf(forged)]).toEqual([400, expect.arrayContaining(['/wallet/cards'])])
	})
})

describe('the voucher of a reward, without script', () => {
	const REWARD = 'ade-hair-studio-card-demo-2-3'
	const VOUCHER = `/rewards/${REWARD}/voucher`
	const opened = () => site().database.count('SELECT voucher_opened_at FROM rewards WHERE id = ?', REWARD)
	const set = (values: string) =>
		site().database.change(`UPDATE rewards SET ${values} WHERE id = '${REWARD}'`)

	test('D51: a button opens it, it shows code, words, clock and how long it is locked, in one trip; a GET changes nothing', async () => {
		const closed = await client.open(VOUCHER)
		expect(closed.text).toContain('This voucher is closed.')
		expect(await opened()).toBe(0)
		const list = await client.open('/rewards')
		const code = list.document.querySelector('.code')?.textContent ?? ''
		const voucher = await client.submit(list, `main form[action="${VOUCHER}"]`, {})
		expect([voucher.status, voucher.url.pathname]).toEqual([200, VOUCHER])
		const text = voucher.document.querySelector('section.empty')?.textContent ?? ''
		expect(text.replaceAll(' ', '')).toContain(code)
		expect(text).toMatch(/Check words \(they change every minute\)\s*[a-z]+ [a-z]+\d/)
		expect(text).toMatch(/\d:\d\d:\d\d [AP]M\s*\w{3} \d+ \w{3}, Lagos time/)
		expect(text).toMatch(/Show within (3:00|2:5\d)/)
		expect(linksOf(voucher)).toEqual(expect.arrayContaining([VOUCHER, '/rewards']))
		expect(voucher.document.querySelector('.bottom-nav')).toBeNull()
		const first = await opened()
		await client.post(VOUCHER, '')
		expect(await opened()).toBe(first)
		expect(await tripsOf(VOUCHER)).toBe(1)
	})

	test('after three minutes it is closed, and may be opened again', async () => {
		await set('voucher_opened_at = voucher_opened_at - 180000')
		const page = await client.open(VOUCHER)
		expect(page.text).toContain('This voucher is closed.')
		const again = await client.submit(page, 'main form', {})
		expect(again.text).toContain('Show within')
	})

	test('its page hears that the shop has used it; of a reward of someone else it hears nothing', async () => {
		const heard = async (browser: BrowserLikeClient) =>
			(await browser.send(new URL(`/used?reward=${REWARD}`, site().url))).json()
		const stranger = await newcomer()
		expect([await heard(client), await heard(stranger)]).toEqual([false, false])
		await set('used_at = earned_at')
		expect([await heard(client), await heard(stranger)]).toEqual([true, false])
		await set('used_at = NULL')
	})

	test('D37: a reward in use leads to its booking, without code to copy or button, and opens no voucher', async () => {
		const [appointmentId] = await takeReward(REWARD)
		const list = await client.open('/rewards')
		expect(list.text).toContain('You have 0 unused rewards available')
		expect(list.text).toMatch(/Available\(1\)/)
		expect(list.document.querySelector('.code')).toBeNull()
		expect(list.document.querySelector('main form')).toBeNull()
		const booking = await client.follow(list, 'main li a[href*="/booking/confirmation"]')
		expect(booking.status).toBe(200)
		expect((await client.open(VOUCHER)).text).toContain('In use for your booking on')
		const refusal = await client.post(VOUCHER, '')
		expect(refusal.status).toBe(409)
		expect(refusal.document.querySelector('[role="alert"]')?.textContent).toContain('in use for a booking')
		await giveBack(appointmentId)
	})

	test.each([
		['used_at = earned_at + 1', 'was used', 'used_at = NULL'],
		['expires_at = earned_at + 1', 'has expired', 'expires_at = earned_at + 7776000000'],
	])('with %s it %s: 409, and the way on', async (change, words, mend) => {
		await set(change)
		const refusal = await client.post(VOUCHER, '')
		expect(refusal.status).toBe(409)
		const alert = refusal.document.querySelector('[role="alert"]')
		expect(alert?.textContent).toContain(words)
		expect(alert?.querySelector('a')?.getAttribute('href')).toBe('/rewards?tab=claimed')
		await set(mend)
	})

	test('of somebody else is not found, and nothing is told of it', async () => {
		const other = await newcomer()
		for (const page of [await other.open(VOUCHER), await other.post(VOUCHER, '')]) {
			expect(page.status).toBe(404)
			expect(page.text).toContain('Reward not found')
			expect(page.text).not.toContain('10% off')
		}
		const outsider = openBrowserLikeClient(site().url)
		expect((await outsider.post(VOUCHER, '')).url.pathname).toBe('/login')
	})
})

describe('Your QR Code', () => {
	test('D34: each card leads to it; it is private, says until when it is good, and names its customer', async () => {
		const wallet = await client.open('/wallet')
		const ways = linksOf(wallet).filter((href) => href.startsWith('/wallet/code'))
		expect(ways.length).toBeGreaterThan(2)
		for (const way of ways) expect(way).toMatch(/^\/wallet\/code\?shop=[\w-]+&back=wallet$/)
		const way = ways[0] ?? ''
		const page = await client.open(way)
		expect(page.document.querySelector('h1')?.textContent).toBe('Your QR Code')
		expect(page.text).toContain('Show this code at the shop to get your stamp or cashback.')
		expect(page.text).toContain('Adaeze Nnamdi')
		expect(page.text).toMatch(/Expires at \d+:\d\d [AP]M/)
		expect(page.headers.get('cache-control')).toBe('no-store')
		const svg = page.document.querySelector('svg[role="img"]')
		expect([svg?.getAttribute('width'), svg?.getAttribute('aria-label')]).toEqual([
			'192',
			'Your QR code, Adaeze Nnamdi',
		])
		expect(linksOf(page)).toEqual(expect.arrayContaining([way, '/wallet/code?back=wallet']))
		expect(await tripsOf(way)).toBe(1)
		expect(gzipBytes(page.html)).toBeLessThanOrEqual(10 * KB)
	})

	test('S37: without a shop it asks which one, and names the one that it is for', async () => {
		const asks = await client.open('/wallet/code')
		expect(asks.text).toContain('Which shop are you at?')
		expect(asks.document.querySelector('svg[role="img"]')).toBeNull()
		const shops = asks.document.querySelectorAll('a.menu-row')
		expect(shops.length).toBeGreaterThan(2)
		for (const link of shops.slice(0, 2)) {
			const page = await client.open(link.getAttribute('href') ?? '')
			expect(page.text).toContain(`For ${link.textContent.trim()}`)
		}
		expect((await client.open('/wallet/code?shop=none-of-hers')).text).toContain('Which shop are you at?')
		expect(await tripsOf('/wallet/code')).toBe(1)
	})

	test('S37: who is in no program is led to one', async () => {
		const page = await (await newcomer()).open('/wallet/code')
		expect(page.text).toContain('No cards yet')
		expect(linksOf(page)).toContain('/loyalty-enrollment?back=code')
	})
})

describe('My Rewards, without script', () => {
	test('shows the code of a reward and until when it is good; a used one says when', async () => {
		const page = await client.open('/rewards')
		expect(page.text).toContain('You have 1 unused reward available')
		expect(page.text).toContain('10% off your next visit')
		expect(page.text).toMatch(
			/Expires \w{3} \d{2}, \d{4} · (Choose it at checkout, or show|Show) this code at the shop\./,
		)
		const code = page.document.querySelector('.code')?.textContent ?? ''
		expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
		await site().database.change('UPDATE rewards SET used_at = ? WHERE code = ?', String(Date.now()), code)
		const claimed = await client.open('/rewards?tab=claimed')
		expect(claimed.text).toMatch(/Available\(0\)\s*Claimed\(5\)/)
		expect(claimed.text).toMatch(/Used on \w{3} \d{2}, \d{4}/)
		const none = await client.open('/rewards')
		expect(none.text).toContain('No rewards available')
		expect(linksOf(none)).toContain('/loyalty-enrollment?back=rewards')
		expect(await tripsOf('/rewards')).toBe(1)
	})

	test('a made-up place in the list is said', async () => {
		const forged = await client.open('/rewards?after=forged')
		expect([forged.status, linksOf(forged)]).toEqual([400, expect.arrayContaining(['/rewards'])])
	})
})

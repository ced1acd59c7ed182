import { describe, expect, test } from 'vitest'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const LIST = '/loyalty-enrollment'
const CARD = 'ade-hair-studio-card'

async function openMember() {
	const person = await addSignedInPerson(site().database, { at: Date.now() })
	return { browser: browserOf(person, site().url), userId: person.userId }
}

const heading = (page: LoadedPage) => page.document.querySelector('h1')?.textContent
const namesOn = (page: LoadedPage) =>
	page.document.querySelectorAll('main li h2').map(({ textContent }) => textContent)
const cardOf = (page: LoadedPage, name: string) =>
	page.document.querySelectorAll('main li').find((card) => card.querySelector('h2')?.textContent === name)
const enrollButton = (programId: string) => ({ button: `button[name="enroll"][value="${programId}"]` })
const enrolledIn = async (userId: string) =>
	(await site().database.rows('SELECT program_id FROM loyalty_enrollments WHERE user_id = ?', userId)).map(
		({ program_id }) => program_id,
	)
const enroll = (programId: string) => new URLSearchParams({ enroll: programId })

describe('Join Programs', () => {
	test('shows each program once over its pages, with what one gets and where', async () => {
		const { browser } = await openMember()
		const first = await browser.open(LIST)
		expect(heading(first)).toBe('Join Programs')
		expect(first.document.querySelector('.back')?.getAttribute('href')).toBe('/rewards')
		expect(cardOf(first, 'Adé Crown Card')?.textContent).toMatch(
			/Adé Hair Studio.*10 visits: Free wash and set, and 2 more rewards.*14 Herbert Macaulay Way, Yaba, Lagos/,
		)
		const second = await browser.follow(first, 'main a[href*="cursor="]')
		expect(second.document.querySelector('main a[href*="cursor="]')).toBeNull()
		const names = [...namesOn(first), ...namesOn(second)]
		const [row] = await site().database.rows(
			`SELECT count(*) AS count FROM loyalty_programs WHERE status = 'active'`,
		)
		expect(names.length).toBe(Number(row?.count))
		expect(new Set(names).size).toBe(names.length)
		expect(names).not.toContain('Palm House Rainy Season Card')
		expect((await browser.follow(second, `main p a[href="${LIST}"]`)).text).toContain('Adé Crown Card')
	})

	test('searches program, shop and address, and keeps what was typed', async () => {
		const { browser } = await openMember()
		const search = async (q: string) => {
			const page = await browser.submit(await browser.open(LIST), 'main form[role="search"]', { q })
			expect(page.document.querySelector('main input[name="q"]')?.getAttribute('value')).toBe(q)
			return namesOn(page)
		}
		expect(await search('royal dozen')).toEqual(['The Royal Dozen'])
		expect(await search('ade hair')).toEqual(['Adé Cashback', 'Adé Crown Card'])
		expect(await search('herbert macaulay')).toEqual(['Adé Cashback', 'Adé Crown Card'])
		expect(await search('bodija')).toEqual(['Bódìjà Twelve', 'Lounge Cashback'])
		const none = await browser.open(`${LIST}?q=nothing+like+this`)
		expect(none.text).toContain('No programs found')
		expect(namesOn(await browser.follow(none, `main .empty a[href="${LIST}"]`)).length).toBeGreaterThan(5)
	})

	test('a cursor that is none of ours is said to be one, above the first page', async () => {
		const { browser } = await openMember()
		const page = await browser.open(`${LIST}?cursor=made-up`)
		expect(page.status).toBe(400)
		expect(page.text).toContain('We couldn’t read that link')
		expect(page.text).toContain('Adé Crown Card')
	})

	test('where no business has a program, it leads to the businesses', async () => {
		const { browser } = await openMember()
		await site().database.change(`UPDATE loyalty_programs SET status = 'ended' WHERE id <> 'palm-house-card'`)
		try {
			const page = await browser.open(LIST)
			expect(page.text).toContain('No loyalty programs yet')
			expect(page.document.querySelector('main .empty a')?.getAttribute('href')).toBe('/discover')
		} finally {
			await site().database.change(
				`UPDATE loyalty_programs SET status = 'active' WHERE id <> 'palm-house-card'`,
			)
		}
	})
})

describe('Enroll Now', () => {
	test('joins, says so on the wallet, and the card reads Enrolled; a post that is sent again reads as done', async () => {
		const { browser, userId } = await openMember()
		const list = await browser.open(`${LIST}?q=crown`)
		const wallet = await browser.submit(list, 'main form[method="post"]', {}, enrollButton(CARD))
		expect(wallet.url.pathname).toBe('/wallet')
		expect(wallet.text).toContain('You joined Adé Crown Card at Adé Hair Studio.')
		expect(await enrolledIn(userId)).toEqual([CARD])
		const after = cardOf(await browser.open(LIST), 'Adé Crown Card')
		expect(after?.textContent).toContain('Enrolled')
		expect(after?.querySelector('button')).toBeNull()
		const again = await browser.submit(list, 'main form[method="post"]', {}, enrollButton(CARD))
		expect([again.status, again.url.pathname]).toEqual([200, '/wallet'])
		expect(again.text).toContain('You joined Adé Crown Card at Adé Hair Studio.')
		expect(await enrolledIn(userId)).toEqual([CARD])
	})

	test('works from the page of a program', async () => {
		const { browser, userId } = await openMember()
		const page = await browser.open(`/loyalty-program/${CARD}`)
		await browser.submit(page, 'main form', {}, enrollButton(CARD))
		expect(await enrolledIn(userId)).toEqual([CARD])
		const after = await browser.open(`/loyalty-program/${CARD}`)
		expect(after.text).toContain('Enrolled')
		expect(after.document.querySelector('main form')).toBeNull()
	})

	test.each([
		['palm-house-card', 409, 'This program has ended'],
		['no-such-program', 404, 'Invalid program or shop data.'],
	])('in %s is refused with %i and writes nothing', async (programId, status, words) => {
		const { browser, userId } = await openMember()
		const page = await browser.post(LIST, enroll(programId))
		expect(page.status).toBe(status)
		expect(page.document.querySelector('[role="alert"]')?.textContent).toContain(words)
		expect(page.text).toContain('Adé Crown Card')
		expect(await enrolledIn(userId)).toEqual([])
	})

	test('by a profile without email and phone leads to the profile', async () => {
		const { browser, userId } = await openMember()
		await site().database.change(`UPDATE profiles SET email = '' WHERE id = ?`, userId)
		const page = await browser.post(LIST, enroll(CARD))
		expect(page.status).toBe(422)
		expect(page.document.querySelector('[role="alert"] a')?.getAttribute('href')).toBe('/profile/edit')
	})

	test('by somebody who is signed out leads to /login and back to the program', async () => {
		for (const cookie of [null, 'ended-session']) {
			const browser = openBrowserLikeClient(site().url)
			if (cookie) browser.cookies.set('session', cookie)
			const page = await browser.post(LIST, enroll(CARD))
			expect(page.url.pathname).toBe('/login')
			expect(page.url.searchParams.get('redirectTo')).toBe(`/loyalty-program/${CARD}`)
			expect(page.text).toContain('Please log in to join a loyalty program.')
		}
	})

	test.each(['', 'enroll=', 'enroll=a%20b', 'enroll[]=x', 'enrol=x'])(
		'%j is no form of ours',
		async (body) => {
			const { browser, userId } = await openMember()
			const page = await browser.post(LIST, body)
			expect(page.status).toBe(400)
			expect(await enrolledIn(userId)).toEqual([])
		},
	)

	test('says that nothing may have been saved when the write gets no answer', async () => {
		const { browser } = await openMember()
		site().proxy.inject({ kind: 'bad-gateway', writesOnly: true })
		try {
			const page = await browser.post(LIST, enroll(CARD))
			expect(page.status).toBe(503)
			expect(page.document.querySelector('[role="alert"]')?.textContent).toContain('Could not save')
		} finally {
			site().proxy.heal()
		}
	})

	test('says that it does not know why when our own records are broken', async () => {
		const { browser } = await openMember()
		await site().database.client.execute('ALTER TABLE loyalty_programs RENAME COLUMN expires_at TO ends_at')
		try {
			const page = await browser.post(LIST, enroll(CARD))
			expect(page.status).toBe(500)
			expect(page.document.querySelector('[role="alert"]')?.textContent).toContain(
				'An unexpected error occurred. Please try again.',
			)
			expect(page.html).not.toMatch(/SQL|no such column|expires_at/)
		} finally {
			await site().database.client.execute('ALTER TABLE loyalty_programs RENAME COLUMN ends_at TO expires_at')
		}
	})
})

describe('The page of a program', () => {
	test('says what one gets in order, the rule, the shop and the end', async () => {
		const { browser } = await openMember()
		const page = await browser.open('/loyalty-program/mama-iyabo-card')
		const rewards = page.document.querySelectorAll('.offer').map(({ textContent }) => textContent)
		expect(rewards).toEqual([
			'A hand-carved wooden combAfter 2 visitsGift',
			expect.stringMatching(/^Free threadingAfter 5 visits/),
			'A gèlè tied for you on the day you chooseAfter 10 visitsSpecial',
		])
		expect(page.text).toContain('One stamp a day.')
		expect(page.text).toContain('The card is full after 10 stamps.')
		expect(page.text).toMatch(/Expires [A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2}( 20\d\d)?\./)
		const shop = await browser.follow(page, 'main a[href^="/business/"]')
		expect(heading(shop)).toContain('Mama Ìyábọ̀')
	})

	test('that is unknown, or shaped like no id, is 404 in words with a way on', async () => {
		const { browser } = await openMember()
		for (const id of ['nobody', 'a%20b', 'x'.repeat(65), '%22']) {
			const page = await browser.open(`/loyalty-program/${id}`)
			expect(page.status, id).toBe(404)
			expect(heading(page)).toBe('Program Not Found')
			expect(page.document.querySelector('.empty a')?.getAttribute('href')).toBe(LIST)
		}
	})

	test('that has ended takes nobody in, and leads to the others', async () => {
		const { browser } = await openMember()
		const page = await browser.open('/loyalty-program/palm-house-card')
		expect(page.status).toBe(200)
		expect(page.text).toContain('This program has ended.')
		expect(page.document.querySelector('main form')).toBeNull()
	})
})

describe('Without our records', () => {
	test('the list says so with Retry, which counts, and a program has Try again', async () => {
		const { browser } = await openMember()
		await site().database.server.stop()
		try {
			const list = await browser.open(`${LIST}?q=crown`)
			expect(list.status).toBe(503)
			expect(list.text).toContain('Failed to load loyalty programs')
			expect(list.text).toContain('Database error. Please try again later.')
			const again = await browser.follow(list, 'main .empty a')
			expect(again.text).toContain('Retry (1)')
			const program = await browser.open(`/loyalty-program/${CARD}`)
			expect(program.status).toBe(503)
			expect(heading(program)).toBe('Error Loading Program')
			expect(program.text).toContain('Try again')
		} finally {
			await site().database.server.restart()
		}
		expect(namesOn(await browser.open(`${LIST}?q=crown&retry=2`))).toEqual(['Adé Crown Card'])
	})

	test('in another shape, the list says that as well', async () => {
		const { browser } = await openMember()
		const { client } = site().database
		await client.execute('ALTER TABLE punch_cards RENAME COLUMN visits_required TO visits')
		try {
			const list = await browser.open(LIST)
			expect(list.status).toBe(500)
			expect(list.text).toContain('Data structure error. Please contact support.')
		} finally {
			await client.execute('ALTER TABLE punch_cards RENAME COLUMN visits TO visits_required')
		}
	})
})

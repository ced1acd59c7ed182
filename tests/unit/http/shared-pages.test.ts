import { describe, expect, test } from 'vitest'
import {
	answerOfCopy,
	type CopyStore,
	createSharedPages,
	FRESH_MS,
	makeCopy,
	type PageCopy,
	USABLE_MS,
} from '#app/http/shared-pages.ts'

const key = 'https://wakati.example/discover?copy=1'

/** Shared pages with a clock set by hand, and a page whose text and status are set by hand too. */
function openShop({ elsewhere = null }: { elsewhere?: CopyStore | null } = {}) {
	const page = { text: 'one', status: 200, timesMade: 0 }
	const clock = { at: 1_000 }
	const underWay: Promise<unknown>[] = []
	const waiting: (() => void)[] = []
	const wait = () => new Promise<void>((resolve) => waiting.push(resolve))
	const sharedPage = createSharedPages({ now: () => clock.at, elsewhere, wait })

	async function make(): Promise<PageCopy | null> {
		page.timesMade += 1
		return { status: page.status, parts: [page.text], madeAt: clock.at }
	}
	const ask = (request: Partial<Parameters<typeof sharedPage>[0]> = {}) =>
		sharedPage({ key, make, waitUntil: (work) => underWay.push(work), ...request })
	return {
		page,
		clock,
		ask,
		losePatience: () => {
			for (const resolve of waiting.splice(0)) resolve()
		},
		/** What a visitor reads; null when they are answered without a copy. */
		read: async (request = {}) => (await ask(request))?.parts.join('') ?? null,
		atRest: () => Promise.all(underWay),
	}
}

describe('P9c: a public page', () => {
	test('is made once for all who ask within its time', async () => {
		const { page, clock, read } = openShop()
		expect(await read()).toBe('one')
		page.text = 'two'
		clock.at += FRESH_MS - 1
		expect(await read()).toBe('one')
		expect(page.timesMade).toBe(1)
	})

	test('is made once for a thousand who ask at once', async () => {
		const { page, read } = openShop()
		const texts = await Promise.all(Array.from({ length: 1_000 }, () => read()))
		expect(new Set(texts)).toEqual(new Set(['one']))
		expect(page.timesMade).toBe(1)
	})

	test('shows what has changed after its time: one request renews it, and nobody waits', async () => {
		const { page, clock, read, atRest } = openShop()
		await read()
		page.text = 'two'
		clock.at += FRESH_MS
		expect(await Promise.all([read(), read(), read()])).toEqual(['one', 'one', 'one'])
		await atRest()
		expect(await read()).toBe('two')
		expect(page.timesMade).toBe(2)
	})

	test('with free times on it is never given older than its time, unless our records do not answer', async () => {
		const { page, clock, read } = openShop()
		await read({ showsTimes: true })
		page.text = 'two'
		clock.at += FRESH_MS
		expect(await read({ showsTimes: true })).toBe('two')
		page.status = 503
		clock.at += FRESH_MS
		expect(await read({ showsTimes: true })).toBe('two')
	})

	test('is too old to be shown after five minutes: who asks then waits for the new one', async () => {
		const { page, clock, read } = openShop()
		await read()
		page.text = 'two'
		clock.at += USABLE_MS
		expect(await read()).toBe('two')
	})

	test('O7: a failure is tried once more before a crowd gets it, and not for one visitor alone', async () => {
		const { page, ask } = openShop()
		let tries = 0
		const failsOnce = async (): Promise<PageCopy> => {
			tries += 1
			return { status: tries === 1 ? 503 : 200, parts: ['one'], madeAt: 1_000 }
		}
		const crowd = await Promise.all([ask({ make: failsOnce }), ask({ make: failsOnce }), ask()])
		expect(crowd.map((copy) => copy?.status)).toEqual([200, 200, 200])
		expect([tries, page.timesMade]).toEqual([2, 0])

		page.status = 503
		expect((await ask({ key: `${key}&alone` }))?.status).toBe(503)
		expect(page.timesMade).toBe(1)
		const unlucky = await Promise.all([ask({ key: `${key}&crowd` }), ask({ key: `${key}&crowd` })])
		expect(unlucky.map((copy) => copy?.status)).toEqual([503, 503])
		expect(page.timesMade).toBe(3)
	})

	test.each([404, 500])(
		'is not kept with status %i, and those who asked at once share it',
		async (status) => {
			const { page, ask } = openShop()
			page.status = status
			const answers = await Promise.all([ask(), ask()])
			expect(answers.map((copy) => copy?.status)).toEqual([status, status])
			expect(page.timesMade).toBe(1)
			page.status = 200
			expect((await ask())?.status).toBe(200)
		},
	)

	test('stays as it was while it cannot be made, until it is too old', async () => {
		const { page, clock, ask, read, atRest } = openShop()
		await read()
		page.status = 503
		clock.at += USABLE_MS - 1
		expect(await read()).toBe('one')
		await atRest()
		expect(await read()).toBe('one')
		await atRest()
		clock.at += 1
		expect((await ask())?.status).toBe(503)
	})

	test('that throws or must not be shared is answered without a copy', async () => {
		const { read } = openShop()
		const broken = () => Promise.reject(new Error('broken'))
		expect(await read({ make: broken })).toBeNull()
		expect(await read({ make: async () => null })).toBeNull()
		expect(await read()).toBe('one')
	})

	test('whose maker was ended by the platform holds nobody up for ever, and is made by the next', async () => {
		const { losePatience, read } = openShop()
		const waiting = read({ make: () => new Promise(() => {}) })
		const behind = read()
		losePatience()
		expect(await Promise.all([waiting, behind])).toEqual([null, null])
		expect(await read()).toBe('one')
	})

	test('is kept for a bounded number of addresses, and what was made longest ago goes first', async () => {
		const { page, ask, read } = openShop()
		for (let i = 0; i <= 200; i++) await ask({ key: `${key}&i=${i}` })
		page.text = 'two'
		expect(await read({ key: `${key}&i=1` })).toBe('one')
		expect(await read({ key: `${key}&i=0` })).toBe('two')
	})
})

describe('copies of other isolates', () => {
	function openStore(copy: PageCopy | null) {
		const written: PageCopy[] = []
		const store: CopyStore = {
			read: async () => copy,
			write: async (_key, newer) => void written.push(newer),
		}
		return { store, written }
	}
	const found = (madeAt: number): PageCopy => ({ status: 200, parts: ['found'], madeAt })

	test('are given while they are fresh, and no page is made', async () => {
		const { store, written } = openStore(found(1_000))
		const { page, read } = openShop({ elsewhere: store })
		expect(await read()).toBe('found')
		expect([page.timesMade, written]).toEqual([0, []])
	})

	test('are renewed when they are older, for all isolates', async () => {
		const { store, written } = openStore(found(1_000 - FRESH_MS))
		const { read, atRest } = openShop({ elsewhere: store })
		expect(await read()).toBe('one')
		await atRest()
		expect(written).toEqual([{ status: 200, parts: ['one'], madeAt: 1_000 }])
	})

	test('do as well while the page cannot be made', async () => {
		const { store, written } = openStore(found(1_000 - FRESH_MS))
		const { page, read } = openShop({ elsewhere: store })
		page.status = 503
		expect(await read()).toBe('found')
		expect(written).toEqual([])
	})

	test('are done without where the platform fails to keep them', async () => {
		const fails = () => Promise.reject(new Error('no cache here'))
		const { page, read, atRest } = openShop({ elsewhere: { read: fails, write: fails } })
		expect([await read(), await read()]).toEqual(['one', 'one'])
		await atRest()
		expect(page.timesMade).toBe(1)
	})
})

describe('a copy', () => {
	const page = (html: string, headers = {}) =>
		new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })

	test('gives each visitor a nonce of their own, wherever the first one stood', async () => {
		const copy = await makeCopy(page('<a nonce="N1"><b nonce="N1">'), 'N1', 5)
		expect(copy).not.toBeNull()
		if (!copy) return
		expect(await answerOfCopy(copy, 'N2').text()).toBe('<a nonce="N2"><b nonce="N2">')
		expect(await answerOfCopy(copy, 'N3').text()).toBe('<a nonce="N3"><b nonce="N3">')
	})

	test('is not made of an answer that sets a cookie, nor of one that is no page', async () => {
		expect(await makeCopy(page('', { 'set-cookie': 'a=b' }), 'N1', 5)).toBeNull()
		expect(await makeCopy(Response.redirect('https://wakati.example/login'), 'N1', 5)).toBeNull()
		expect(await makeCopy(new Response('Unexpected Server Error', { status: 500 }), 'N1', 5)).toBeNull()
	})
})

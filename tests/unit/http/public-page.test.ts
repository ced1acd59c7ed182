import { describe, expect, test } from 'vitest'
import { mayBeKept, mayBeListed } from '#app/http/public-page.ts'
import { pagesPart, siteMapIndex } from '#app/http/site-map.ts'

const ask = (path: string, init: RequestInit = {}) => new Request(`https://wakati.example${path}`, init)
const cookie = (line: string) => ({ headers: { cookie: line } })
const page = (init: ResponseInit = {}) => new Response('', init)

describe('Search engines', () => {
	test.each(['/', '/discover', '/discover?category=nails', '/business/ada', '/plans', '/plans/early-bird'])(
		'may list %s',
		(path) => {
			expect(mayBeListed(ask(path))).toBe(true)
		},
	)

	test.each([
		'/discover?q=hair',
		'/discover?lat=6.5&lng=3.4',
		'/business/ada?reviewsBefore=1',
		'/plans/early-bird/buy',
		'/booking/checkout',
		'/booking/confirmation?visit=secret',
		'/appointments',
		'/profile',
		'/kiosk',
		'/s/ada/qr',
		'/login',
	])('are told not to list %s', (path) => {
		expect(mayBeListed(ask(path))).toBe(false)
	})
})

describe('For the way back the browser keeps a page', () => {
	test('of nobody: with a draft, a theme or a search it is still one of nobody', () => {
		for (const path of ['/', '/discover', '/discover?q=hair', '/business/ada', '/terms', '/plans'])
			expect(mayBeKept(ask(path), page()), path).toBe(true)
		expect(mayBeKept(ask('/discover', cookie('theme=dark; draft=abc')), page())).toBe(true)
	})

	test('R50: never of who is signed in, nor one with a message for a visitor, their next visit or where they are', () => {
		for (const name of ['session', '__Host-session'])
			expect(mayBeKept(ask('/discover', cookie(`theme=dark; ${name}=abc`)), page())).toBe(false)
		expect(mayBeKept(ask('/discover', cookie('visits=abc')), page())).toBe(false)
		expect(mayBeKept(ask('/terms', cookie('visits=abc')), page())).toBe(true)
		expect(mayBeKept(ask('/discover'), page({ headers: { 'set-cookie': 'flash=; Max-Age=0' } }))).toBe(false)
		expect(mayBeKept(ask('/discover?lat=6.5&lng=3.4'), page())).toBe(false)
		expect(mayBeKept(ask('/discover?near=Yaba'), page())).toBe(false)
	})

	test('never a page of its own life, an answer to a form, or a failure', () => {
		for (const path of ['/booking/checkout', '/login', '/appointments', '/discover.data', '/s/ada/qr'])
			expect(mayBeKept(ask(path), page()), path).toBe(false)
		expect(mayBeKept(ask('/discover', { method: 'POST' }), page())).toBe(false)
		expect(mayBeKept(ask('/discover'), page({ status: 503 }))).toBe(false)
	})
})

test('the map of the site names its parts, and Discover by category', () => {
	const index = siteMapIndex('https://wakati.example', 2)
	expect([...index.matchAll(/<loc>([^<]+)/g)].map(([, address]) => address)).toEqual([
		'https://wakati.example/sitemaps/pages.xml',
		'https://wakati.example/sitemaps/shops-1.xml',
		'https://wakati.example/sitemaps/shops-2.xml',
	])
	expect(pagesPart('https://wakati.example')).toContain(
		'<loc>https://wakati.example/discover?category=nails</loc>',
	)
})

import { expect, test } from 'vitest'
import { webhookUrlProblem, webhookUrlProblemWords } from '#app/domain/shops/webhook-url.ts'

const ownOrigins = ['https://wakati.example', 'http://127.0.0.1:8787']
const problem = (url: string, isProduction = true) =>
	webhookUrlProblem(new URL(url), { ownOrigins, isProduction })

test.each(['https://hooks.shop.example/path?key=1', 'https://shop.example:8443', 'https://shop.example./'])(
	'a program is told of bookings at %s',
	(url) => {
		expect(problem(url)).toBeNull()
		expect(problem(url, false)).toBeNull()
	},
)

test.each([
	'http://shop.example',
	'ftp://shop.example',
	'https://user@shop.example',
	'https://:word@shop.example',
])('nothing is sent to %s: it is not private on its way, or hides a name', (url) =>
	expect(problem(url)).toBe('url_not_https'),
)

test.each([
	'https://10.0.0.1',
	'https://167772161',
	'https://0xa.1',
	'https://[::1]',
	'https://intranet',
	'https://printer',
	'https://localhost',
	'https://printer.local',
	'https://printer.local..',
	'https://db.internal.',
	'https://metadata.google.internal',
])('nothing is sent to %s: it may lead into a network of ours', (url) =>
	expect(problem(url)).toBe('host_not_public'),
)

test.each([
	'https://localhost.shop.example',
	'https://mylocal.example',
	'https://shop.homes',
	'https://4shops.example',
	'https://shop.example4',
])('%s only looks like an address or a name of a private network', (url) => expect(problem(url)).toBeNull())

test('nothing is sent to the app itself, nor to a name below it', () => {
	expect(problem('https://wakati.example/hook')).toBe('host_is_ours')
	expect(problem('https://api.wakati.example.')).toBe('host_is_ours')
	expect(problem('https://notwakati.example')).toBeNull()
})

test('outside of production a program on this machine can be tried, other than the app', () => {
	expect(problem('http://127.0.0.1:9999/hook', false)).toBeNull()
	expect(problem('http://127.0.0.1:8787/hook', false)).toBe('host_is_ours')
	expect(problem('http://127.0.0.1:9999/hook')).toBe('url_not_https')
	expect(problem('https://127.0.0.1:9999/hook')).toBe('host_is_ours')
	expect(problem('http://shop.example', false)).toBe('url_not_https')
})

test('a shop reads in whole sentences what is wrong with an address', () => {
	for (const words of Object.values(webhookUrlProblemWords)) expect(words).toMatch(/^[A-Z].*\.$/)
})

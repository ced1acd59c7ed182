import { beforeAll, describe, expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'
import { type WorkerCost, workerCost } from '#tests/support/worker-cost.ts'
import { hostileNames } from './hostile-values.ts'

const site = withTestSite()
const MAX_ANSWER_BYTES = 100 * 1024
/** What no strange request may cost; the CPU is that of ten plain pages where the machine is slow. */
const limit: WorkerCost = { cpuMs: 100, memoryBytes: 32 * 1024 * 1024 }

const formPaths = ['/booking/checkout', '/login', '/register', '/forgot-password', '/reset-password']
const urlEncoded = 'application/x-www-form-urlencoded'

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

async function ask(path: string, { method = 'GET', body, headers = {} }: Sent = {}) {
	const url = new URL(path, site().url)
	const origin = { origin: url.origin, 'content-type': urlEncoded }
	const answer = await openBrowserLikeClient(site().url).send(url, {
		method,
		...(body === undefined ? {} : { body }),
		headers: { ...(method === 'GET' ? {} : origin), ...headers },
	})
	return { status: answer.status, html: await answer.text() }
}

const post = (path: string, body: string, type = urlEncoded) =>
	ask(path, { method: 'POST', body, headers: { 'content-type': type } })

/** A multipart body with one part. */
function onePart(disposition: string): [body: string, type: string] {
	return [
		`--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\nx\r\n--x--\r\n`,
		'multipart/form-data; boundary=x',
	]
}

/** The answer, whose cost was that of an ordinary page. */
async function cheaply(what: string, send: () => ReturnType<typeof ask>) {
	let answer = { status: 0, html: '' }
	const cost = await workerCost(
		site().worker,
		async () => {
			answer = await send()
		},
		limit,
	)
	expect(cost.cpuMs, `${what}: CPU in ms`).toBeLessThanOrEqual(limit.cpuMs)
	expect(cost.memoryBytes, `${what}: memory`).toBeLessThanOrEqual(limit.memoryBytes)
	expect(answer.html.length, `${what}: bytes of the answer`).toBeLessThanOrEqual(MAX_ANSWER_BYTES)
	expect(answer.status, what).toBeLessThan(500)
	return answer
}

beforeAll(async () => {
	// Warm: the first pages compile what they run.
	for (let i = 0; i < 5; i++) for (const path of formPaths) await post(path, 'email=x')
	const plain = await workerCost(site().worker, () => post('/register', 'email=x'), {
		cpuMs: 0,
		memoryBytes: 0,
	})
	limit.cpuMs = Math.max(limit.cpuMs, 10 * plain.cpuMs)
})

describe.each(formPaths)('S1, S6: a form posted to %s', (path) => {
	test.each(Object.entries(hostileNames))(
		'with %s as the name of a field is refused in words',
		async (what, name) => {
			const answer = await cheaply(what, () => post(path, `email=a%40b.example&${name}=x`))
			expect(answer.status).toBe(400)
			expect(answer.html).toContain('We couldn’t read that')
			expect(answer.html).not.toContain('hacked')
		},
	)
})

describe('S1: a form in parts', () => {
	const decoded = Object.entries(hostileNames).filter(([, name]) => !name.includes('%'))
	test.each(decoded)('with %s as the name of a field is refused', async (what, name) => {
		const { status } = await cheaply(what, () => post('/login', ...onePart(`name="${name}"`)))
		expect(status).toBe(400)
	})

	test.each([
		['a file', 'name="email"; filename="a.txt"'],
		['a file without a name of its own', 'name="email"; filename=""'],
		['a long file name', `name="email"; filename="${'a'.repeat(5_000)}"`],
		['no name', 'filename="a.txt"'],
	])('with %s is refused', async (what, disposition) => {
		const { status } = await cheaply(what, () => post('/register', ...onePart(disposition)))
		expect(status).toBe(400)
	})
})

describe('W10: a form whose values', () => {
	test.each(['<', '"', '&', '\u0000', '\u2028', 'é', '😀'])(
		'are 6,000 times %j comes back within 100 KB',
		async (letter) => {
			const value = encodeURIComponent(letter.repeat(6_000 / letter.length - 10))
			await cheaply(letter, () => post('/register', `firstName=${value}`))
		},
	)

	test('are more than any form of ours sends is refused as too much', async () => {
		expect(
			(await cheaply('60,000 letters', () => post('/register', `firstName=${'<'.repeat(60_000)}`))).status,
		).toBe(413)
	})
})

describe('W10: a strange header', () => {
	const long = 8_000
	const headers: [name: string, value: string][] = [
		['user-agent', `Mozilla/5.0 (${'Android '.repeat(long / 8)}`],
		['user-agent', '('.repeat(long)],
		['accept', 'text/html,'.repeat(long / 10)],
		['accept-language', 'en-NG;q=0.1,'.repeat(long / 12)],
		['referer', `http://127.0.0.1/${'a/'.repeat(long / 2)}`],
		['referer', 'http://['],
		['cf-connecting-ip', ':'.repeat(long)],
		['x-forwarded-host', 'a.example, b.example'],
		['x-forwarded-host', '['.repeat(long)],
		['x-forwarded-proto', 'gopher'],
		['sec-fetch-site', 'x'.repeat(long)],
		['save-data', 'on,'.repeat(long / 3)],
		['range', `bytes=${'0-0,'.repeat(long / 4)}`],
		['if-none-match', '"x",'.repeat(long / 4)],
		['x-remix-response', 'yes'],
		['purpose', 'prefetch'],
		['cookie', 'a=b; '.repeat(long / 5)],
		['cookie', ';'.repeat(long)],
		['cookie', '='.repeat(long)],
		['cookie', `theme=${'dark; theme='.repeat(long / 12)}`],
		['cookie', `session=${'a'.repeat(long)}`],
		['cookie', `draft=${'a.'.repeat(long / 2)}`],
		['cookie', `flash=${'%'.repeat(long)}`],
		...['flash', 'draft', 'visits', 'device', 'wish'].map((name): [string, string] => [
			'cookie',
			`${name}=x.!; ${name}=!!; ${name}=`,
		]),
	]
	test.each(headers)('%s: %.30s … costs what a page costs', async (name, value) => {
		const sent = { [name]: value }
		for (const path of ['/', '/booking/checkout', '/business/ade-hair-studio', '/appointments'])
			await cheaply(`${path} with ${name}`, () => ask(path, { headers: sent }))
		if (name === 'sec-fetch-site') return
		const { status } = await cheaply(`sign-in with ${name}`, () =>
			ask('/login', { method: 'POST', body: 'email=x', headers: sent }),
		)
		expect(status).toBe(400)
	})
})

import type { AppLoadContext, ServerBuild } from '@remix-run/cloudflare'
import { describe, expect, test } from 'vitest'
import { answerCall } from '#app/api/answer-call.server.ts'
import { httpsAddress, isAddressOutOfBounds } from '#app/http/answer-at-the-edge.ts'
import { edgeRateLimit } from '#app/http/edge-rate-limit.server.ts'
import { limitingPosts } from '#app/http/limit-posts.ts'
import { loader as openKiosk } from '#app/routes/kiosk.open.tsx'

describe('W10: an address', () => {
	const isOut = (path: string) => isAddressOutOfBounds(new URL(path, 'https://wakati.example'))

	test.each(['/', '/a/b/c/d/e/f/g/h', '/discover?q=a/b/c/d/e/f/g/h/i/j', '/__manifest?p=/a/b&p=/c'])(
		'as ours are is taken: %s',
		(path) => expect(isOut(path)).toBe(false),
	)

	test.each([
		'/a/b/c/d/e/f/g/h/i',
		'/1/2/3/4/5/6/7/8/9.data',
		'/a////////',
		`/__manifest?p=${'/a'.repeat(9)}`,
		`/__manifest?${'p=/a&'.repeat(41)}`,
		`/${'a'.repeat(2_001)}`,
		`/__manifest?p=/${'a'.repeat(2_001)}`,
	])('that goes far beyond ours is not: %s', (path) => expect(isOut(path)).toBe(true))
})

describe('S20: plain http', () => {
	const led = (address: string, environment = 'production') => httpsAddress(new URL(address), environment)

	test('leads to https in production, path and query kept', () => {
		expect(led('http://wakati.example/a?b=c')).toBe('https://wakati.example/a?b=c')
		expect(led('http://wakati.example:8080/')).toBe('https://wakati.example:8080/')
	})

	test.each(['https://wakati.example/', 'http://127.0.0.1:8788/', 'http://localhost/', 'http://[::1]:1/'])(
		'is not what this is, or it stays on this machine: %s',
		(address) => expect(led(address)).toBeNull(),
	)

	test('is served elsewhere', () => expect(led('http://wakati.example/', 'test')).toBeNull())
})

describe('W11: the platform’s own limit', () => {
	const env = (success: boolean) => ({ POST_RATE_LIMITER: { limit: async () => ({ success }) } })

	test('refuses what the binding refuses, and nothing where it is absent, broken or knows no network', async () => {
		expect(await edgeRateLimit(env(false), 'POST_RATE_LIMITER', 'network')()).toBe(false)
		expect(await edgeRateLimit(env(true), 'POST_RATE_LIMITER', 'network')()).toBe(true)
		expect(await edgeRateLimit(env(false), 'RATE_LIMITER', 'network')()).toBe(true)
		expect(await edgeRateLimit(env(false), 'POST_RATE_LIMITER', null)()).toBe(true)
		const broken = { POST_RATE_LIMITER: { limit: () => Promise.reject(new Error('down')) } }
		expect(await edgeRateLimit(broken, 'POST_RATE_LIMITER', 'network')()).toBe(true)
	})

	test('stands in front of every action but the one for Paystack', async () => {
		const action = async () => 'done'
		const route = { id: 'x', module: { action, default: () => null } }
		const routes = {
			'routes/login': route,
			'routes/webhooks.paystack': route,
			'routes/terms': { id: 'y', module: {} },
		}
		const limited = limitingPosts({ routes } as unknown as ServerBuild).routes
		const post = (id: string, passes: boolean) =>
			limited[id]?.module.action?.({ context: { passesEdgePostLimit: async () => passes } } as never)
		expect(await post('routes/login', true)).toBe('done')
		await expect(post('routes/login', false)).rejects.toMatchObject({ init: { status: 429 } })
		expect(await post('routes/webhooks.paystack', false)).toBe('done')
		expect(limited['routes/terms']?.module.action).toBeUndefined()
	})

	test('S36: stands before the database for a read of the API and for a kiosk link', async () => {
		// It has no repository: any read of the database would fail.
		const context = {
			passesEdgePostLimit: async () => false,
			settings: { supportContact: null },
			now: () => 0,
		} as unknown as AppLoadContext
		const request = new Request('https://wakati.example/api/v1/appointments')
		const { status, headers } = await answerCall({ request, params: { '*': 'appointments' }, context })
		expect([status, headers.get('retry-after')]).toEqual([429, '60'])
		const kiosk = new Request('https://wakati.example/kiosk/open')
		expect(await openKiosk({ request: kiosk, context, params: {} })).toMatchObject({
			data: { link: null, words: { title: 'Too many attempts' } },
			init: { status: 429 },
		})
	})
})

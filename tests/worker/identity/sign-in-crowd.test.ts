import { beforeAll, expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { openBrowserLikeClient, type Page } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { addHolder, addPlan, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const CROWD = 60

const signIn = (i: number) =>
	openBrowserLikeClient(site().url).post('/login', `email=nobody${i}%40example.com&password=five+brown+goats`)
const discover = () => openBrowserLikeClient(site().url).open('/discover')

test('S25, W51: a crowd that signs in at once slows no other page, and most of it is told when to try again', async () => {
	// Warm: the first pages compile what they run.
	for (let i = 0; i < 5; i++)
		await Promise.all([discover(), openBrowserLikeClient(site().url).open('/login')])
	expect((await signIn(CROWD)).status).toBe(401)
	const crowd = Promise.all(Array.from({ length: CROWD }, (_, i) => signIn(i)))
	let isOver = false
	const others: { status: number; cameBefore: boolean }[] = []
	const visitor = async () => {
		while (!isOver) {
			const { status } = await discover()
			others.push({ status, cameBefore: !isOver })
		}
	}
	const visitors = Promise.all([visitor(), visitor()])
	const answers = await crowd
	isOver = true
	await visitors

	const refused = answers.filter(({ status }) => status === 429)
	expect(refused.length).toBeGreaterThan(CROWD / 2)
	for (const page of refused) {
		expect(page.text).toContain('We are busy. Please try again in a few seconds.')
		expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
		expect(page.document.querySelector('input[name="email"]')?.getAttribute('value')).toMatch(/^nobody/)
	}
	// Refused before it was counted.
	const counted = await site().database.count(
		`SELECT count(*) FROM rate_limits WHERE kind = 'sign-in-account'`,
	)
	expect(counted).toBeLessThanOrEqual(CROWD - refused.length + 1)
	expect(others.map(({ status }) => status)).toEqual(others.map(() => 200))
	// Without the gate the first of them waited for all hashes: none came before the crowd was through.
	expect(others.filter(({ cameBefore }) => cameBefore).length).toBeGreaterThan(2)
})

const now = Date.now()
const wrong = 'six brown goats'

let planId: string
beforeAll(async () => {
	await addSmallShop(site().database.client, 'dojo', { zone: zoneAtNoon(now) })
	planId = await addPlan(site().database, 'dojo')
})

/**
 * A post of one more customer that costs a hash. What `keeps` finds of the form's values has to be on the page again.
 */
const posts: Record<string, () => Promise<{ send: () => Promise<Page>; keeps: [string, string] }>> = {
	'set a new password': async () => {
		const { userId } = await addSignedInPerson(site().database, { at: now })
		const token = newSecretToken()
		await site().database.change(
			`INSERT INTO account_tokens (id, user_id, kind, token_hash, created_at, expires_at) VALUES (?, ?, 'reset', ?, ?, ?)`,
			newId(),
			userId,
			hashSecretToken(token),
			String(now),
			String(now + HOUR_MS),
		)
		const body = new URLSearchParams({ token, password: wrong, confirmPassword: wrong })
		const send = () => openBrowserLikeClient(site().url).post(`/reset-password?token=${token}`, body)
		return { send, keeps: ['input[name="token"]', token] }
	},
	'change their e-mail': async () => {
		const person = await addSignedInPerson(site().database, { at: now })
		const email = `${newId().toLowerCase()}@example.com`
		const body = new URLSearchParams({ firstName: 'Ada', lastName: 'Obi', email, phone: '', password: wrong })
		return {
			send: () => browserOf(person, site().url).post('/profile/edit', body),
			keeps: ['input[name="email"]', email],
		}
	},
	'delete their account': async () => {
		const person = await addHolder(site().database, planId, { now })
		const body = new URLSearchParams({ givesUp: '1', password: wrong })
		return {
			send: () => browserOf(person, site().url).post('/settings/delete', body),
			keeps: ['input[name="givesUp"][checked]', '1'],
		}
	},
}

test.each(Object.entries(posts))(
	'S25: of a crowd of customers who %s at once, most are told to come again, with the form kept',
	async (_, prepare) => {
		const crowd: Awaited<ReturnType<typeof prepare>>[] = []
		for (let i = 0; i < 24; i++) crowd.push(await prepare())
		const answers = await Promise.all(crowd.map(async ({ send, keeps }) => ({ page: await send(), keeps })))
		const refused = answers.filter(({ page }) => page.status === 429)
		expect(refused.length).toBeGreaterThan(12)
		for (const { page, keeps } of refused) {
			expect(page.text).toContain('We are busy. Please try again in a few seconds.')
			expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
			const [kept, value] = keeps
			expect(page.document.querySelector(kept)?.getAttribute('value')).toBe(value)
		}
	},
)

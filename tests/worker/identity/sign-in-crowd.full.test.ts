import { beforeAll, expect, test } from 'vitest'
import { hashSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { HOUR_MS } from '#app/kernel/instant.ts'
import { type LoadedPage, openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
import { addSignedInPerson, browserOf } from '#tests/support/accounts.ts'
import { addHolder, addPlan, zoneAtNoon } from '#tests/support/session-desk.ts'
import { addSmallShop } from '#tests/support/small-shop.ts'
import { withTestSite } from '#tests/support/with-test-site.ts'

const site = withTestSite()
const CROWD = 60
const busyWords = 'We are busy. Please try again in a few seconds.'

const signIn = (i: number) =>
	openBrowserLikeClient(site().url).post('/login', `email=nobody${i}%40example.com&password=five+brown+goats`)
const discover = () => openBrowserLikeClient(site().url).open('/discover')

test('W14: a crowd that signs in at once slows no other page, and most of it is told when to try again', async () => {
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

	// Behind the gate another post may be refused because too many writes of its network wait (S31).
	const refused = answers.filter(({ status, text }) => status === 429 && text.includes(busyWords))
	expect(refused.length).toBeGreaterThan(CROWD / 2)
	for (const page of refused) {
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

/** One more customer's post that costs a hash. `keeps`: a value of the form that has to stay on the page. */
type Prepare = () => Promise<{ send: () => Promise<LoadedPage>; keeps: [string, string] }>

const deleting: Prepare = async () => {
	const person = await addHolder(site().database, planId, { now })
	const body = new URLSearchParams({ givesUp: '1', password: wrong })
	return {
		send: () => browserOf(person, site().url).post('/settings/delete', body),
		keeps: ['input[name="givesUp"][checked]', '1'],
	}
}

const posts: Record<string, Prepare> = {
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
	'delete their account': deleting,
}

/** Only requests behind the gate read the password's hash. */
const behindGate = /"password_hash"/
/** As many as the gate lets in (W14). */
const INSIDE = 5

/**
 * Fills the gate with five posts that delete an account and whose reads are delayed, then sends three more. Gives their
 * answers and the number of requests behind the gate; null where a delay ended too early, so that the gate had room.
 */
async function comeToFullGate(prepare: Prepare) {
	let inside = 0
	let letGo = () => {}
	const held = new Promise<void>((resolve) => {
		letGo = resolve
	})
	const crowd: Awaited<ReturnType<typeof deleting>>[] = []
	for (let i = 0; i < INSIDE + 3; i++) crowd.push(await (i < INSIDE ? deleting : prepare)())
	site().proxy.watch({
		before: ({ statements, isWrite }) => {
			if (isWrite || !statements.some((sql) => behindGate.test(sql))) return
			inside += 1
			return held
		},
	})
	let left = 0
	const insiders = crowd.slice(0, INSIDE).map(async ({ send }) => {
		await send()
		left += 1
	})
	await expect.poll(() => inside + left).toBeGreaterThanOrEqual(INSIDE)
	const others = crowd.slice(INSIDE)
	const answers = await Promise.all(others.map(async ({ send, keeps }) => ({ page: await send(), keeps })))
	const wasFull = left === 0
	site().proxy.heal()
	letGo()
	await Promise.all(insiders)
	return wasFull || inside > INSIDE ? { answers, inside } : null
}

test.each(Object.entries(posts))(
	'W14: of a crowd of customers who %s at once, five may hash, and the others are told to come again, with the form kept',
	async (_, prepare) => {
		let came = await comeToFullGate(prepare)
		while (!came) came = await comeToFullGate(prepare)
		expect(came.inside).toBe(INSIDE)
		for (const { page, keeps } of came.answers) {
			expect(page.status).toBe(429)
			expect(page.text).toContain(busyWords)
			expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0)
			const [kept, value] = keeps
			expect(page.document.querySelector(kept)?.getAttribute('value')).toBe(value)
		}
	},
)

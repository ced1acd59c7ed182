import { expect, test } from 'vitest'
import { openBrowserLikeClient } from '#scripts/site/browser-like-client.ts'
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

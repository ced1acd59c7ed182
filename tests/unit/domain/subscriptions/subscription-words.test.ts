import { expect, test } from 'vitest'
import { checkInCodeRefusals, checkInRefusalWords } from '#app/domain/subscriptions/check-in-refusal.ts'
import { planRefusals } from '#app/domain/subscriptions/plan-refusal.ts'
import { sessionRefusals } from '#app/domain/subscriptions/session-refusal.ts'
import { subscriptionRefusals } from '#app/domain/subscriptions/subscription-refusal.ts'
import { subscriptionStateWords, usageWords } from '#app/domain/subscriptions/subscription-words.ts'
import type { Wording } from '#app/kernel/action-answer.ts'

const tables: Record<string, Wording>[] = [
	checkInCodeRefusals,
	planRefusals,
	sessionRefusals,
	subscriptionRefusals,
]

test('every refusal begins with a capital letter, has a status, and a way on leads somewhere', () => {
	for (const [code, { title = 'Of a list', text, status, nextStep }] of tables.flatMap(Object.entries)) {
		expect([code, title, text]).toEqual([
			code,
			expect.stringMatching(/^[A-Z]/),
			expect.stringMatching(/^[A-Z]/),
		])
		expect([code, status]).toEqual([code, expect.toBeOneOf([404, 409, 422, 429, 500, 502, 503])])
		expect(nextStep?.path ?? '/').toMatch(/^\//)
		expect(`${title} ${text}`).not.toMatch(/undefined|null|sqlite|constraint|_/i)
	}
})

test('the staff read whole sentences, and a customer a word for each state and each use', () => {
	for (const words of Object.values(checkInRefusalWords)) expect(words).toMatch(/^[A-Z].*\.$/)
	const shown = [
		...Object.values(subscriptionStateWords).map(({ label }) => label),
		...Object.values(usageWords),
	]
	for (const words of shown) expect(words).toMatch(/^[A-Z]/)
	expect(new Set(shown).size).toBe(shown.length)
})

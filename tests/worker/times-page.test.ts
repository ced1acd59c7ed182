import { expect, test } from 'vitest'
import { openGuest, walkTo } from '#scripts/site/browser-guest.ts'
import { withTestDatabase } from '#tests/support/with-test-database.ts'
import { withTestWorker } from '#tests/support/with-test-worker.ts'

const database = withTestDatabase({ demoAt: Date.now() })
const worker = withTestWorker(() => database().url)

test('times are sent as instants, not as words that a phone must read, and are never kept by a cache', async () => {
	const times = await walkTo(openGuest(worker().url), 'time-selection')
	expect(times.headers.get('cache-control')).toContain('no-store')
	const values = times.document
		.querySelectorAll('input[name=startsAt]')
		.map((input) => input.getAttribute('value') ?? '')
	expect(values.length).toBeGreaterThan(5)
	for (const value of values) {
		expect(value).toMatch(/^\d{13}$/)
		expect(Number(value) % 60_000).toBe(0)
	}
	const words = values.map((value) =>
		new Date(Number(value)).toLocaleTimeString('en-US', {
			timeZone: 'Africa/Lagos',
			hour: 'numeric',
			minute: '2-digit',
		}),
	)
	// The words beside them are those of the shop's clock, made by the server.
	expect(times.text).toContain(words[0]?.replace('\u202f', ' '))
})

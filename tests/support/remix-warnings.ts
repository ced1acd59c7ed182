import { expect } from 'vitest'

/** What Remix warns of it warns of at each request. A resource route answers with a Response for that reason. */
export function expectNoRemixWarning(lines: readonly string[] = []): void {
	expect(
		lines.filter((line) => line.includes('REMIX FUTURE CHANGE')),
		'warnings of Remix in the log',
	).toEqual([])
}

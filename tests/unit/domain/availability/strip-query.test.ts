import { expect, test } from 'vitest'
import { stripQuery } from '#app/domain/availability/week-view.server.ts'

test('a link opens the strip that has the date: this week without words, later ones in steps of seven days', () => {
	expect(stripQuery('2026-11-21', '2026-11-21')).toBe('')
	expect(stripQuery('2026-11-21', '2026-11-27')).toBe('')
	expect(stripQuery('2026-11-21', '2026-11-28')).toBe('from=2026-11-28')
	expect(stripQuery('2026-11-21', '2026-12-11')).toBe('from=2026-12-05')
	expect(stripQuery('2026-11-21', '2026-11-20')).toBe('')
})

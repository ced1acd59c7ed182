import { describe, expect, it } from 'vitest'
import { bottomNavigationOf } from '#app/ui/page-handle.ts'

describe('The tabs at the foot', () => {
	it('are shown, with none marked, where a page says nothing', () => {
		expect(bottomNavigationOf([{ handle: undefined }, {}])).toBeUndefined()
	})

	it('mark the tab, or hide, as the page itself says, whatever the pages around it say', () => {
		expect(
			bottomNavigationOf([
				{ handle: { bottomNavigation: 'discover' } },
				{ handle: { bottomNavigation: 'hidden' } },
			]),
		).toBe('hidden')
		const matches = [{ handle: { bottomNavigation: 'discover' } }, { handle: {} }]
		expect(bottomNavigationOf(matches)).toBe('discover')
	})
})

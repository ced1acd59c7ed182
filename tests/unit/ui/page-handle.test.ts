import { describe, expect, it } from 'vitest'
import { bottomNavigationOf } from '#app/ui/page-handle.ts'

describe('The tabs at the foot', () => {
	it('are shown, with none marked, where a page says nothing', () => {
		expect(bottomNavigationOf([{ id: 'root', handle: undefined }, { id: 'page' }])).toBeUndefined()
	})

	it('mark the tab, or hide, as the page itself says, whatever the pages around it say', () => {
		expect(
			bottomNavigationOf([
				{ id: 'root', handle: { bottomNavigation: 'discover' } },
				{ id: 'page', handle: { bottomNavigation: 'hidden' } },
			]),
		).toBe('hidden')
		const matches = [
			{ id: 'root', handle: { bottomNavigation: 'discover' } },
			{ id: 'page', handle: {} },
		]
		expect(bottomNavigationOf(matches)).toBe('discover')
	})
})

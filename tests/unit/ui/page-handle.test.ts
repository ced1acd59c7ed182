import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { chosenNavigation } from '#app/ui/page.tsx'
import { PROJECT_ROOT } from '#scripts/local/project-root.ts'

describe('The tabs at the foot', () => {
	it('are shown, with none marked, where a page says nothing', () => {
		expect(chosenNavigation([{ handle: undefined }, {}])).toBeUndefined()
	})

	it('mark the tab, or hide, as the page itself says, whatever the pages around it say', () => {
		expect(
			chosenNavigation([
				{ handle: { bottomNavigation: 'discover' } },
				{ handle: { bottomNavigation: 'hidden' } },
			]),
		).toBe('hidden')
		const matches = [{ handle: { bottomNavigation: 'discover' } }, { handle: {} }]
		expect(chosenNavigation(matches)).toBe('discover')
	})

	it('C13: are hidden while signing in, on the steps of a booking, on a voucher and on pages for shops alone', () => {
		const routes = join(PROJECT_ROOT, 'app/routes')
		const hidden = readdirSync(routes, { recursive: true, encoding: 'utf8' })
			.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('kiosk'))
			.filter((file) => readFileSync(join(routes, file), 'utf8').includes("bottomNavigation: 'hidden'"))
			.map((file) => file.replace(/(\/route)?\.tsx$/, ''))
		expect(hidden.sort()).toEqual(
			[
				'_index',
				...['login', 'register', 'forgot-password'],
				...['service-selection', 'staff-selection', 'time-selection', 'month', 'checkout'].map(
					(step) => `booking.${step}`,
				),
				...['booking.reschedule', 'd.$code', 'rewards_.$rewardId.voucher'],
				...['for-shops', 'for-shops_.confirm', 'payouts.stop', 's.$slug_.qr'],
			].sort(),
		)
	})
})

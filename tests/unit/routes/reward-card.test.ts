import { expect, test } from 'vitest'
import type { OwnReward } from '#app/domain/loyalty/own-reward-repository.server.ts'
import { rewardCard } from '#app/routes/rewards/rewards-view.server.ts'

const earnedAt = Date.parse('2026-11-24T09:00Z')
const reward: OwnReward = {
	id: 'one',
	kind: 'manual',
	value: null,
	unit: null,
	serviceName: null,
	description: 'Free hot oil',
	code: 'ABCDEFGH',
	earnedAt,
	expiresAt: earnedAt + 86_400_000,
	usedAt: earnedAt,
	shop: { id: 'shop', name: 'Nailed by Zina', timeZone: 'Africa/Lagos' },
	use: null,
}

test('cashback that a reward gave was added, what was given at the shop was used', async () => {
	const whenOf = async (kind: OwnReward['kind']) => (await rewardCard({ ...reward, kind }, [], earnedAt)).when
	expect(await whenOf('cashback')).toBe('Added to your cashback on Nov 24, 2026')
	expect(await whenOf('manual')).toBe('Used on Nov 24, 2026')
})

import { formatNairaAndKobo } from '#app/kernel/money.ts'

/** Lost with a deleted account: cashback at each shop, and usable rewards (D54). */
export type LostValue = {
	cashback: readonly { shopName: string; balanceKobo: number }[]
	rewards: readonly { description: string; shopName: string }[]
}

export function isValuable({ cashback, rewards }: LostValue): boolean {
	return cashback.length + rewards.length > 0
}

/** Further rewards are only counted. */
const REWARDS_NAMED = 8

/** A line for each lost thing, money first. */
export function lostValueLines({ cashback, rewards }: LostValue): string[] {
	const others = rewards.length - REWARDS_NAMED
	return [
		...cashback.map(
			({ shopName, balanceKobo }) => `${formatNairaAndKobo(balanceKobo)} cashback at ${shopName}`,
		),
		...rewards.slice(0, REWARDS_NAMED).map(({ description, shopName }) => `${description}, at ${shopName}`),
		...(others > 0 ? [`${others} more ${others === 1 ? 'reward' : 'rewards'}`] : []),
	]
}

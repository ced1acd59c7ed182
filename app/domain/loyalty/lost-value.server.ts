import { formatNairaAndKobo } from '#app/kernel/money.ts'

/** The value that a deleted account loses: cashback at each shop, and rewards that could still be used (D54). */
export type LostValue = {
	cashback: readonly { shopName: string; balanceKobo: number }[]
	rewards: readonly { description: string; shopName: string }[]
}

/** True when there is something to lose. */
export function isValuable({ cashback, rewards }: LostValue): boolean {
	return cashback.length + rewards.length > 0
}

/** More rewards than this are counted, and not named. */
const REWARDS_NAMED = 8

/** A line for each thing that is lost, money first. */
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

import type { Instant } from '#app/kernel/instant.ts'
import { withRacerProcesses } from './racer-process.ts'

const PROCESSES = 3

/** What one process of a race does to the payouts of some shops. */
export type PayoutRace = {
	databaseUrl: string
	sandboxUrl: string
	secretKey: string
	/** Payments that are refunded meanwhile, and shops whose account is changed. */
	refunds: string[]
	accounts: string[]
	now: Instant
}

/** Three processes, as Workers on three machines: all pay at once, and the last one refunds and changes accounts. */
export function withPayoutRacers(): (race: PayoutRace) => Promise<string[]> {
	const together = withRacerProcesses('payout-racer.ts', PROCESSES)
	return async (race) =>
		(
			await together<string>((place) =>
				place === PROCESSES - 1 ? race : { ...race, refunds: [], accounts: [] },
			)
		).flat()
}

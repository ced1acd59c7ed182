import { bugsBetweenActs } from './planted-bugs-between-acts.ts'
import { bugsBetweenDevices } from './planted-bugs-between-devices.ts'
import { bugsOfBooking } from './planted-bugs-of-booking.ts'
import { bugsOfDesks } from './planted-bugs-of-desks.ts'
import { bugsOfLoyalty } from './planted-bugs-of-loyalty.ts'
import { bugsOfMessages } from './planted-bugs-of-messages.ts'
import { bugsOfMoney } from './planted-bugs-of-money.ts'
import { bugsOfPayouts } from './planted-bugs-of-payouts.ts'
import { bugsOfPlans } from './planted-bugs-of-plans.ts'
import { bugsOfShops } from './planted-bugs-of-shops.ts'

/** A mistake that the simulator has to find: a small replacement in one source file, applied while it is loaded. */
export type Planting = {
	/** Short, kebab-case, unique: names it on the command line. */
	name: string
	/** What is wrong, in one plain sentence. */
	mistake: string
	/** From the project's root. */
	file: string
	/** Stands in the file exactly once. */
	find: string
	replace: string
}

/** Where the last search found it. `seconds`: of the processor, with the time of loading. `among`: these stories. */
export type FoundAt = { seed: number; seconds: number; among?: string }

/** `notFound`: why the last search, of 300 seconds, or of 120 for mistakes between acts, has no seed. */
export type PlantedBug = Planting & ({ foundAt: FoundAt } | { foundAt: null; notFound: string })

/**
 * Mistakes of this project's own history, and classic ones. None is in a rule that a constraint holds as well: the app
 * would only refuse, and few refusals are judged.
 */
export const plantedBugs: readonly PlantedBug[] = [
	...bugsOfBooking,
	...bugsOfMoney,
	...bugsOfLoyalty,
	...bugsOfPlans,
	...bugsOfMessages,
	...bugsOfShops,
	...bugsOfDesks,
	...bugsOfPayouts,
	...bugsBetweenActs,
	...bugsBetweenDevices,
]

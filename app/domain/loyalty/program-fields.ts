import type { DescribedFields } from '#app/kernel/described-field.ts'
import { programLimits as limits } from './program-limits.ts'

const amount = { missing: 'Type an amount in naira, such as 5,000' } as const

export const aboutProgram = {
	name: { kind: 'line', label: 'Name', most: limits.nameLetters, missing: 'Type a name' },
	description: { kind: 'text', label: 'Description', most: limits.descriptionLetters, rows: 3 },
	cashbackPercent: {
		...{ kind: 'countOrNone', label: 'Cashback', formLabel: 'Cashback in percent', ...limits.percent },
		say: (percent: number) => `${percent}%`,
	},
} as const satisfies DescribedFields

export const programRules = {
	minimumSpendKobo: {
		...{ kind: 'kobo', label: 'Lowest price', formLabel: 'Lowest price in naira' },
		typedAs: 'minimumSpend',
		...{ ...amount, emptyField: 0, absent: 0 },
		hint: 'A visit that costs less earns nothing. Leave empty to count every visit.',
	},
	rewardDays: {
		...{ kind: 'count', label: 'Days of a reward', formLabel: 'Days a reward can be used' },
		...{ ...limits.rewardDays, emptyField: 90, absent: 90 },
	},
} as const satisfies DescribedFields

/** Visits in twelve months. */
export const programTiers = {
	goldVisits: {
		...{ kind: 'count', label: 'Visits for Gold', formLabel: 'Gold' },
		...{ ...limits.tierVisits, emptyField: 10, absent: 10 },
	},
	platinumVisits: {
		...{ kind: 'count', label: 'Visits for Platinum', formLabel: 'Platinum' },
		...{ ...limits.tierVisits, emptyField: 25, absent: 25 },
	},
} as const satisfies DescribedFields

/** Both or none. */
export const programReferral = {
	referralReferrerKobo: {
		...{ kind: 'koboOrNone', label: 'What the referrer gets', what: 'What the referrer gets', ...amount },
		typedAs: 'referrer',
		formLabel: 'Cashback for the customer',
	},
	referralFriendKobo: {
		...{ kind: 'koboOrNone', label: 'What the friend gets', what: 'What the friend gets', ...amount },
		typedAs: 'friend',
		formLabel: 'Off the friend’s first booking',
	},
} as const satisfies DescribedFields

/** What can change of a program, beside its last day and its end. */
export const programFields = {
	...aboutProgram,
	...programRules,
	...programTiers,
	...programReferral,
} as const

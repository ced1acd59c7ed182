import type { DescribedFields } from '#app/kernel/described-field.ts'
import { MAX_AMOUNT_KOBO } from '#app/kernel/money.ts'

/** Limits of pages and API. */
export const programLimits = {
	nameLetters: 80,
	descriptionLetters: 500,
	percent: { min: 1, max: 100 },
	amountKobo: { min: 1, max: MAX_AMOUNT_KOBO },
	rewardDays: { min: 1, max: 3650 },
	tierVisits: { min: 1, max: 1000 },
	cardVisits: { min: 1, max: 100 },
	rewardLetters: 200,
} as const

const amount = { missing: 'Type an amount in naira, such as 5,000' } as const

export const aboutProgram = {
	name: { kind: 'line', label: 'Name', most: programLimits.nameLetters, missing: 'Type a name' },
	description: { kind: 'text', label: 'Description', most: programLimits.descriptionLetters, rows: 3 },
	cashbackPercent: {
		...{ kind: 'countOrNone', label: 'Cashback', formLabel: 'Cashback in percent', ...programLimits.percent },
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
		...{ ...programLimits.rewardDays, emptyField: 90, absent: 90 },
	},
} as const satisfies DescribedFields

/** Visits in twelve months. */
export const programTiers = {
	goldVisits: {
		...{ kind: 'count', label: 'Visits for Gold', formLabel: 'Gold' },
		...{ ...programLimits.tierVisits, emptyField: 10, absent: 10 },
	},
	platinumVisits: {
		...{ kind: 'count', label: 'Visits for Platinum', formLabel: 'Platinum' },
		...{ ...programLimits.tierVisits, emptyField: 25, absent: 25 },
	},
} as const satisfies DescribedFields

/** Both amounts are set, or neither. */
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

/** A reward's kind and worth have no described fields. */
export const rewardTexts = {
	description: {
		...{
			kind: 'line',
			label: 'Description',
			formLabel: 'What customers read',
			most: programLimits.rewardLetters,
		},
		...{ missing: 'Type what customers read, such as Free wash', hint: 'Such as Free wash and set.' },
	},
} as const satisfies DescribedFields

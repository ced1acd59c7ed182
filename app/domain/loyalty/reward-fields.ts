import type { DescribedFields } from '#app/kernel/described-field.ts'
import { programLimits as limits } from './program-limits.ts'

/** A reward's kind and worth have no described fields. */
export const rewardTexts = {
	description: {
		...{ kind: 'line', label: 'Description', formLabel: 'What customers read', most: limits.rewardLetters },
		...{ missing: 'Type what customers read, such as Free wash', hint: 'Such as Free wash and set.' },
	},
} as const satisfies DescribedFields

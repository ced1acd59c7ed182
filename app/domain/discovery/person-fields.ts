import type { DescribedFields } from '#app/kernel/described-field.ts'
import { catalogueLimits as limits } from './catalogue-limits.ts'

/** Who a person of the shop is. Their last day, their end and what they do are plain code beside it. */
export const personFields = {
	firstName: {
		...{ kind: 'line', label: 'First name', most: limits.nameLetters, keyboard: 'customerName' },
		missing: 'Type a first name',
	},
	lastName: {
		...{ kind: 'lineOrEmpty', label: 'Last name', most: limits.nameLetters, keyboard: 'customerName' },
	},
	role: {
		...{ kind: 'lineOrEmpty', label: 'Role', most: limits.roleLetters, keyboard: 'customerName' },
		hint: 'Customers see it, such as Braider.',
	},
} as const satisfies DescribedFields

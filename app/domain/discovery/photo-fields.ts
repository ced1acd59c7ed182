import type { DescribedFields } from '#app/kernel/described-field.ts'
import { catalogueLimits } from './catalogue-limits.ts'
import { photoLimits } from './photo-limits.ts'

/** What a shop says of a photo. */
export const photoFields = {
	alt: {
		...{ kind: 'line', label: 'What it shows', most: photoLimits.altLetters },
		missing: 'Say what the photo shows, such as Long knotless braids',
	},
	position: {
		...{ kind: 'count', label: 'Place in the list', ...catalogueLimits.position, emptyField: 0 },
		hint: 'The photo with the lowest number comes first.',
	},
} as const satisfies DescribedFields

import { formatNaira } from '#app/kernel/money.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

type FieldWords = Readonly<Record<string, { label: string; say: (value: unknown) => string }>>

/** How an owner reads each field of a service or an add-on, and its value. */
const fieldWords: FieldWords = {
	name: { label: 'Name', say: String },
	categoryId: {
		label: 'Category',
		say: (value) => discoverCategories.find(({ id }) => id === value)?.name ?? String(value),
	},
	priceKobo: { label: 'Price', say: (value) => formatNaira(Number(value)) },
	durationMinutes: { label: 'Minutes', say: String },
	bufferMinutes: { label: 'Minutes afterwards', say: String },
	description: { label: 'Description', say: (value) => String(value) || 'none' },
	position: { label: 'Place in the list', say: String },
	isEnabled: { label: 'Customers can book it', say: (value) => (value ? 'yes' : 'no') },
}

/**
 * What became of a row since a form showed it: each field that is another one now, in words. `own` are the words of
 * the fields that a service and an add-on do not have.
 */
export function changedFields(
	seen: object,
	current: object,
	own: FieldWords = {},
): { label: string; now: string }[] {
	const now = new Map(Object.entries(current))
	return Object.entries(seen)
		.filter(([name, value]) => now.has(name) && now.get(name) !== value)
		.flatMap(([name]) => {
			const words = own[name] ?? fieldWords[name]
			return words ? [{ label: words.label, now: words.say(now.get(name)) }] : []
		})
}

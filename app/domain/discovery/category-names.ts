import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'

/** The names of these categories, in the order of the chips. */
export function categoryNames(ids: readonly string[]): string[] {
	return discoverCategories.filter((category) => ids.includes(category.id)).map((category) => category.name)
}

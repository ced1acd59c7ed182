import type { ImportedPart, ImportRemark } from './imported-shop.ts'

type Part<Values> = Values & { id: string; externalId: string | null }

/** New rows, changes, and the resulting list. Missing values of new rows go to `problems`. */
export function planParts<Values extends object>(
	named: ImportedPart<Values>[],
	stored: readonly Part<Values>[],
	input: {
		needed: Readonly<Partial<Record<keyof Values, string>>>
		what: string
		defaults: Values
		problems: ImportRemark[]
		idOf: (externalId: string) => string
		settle: (one: Part<Values>) => Part<Values>
	},
) {
	const { needed, what, defaults, problems, idOf, settle } = input
	const added: (Part<Values> & { externalId: string })[] = []
	const changed: (Partial<Values> & { id: string })[] = []
	const after = new Map(stored.map((one) => [one.id, one]))
	for (const part of named) {
		const before = stored.find(({ externalId }) => externalId === part.externalId)
		if (before) {
			const now = settle({ ...before, ...part.values })
			const changes = findChanges<object>(before, now)
			if (changes) changed.push({ ...(changes as Partial<Values>), id: before.id })
			after.set(before.id, now)
		} else {
			problems.push(...missing(part, needed, what))
			const identity = { id: idOf(part.externalId), externalId: part.externalId }
			const now = settle({ ...defaults, ...part.values, ...identity })
			added.push({ ...now, externalId: part.externalId })
			after.set(now.id, now)
		}
	}
	return { added, changed, after: [...after.values()] }
}

/** A line for each missing column of a new row. */
export function missing<Values extends object>(
	part: ImportedPart<Values>,
	needed: Readonly<Partial<Record<keyof Values, string>>>,
	what: string,
): ImportRemark[] {
	return (Object.entries(needed) as [keyof Values, string][])
		.filter(([key]) => part.values[key] === undefined)
		.map(([, column]) => ({ place: part.place, column, words: `a new ${what} needs it` }))
}

export function findChanges<Values extends object>(
	before: Values,
	after: Partial<Values>,
): Partial<Values> | null {
	const changed = Object.entries(after).filter(
		([key, value]) => value !== undefined && before[key as keyof Values] !== value,
	)
	return changed.length === 0 ? null : (Object.fromEntries(changed) as Partial<Values>)
}

/** Whether two values of plain data are equal. */
export function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one) === JSON.stringify(other)
}

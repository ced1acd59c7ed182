const LONGEST = 50

/** 'Adé’s Hair Studio' → 'ades-hair-studio', or with the first number from 2 on that makes it one of its own. */
export function freeSlug(name: string, taken: { has(slug: string): boolean }): string {
	const base =
		name
			.normalize('NFD')
			.replace(/[\u0300-\u036f'’]/g, '')
			.toLowerCase()
			.replace(/[^a-z0-9]+/g, '-')
			.slice(0, LONGEST)
			.replace(/^-+|-+$/g, '') || 'shop'
	if (!taken.has(base)) return base
	for (let number = 2; ; number++) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}

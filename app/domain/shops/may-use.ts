import type { DeviceRole } from '#app/kernel/vocabulary/shops.ts'

export const OWNER_HOME = '/kiosk/shop'

/** All pages that a person's device opens, by route, and the intents that it may post there. */
const pagesOfPerson: Record<string, { isShown: boolean; intents: readonly string[] }> = {
	'/kiosk': { isShown: true, intents: [] },
	'/kiosk/fresh': { isShown: true, intents: [] },
	'/kiosk/rota': { isShown: true, intents: [] },
	'/kiosk/visits/:reference': {
		isShown: true,
		intents: ['arrive', 'complete', 'complete-unpaid', 'undo'],
	},
	'/kiosk/more': { isShown: false, intents: ['lock'] },
}

const patternsOfPerson = Object.entries(pagesOfPerson).map(([path, use]) => ({
	pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
	...use,
}))

export function isOwnerPath(path: string): boolean {
	return new RegExp(`^${OWNER_HOME}([/?]|$)`).test(path)
}

export type PageUse = { path: string; post?: { intent: string | null } | undefined }

/** An owner's device may use every page, a desk all but the owner's, a person's device the pages of its table. */
export function mayUse(role: DeviceRole, { path, post }: PageUse): boolean {
	if (role === 'owner') return true
	if (role === 'desk') return !isOwnerPath(path)
	const page = patternsOfPerson.find(({ pattern }) => pattern.test(path))
	if (!page) return false
	return post ? post.intent !== null && page.intents.includes(post.intent) : page.isShown
}

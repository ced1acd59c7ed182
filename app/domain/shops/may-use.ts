import type { DeviceRole } from '#app/kernel/vocabulary/shops.ts'

/** Where the owner's pages begin: more than a day's work is done there. */
export const OWNER_HOME = '/kiosk/shop'

/**
 * All that a person's device opens, by the path of the route, and the intents that it may post there. A page that is
 * not in this table is closed to it, as is a new one.
 */
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

/** Whether a page of the kiosk is one of the owner's. */
export function isOwnerPath(path: string): boolean {
	return new RegExp(`^${OWNER_HOME}([/?]|$)`).test(path)
}

/** What is asked of a page: to be shown, or a post, by its intent where it has one. */
export type PageUse = { path: string; post?: { intent: string | null } | undefined }

/**
 * Whether a device of this role may use a page so: an owner's uses all, a desk's all but the owner's, and a person's
 * what its table lists.
 */
export function mayUse(role: DeviceRole, { path, post }: PageUse): boolean {
	if (role === 'owner') return true
	if (role === 'desk') return !isOwnerPath(path)
	const page = patternsOfPerson.find(({ pattern }) => pattern.test(path))
	if (!page) return false
	return post ? post.intent !== null && page.intents.includes(post.intent) : page.isShown
}

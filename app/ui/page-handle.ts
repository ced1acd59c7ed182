import type { Tab } from './bottom-navigation.tsx'

/**
 * What a route tells the frame: `export const handle: PageHandle = { bottomNavigation: 'discover' }`.
 * The tabs are shown on every page that does not say 'hidden' (spec 1 §2 names those that do).
 */
export interface PageHandle {
	bottomNavigation?: Tab | 'hidden'
}

/** The deepest route that says something about the tabs decides. */
export function bottomNavigationOf(matches: { handle?: unknown }[]): Tab | 'hidden' | undefined {
	for (const { handle } of [...matches].reverse()) {
		const choice = (handle as PageHandle | undefined)?.bottomNavigation
		if (choice) return choice
	}
	return undefined
}

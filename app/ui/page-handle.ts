import type { Tab } from './bottom-navigation.tsx'

/**
 * What a route tells the frame: `export const handle: PageHandle = { bottomNavigation: 'discover' }`.
 * Every page shows the tabs unless its handle says 'hidden' (C13 lists those pages).
 */
export interface PageHandle {
	/** What the error page says when the page's data could not be loaded (M12). */
	loadFailure?: (search: string) => string
	/** What the error page says when the browser did not reach us. */
	offline?: string
	/** Shows guests what an account is for (M8). */
	guestBanner?: true
	/** 'alone': the tabs, none of them current, under a page that needs no style of a tab's pages. */
	bottomNavigation?: Tab | 'hidden' | 'alone'
}

/** What to say when the browser did not reach us, in the words of the deepest route that has some. */
export function offlineWordsOf(matches: { handle?: unknown }[]): string | undefined {
	const handles = matches.map(({ handle }) => handle as PageHandle | undefined)
	return handles.findLast((handle) => handle?.offline)?.offline
}

/** Whether a route of the page shows the guests' banner. */
export function hasGuestBanner(matches: { handle?: unknown }[]): boolean {
	return matches.some(({ handle }) => (handle as PageHandle | undefined)?.guestBanner)
}

/** The choice of the deepest route that names one. */
export function bottomNavigationOf(matches: { handle?: unknown }[]): PageHandle['bottomNavigation'] {
	for (const { handle } of [...matches].reverse()) {
		const choice = (handle as PageHandle | undefined)?.bottomNavigation
		if (choice) return choice
	}
	return undefined
}

import type { Tab } from './bottom-navigation.tsx'

/** A route's settings for the frame. The tabs show unless `bottomNavigation` is 'hidden' (C13 lists those pages). */
export interface PageHandle {
	/** The error page's words when the data could not be loaded (M12). */
	loadFailure?: (search: string) => string
	/** The error page's words when the browser is offline. */
	offline?: string
	/** Tells guests what an account is for (M8). */
	guestBanner?: true
	/** 'alone': tabs without a current one, under a page without the tabs' styles. */
	bottomNavigation?: Tab | 'hidden' | 'alone'
}

/** The words of the deepest route that has some. */
export function offlineWordsOf(matches: { handle?: unknown }[]): string | undefined {
	const handles = matches.map(({ handle }) => handle as PageHandle | undefined)
	return handles.findLast((handle) => handle?.offline)?.offline
}

export function hasGuestBanner(matches: { handle?: unknown }[]): boolean {
	return matches.some(({ handle }) => (handle as PageHandle | undefined)?.guestBanner)
}

export function bottomNavigationOf(matches: { handle?: unknown }[]): PageHandle['bottomNavigation'] {
	for (const { handle } of [...matches].reverse()) {
		const choice = (handle as PageHandle | undefined)?.bottomNavigation
		if (choice) return choice
	}
	return undefined
}

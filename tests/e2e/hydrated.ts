import type { Page } from '@playwright/test'

/** Waits until React has taken the page over: from then on a tap is answered in place. */
export async function hydrated(page: Page): Promise<void> {
	await page.waitForFunction(isHydrated)
}

/** Runs in the page. React marks the elements one by one while it hydrates, so its root is asked. */
function isHydrated(): boolean {
	type Root = { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }
	const key = Object.keys(document).find((name) => name.startsWith('__reactContainer$'))
	const root = key && (document as unknown as Record<string, Root>)[key]
	return root ? !root.stateNode.current.memoizedState.isDehydrated : false
}

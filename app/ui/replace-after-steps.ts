/** What the router keeps with an entry of the history. */
interface Entry {
	key?: string
	idx: number
	usr?: { _isRedirect?: boolean } | null
}

/**
 * A redirect that answers a step in the history takes the place of the entry that was stepped to (B6). The router
 * would push it, and Back would then lead to the guarded page and its redirect again, without end.
 *
 * A guard cannot ask for it: after a link the same redirect has to be a new entry, or Back would skip the page of the
 * link.
 */
export function replaceAfterSteps(): void {
	const { history } = window
	const push = history.pushState.bind(history)
	history.pushState = (entry: Entry, unused, url) => {
		const here = (history.state as Entry | null)?.key ?? 'default'
		const shown = window.__remixRouter?.state.location.key
		if (entry.usr?._isRedirect && here !== shown)
			history.replaceState({ ...entry, idx: entry.idx - 1 }, unused, url)
		else push(entry, unused, url)
	}
}

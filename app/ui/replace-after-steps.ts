/** The router's state of a history entry. */
interface Entry {
	key?: string
	idx: number
	usr?: { _isRedirect?: boolean } | null
}

/**
 * A redirect after Back or Forward replaces the history entry (B6). The router would push it, and Back would hit the
 * guard's redirect without end. Guards cannot do this: after a link they must push.
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

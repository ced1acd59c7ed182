import { InlineScript } from './inline.tsx'

declare global {
	interface Window {
		/** Path and query of the served page. */
		shownPath: string
	}
}

/**
 * Until hydration (entry.client.tsx) a step in the history loads its page. Otherwise the router would draw that
 * address with this page's data, and fail. It stands first in the page. `replace`, because `reload` could repeat a
 * post. Only the server sends the text.
 */
const source = import.meta.env.SSR
	? `shownPath=location.pathname+location.search
onpopstate=function(e,path){e.stopImmediatePropagation();path=location.pathname+location.search;if(path!==shownPath)location.replace(path)}`
	: ''

export function HistoryGuard() {
	return <InlineScript text={source} />
}

import { InlineScript } from './inline.tsx'

declare global {
	interface Window {
		/** Path and query of the page that the server sent. */
		shownPath: string
	}
}

/**
 * Until React has taken the page over (entry.client.tsx), a step in the browser's history to another page loads that
 * page. The router would show its address with the data of this page, and fail. First in the page, so that no step
 * comes before. `replace` and not `reload`, which could repeat a post. Only the server sends the text.
 */
const source = import.meta.env.SSR
	? `shownPath=location.pathname+location.search
onpopstate=function(e,path){e.stopImmediatePropagation();path=location.pathname+location.search;if(path!==shownPath)location.replace(path)}`
	: ''

export function HistoryGuard() {
	return <InlineScript text={source} />
}

import { createContext, useContext } from 'react'
import appCss from './app.css?inline'

/** What only the server knows while it writes a page. */
export interface ServerPage {
	/** Allows this page's own inline scripts and styles. */
	nonce: string
	/** The loaders' data as script text, for `DataHandoff`. */
	handoff: string
	css: string
}

/**
 * In the browser the page itself is the source: a stylesheet in the script bundle would be sent twice. It is read once,
 * before React starts, so that a fresh render of the whole document (an error page) still has its style and nonce.
 */
function readServerPage(): ServerPage {
	// Without the name of the tool that made the utilities: it would be in every page.
	if (import.meta.env.SSR) return { nonce: '', handoff: '', css: appCss.replace(/^\/\*![^*]*\*\/\s*/, '') }
	const style = document.querySelector('style')
	return { nonce: style?.nonce ?? '', handoff: '', css: style?.textContent ?? '' }
}

export const serverPageDefaults = readServerPage()

const ServerPageContext = createContext<ServerPage>(serverPageDefaults)
export const ServerPageProvider = ServerPageContext.Provider

export function useServerPage(): ServerPage {
	return useContext(ServerPageContext)
}

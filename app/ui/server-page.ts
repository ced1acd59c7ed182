import { createContext, useContext } from 'react'
import appCss from './app.css?inline'

/** What only the server knows while it renders a page. */
export interface ServerPage {
	/** Allows this page's own inline scripts and styles. */
	nonce: string
	/** The loaders' data as script text, for `DataHandoff`. */
	handoff: string
	/** What search engines read of the page, as JSON-LD; empty for nothing. */
	structuredData: string
	css: string
}

/**
 * In the browser the page itself is the source: a stylesheet in the script bundle would be sent twice. The page is read
 * once, before React starts, so that a render of the whole document (an error page) still has style and nonce.
 */
function readServerPage(): ServerPage {
	// Tailwind's licence comment is removed: every page would carry its bytes.
	if (import.meta.env.SSR)
		return { nonce: '', handoff: '', structuredData: '', css: appCss.replace(/^\/\*![^*]*\*\/\s*/, '') }
	const style = document.querySelector('style')
	return { nonce: style?.nonce ?? '', handoff: '', structuredData: '', css: style?.textContent ?? '' }
}

export const serverPageDefaults = readServerPage()

const ServerPageContext = createContext<ServerPage>(serverPageDefaults)
export const ServerPageProvider = ServerPageContext.Provider

export function useServerPage(): ServerPage {
	return useContext(ServerPageContext)
}

import { createContext, useContext } from 'react'
import appCss from './app.css?inline'

/** Known only to the server while it renders. */
export interface ServerPage {
	/** Allows this page's inline scripts and styles. */
	nonce: string
	/** The loaders' data as script text. */
	handoff: string
	/** JSON-LD; '' for none. */
	structuredData: string
	css: string
}

/**
 * In the browser the values are read from the page, once, before React starts: a stylesheet in the bundle would be
 * sent twice, and an error page rendered later still needs style and nonce.
 */
function readServerPage(): ServerPage {
	// Without Tailwind's licence comment, whose bytes every page would carry.
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

import { InlineScript } from './inline.tsx'
import { useServerPage } from './server-page.ts'

/**
 * Gives the loaders' data to the browser's router. Remix would stream this script; these pages are rendered whole, so
 * the script is printed at once. In the browser the component renders an empty script, and hydration leaves the content
 * alone.
 */
export function DataHandoff() {
	return <InlineScript text={useServerPage().handoff} />
}

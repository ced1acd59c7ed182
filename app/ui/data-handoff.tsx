import { InlineScript } from './inline.tsx'
import { useServerPage } from './server-page.ts'

/**
 * Hands the loaders' data to the browser's router. Remix would stream this script; these pages are rendered whole. In
 * the browser the script renders empty, and hydration leaves the content alone.
 */
export function DataHandoff() {
	return <InlineScript text={useServerPage().handoff} />
}

import { InlineScript } from './inline.tsx'
import { useServerPage } from './server-page.ts'

/**
 * Gives the loaders' data to the browser's router: the script that Remix would stream in, printed at once, because
 * these pages are rendered whole. In the browser it renders an empty script, whose content hydration leaves alone.
 */
export function DataHandoff() {
	return <InlineScript text={useServerPage().handoff} />
}

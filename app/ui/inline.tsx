import { useServerPage } from './server-page.ts'
import tabbedPagesCss from './styles/tabbed-pages.css?inline'

/** A script of ours inside the page. Hydration leaves its content alone: the browser may know another. */
export function InlineScript({ text }: { text: string }) {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own text; data in it is escaped in entry.server.tsx
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** The whole stylesheet inside the page: no second request before the first paint. */
export function InlineStyle() {
	const { nonce, css } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

/** The styles of the pages with tabs. They are in the script too, for whoever comes to such a page from one without. */
export function TabbedPagesStyle() {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: tabbedPagesCss }} />
}

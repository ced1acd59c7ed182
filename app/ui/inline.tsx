import { useServerPage } from './server-page.ts'
import loyaltyCss from './styles/loyalty.css?inline'
import printCss from './styles/print.css?inline'
import shopCardCss from './styles/shop-card.css?inline'
import slotsCss from './styles/slots.css?inline'
import tabbedPagesCss from './styles/tabbed-pages.css?inline'
import tabsCss from './styles/tabs.css?inline'

/** A script inside the page. Hydration leaves its content alone: server and browser may render different texts. */
export function InlineScript({ text }: { text: string }) {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own text; data in it is escaped in entry.server.tsx
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** What search engines read of a page: the server alone prints it, and nothing else in the page pays for it. */
export function StructuredData() {
	const { nonce, structuredData } = useServerPage()
	return (
		<script
			type="application/ld+json"
			nonce={nonce}
			suppressHydrationWarning
			// biome-ignore lint/security/noDangerouslySetInnerHtml: escaped in entry.server.tsx
			dangerouslySetInnerHTML={{ __html: structuredData }}
		/>
	)
}

/** The whole stylesheet, inlined: no second request before the first paint. */
export function InlineStyle() {
	const { nonce, css } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

/** The styles of the tabs alone. */
export function TabsStyle() {
	return <PageStyle css={tabsCss} />
}

/** The styles of pages with tabs. The script bundle holds them too, for a navigation from a page without tabs. */
export function TabbedPagesStyle() {
	return <PageStyle css={tabbedPagesCss} />
}

/** The styles of the tabs besides Discover. */
export function LoyaltyStyle() {
	return <PageStyle css={loyaltyCss} />
}

/** The styles of a page that people print. */
export function PrintStyle() {
	return <PageStyle css={printCss} />
}

/** The styles of cards of shops. */
export function ShopCardStyle() {
	return <PageStyle css={shopCardCss} />
}

/** The styles of tiles of which one is ticked, such as the times of a day. */
export function SlotsStyle() {
	return <PageStyle css={slotsCss} />
}

/** The styles of one area, beside those of the whole app. An area of one page brings its stylesheet itself. */
export function PageStyle({ css }: { css: string }) {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

import { useServerPage } from './server-page.ts'
import loyaltyCss from './styles/loyalty.css?inline'
import printCss from './styles/print.css?inline'
import shopCardCss from './styles/shop-card.css?inline'
import slotsCss from './styles/slots.css?inline'
import tabbedPagesCss from './styles/tabbed-pages.css?inline'
import tabsCss from './styles/tabs.css?inline'

/** Hydration leaves the content alone: server and browser may differ. */
export function InlineScript({ text }: { text: string }) {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own text; data in it is escaped in entry.server.tsx
	return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

/** JSON-LD for search engines; printed by the server only. */
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

/** Inlined, so that the first paint waits for no second request. */
export function InlineStyle() {
	const { nonce, css } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

export function TabsStyle() {
	return <PageStyle css={tabsCss} />
}

/** The script bundle holds these styles too, for a navigation from a page without tabs. */
export function TabbedPagesStyle() {
	return <PageStyle css={tabbedPagesCss} />
}

export function LoyaltyStyle() {
	return <PageStyle css={loyaltyCss} />
}

export function PrintStyle() {
	return <PageStyle css={printCss} />
}

export function ShopCardStyle() {
	return <PageStyle css={shopCardCss} />
}

export function SlotsStyle() {
	return <PageStyle css={slotsCss} />
}

/** The styles of one area, beside those of the whole app. */
export function PageStyle({ css }: { css: string }) {
	const { nonce } = useServerPage()
	// biome-ignore lint/security/noDangerouslySetInnerHtml: our own stylesheet
	return <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
}

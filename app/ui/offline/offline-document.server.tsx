import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Brand } from '#app/ui/brand.tsx'
import { pageTitle } from '#app/ui/page.tsx'
import { serverPageDefaults } from '#app/ui/server-page.ts'
import offlineCss from '#app/ui/styles/offline.css?inline'

/** The service worker puts the style of `/offline` here. */
const NO_STYLE = '<style></style>'

type OfflineDocument = {
	title: string
	theme: 'light' | 'dark' | null
	/** Null for a page that is kept without style and script. */
	nonce: string | null
	/** Directly after the style, so that the service worker finds both. */
	script?: string
	children: ReactNode
}

/** A page without the app's script, for reading offline. */
export function offlineDocument({ title, theme, nonce, script, children }: OfflineDocument): string {
	const style =
		nonce === null
			? NO_STYLE
			: `<style nonce="${nonce}">${serverPageDefaults.css}${offlineCss}</style>${script ? `<script nonce="${nonce}">${script}</script>` : ''}`
	const page = renderToStaticMarkup(
		<html lang="en-NG" data-theme={theme ?? undefined}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				{theme !== 'dark' && <meta name="theme-color" content="#faf6ef" media={theme ? undefined : light} />}
				{theme !== 'light' && <meta name="theme-color" content="#12112a" media={theme ? undefined : dark} />}
				<title>{pageTitle(title)}</title>
				<style />
				<link rel="icon" href="/icon.svg" />
			</head>
			<body>
				<div className="page">
					<main id="content" tabIndex={-1}>
						<a href="/discover" className="home">
							<Brand />
						</a>
						{children}
					</main>
				</div>
			</body>
		</html>,
	)
	return `<!DOCTYPE html>${page.replace(NO_STYLE, () => style)}`
}

const light = '(prefers-color-scheme: light)'
const dark = '(prefers-color-scheme: dark)'

import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import {
	Links,
	Meta,
	Outlet,
	Scripts,
	ScrollRestoration,
	useMatches,
	useRouteError,
	useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { withAge } from './http/data-age.server.ts'
import { takeFlash } from './http/flash.server.ts'
import { readSessionHash } from './http/session-cookie.server.ts'
import { hasChosenDataSaver, isGuestBannerDismissed, readTheme } from './http/unsigned-cookies.ts'
import { BottomNavigation } from './ui/bottom-navigation.tsx'
import { brandName } from './ui/brand.tsx'
import { ErrorPage, errorTitle } from './ui/error-page.tsx'
import { GuestBanner } from './ui/guest-banner.tsx'
import { InlineStyle, LoyaltyStyle, TabbedPagesStyle, TabsStyle } from './ui/inline.tsx'
import { NavigationProgress, PageAnnouncement } from './ui/navigation-feedback.tsx'
import { chosenNavigation, hasGuestBanner, pageTitle } from './ui/page.tsx'
import { DataHandoff, HistoryGuard, StartScript } from './ui/page-scripts.tsx'
import { PendingPage } from './ui/pending-page.tsx'
import { useServerPage } from './ui/server-page.ts'
import { ToastRegion } from './ui/toast-region.tsx'

export const links: LinksFunction = () => [
	{ rel: 'icon', href: '/icon.svg' },
	{ rel: 'manifest', href: '/manifest.webmanifest' },
	{ rel: 'apple-touch-icon', href: '/icon-192.png' },
]

// For pages without a title and the error page. A route's title wins.
export const meta: MetaFunction = ({ error }) => [{ title: error ? pageTitle(errorTitle(error)) : brandName }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { settings } = context
	if (context.isCrossSiteRequest) throw data(null, { status: 403 })
	const taken = takeFlash(request, settings.cookieKeys)
	return data(
		{
			supportContact: settings.supportContact,
			theme: readTheme(request),
			// Left out rather than false: each key costs a page bytes (P1).
			...(hasChosenDataSaver(request) && { savesData: true }),
			isGuest: readSessionHash(request) === null && !isGuestBannerDismissed(request),
			flash: withAge(taken?.flash ?? null, context.response.asOf, context.now()),
		},
		taken ? { headers: { 'set-cookie': taken.clear } } : undefined,
	)
}

export function Layout({ children }: { children: ReactNode }) {
	const { nonce } = useServerPage()
	const loaded = useRouteLoaderData<typeof loader>('root')
	const theme = loaded?.theme
	return (
		<html lang="en-NG" data-theme={theme ?? undefined}>
			<head>
				<meta charSet="utf-8" />
				<HistoryGuard />
				<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
				{theme !== 'dark' && <meta name="theme-color" content="#faf6ef" media={lightMedia(theme)} />}
				{theme !== 'light' && <meta name="theme-color" content="#12112a" media={darkMedia(theme)} />}
				<Meta />
				<InlineStyle />
				<Links />
			</head>
			<body>
				{children}
				<ScrollRestoration nonce={nonce} />
				<Scripts nonce={nonce} />
				<DataHandoff />
				<StartScript savesData={loaded?.savesData} />
			</body>
		</html>
	)
}

/** The browser's bars follow the phone's setting, unless the customer chose a theme. */
const lightMedia = (theme: Theme) => (theme ? undefined : '(prefers-color-scheme: light)')
const darkMedia = (theme: Theme) => (theme ? undefined : '(prefers-color-scheme: dark)')
type Theme = ReturnType<typeof readTheme> | undefined

/** The phone column around each page: messages above, tabs below. */
function Frame({ children }: { children: ReactNode }) {
	const matches = useMatches()
	const loaded = useRouteLoaderData<typeof loader>('root')
	const tab = chosenNavigation(matches)
	const hasTabs = tab !== 'hidden'
	const showsGuestBanner = loaded?.isGuest && hasGuestBanner(matches)
	return (
		<>
			<a href="#content" className="skip">
				Skip to content
			</a>
			{hasTabs && <TabsStyle />}
			{hasTabs && tab !== 'alone' && <TabbedPagesStyle />}
			{hasTabs && tab !== 'alone' && tab !== 'discover' && <LoyaltyStyle />}
			<NavigationProgress />
			<PageAnnouncement />
			<div className={hasTabs ? 'page tabbed' : 'page'}>
				<ToastRegion toast={loaded?.flash ?? null} />
				{showsGuestBanner && <GuestBanner />}
				{children}
				{hasTabs && <BottomNavigation current={tab === 'alone' ? undefined : tab} />}
			</div>
		</>
	)
}

export default function App() {
	return (
		<Frame>
			<PendingPage>
				<Outlet />
			</PendingPage>
		</Frame>
	)
}

export function ErrorBoundary() {
	const error = useRouteError()
	const loaded = useRouteLoaderData<typeof loader>('root')
	return (
		<Frame>
			<ErrorPage error={error} supportContact={loaded?.supportContact ?? null} />
		</Frame>
	)
}

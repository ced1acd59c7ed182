import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useMatches } from '@remix-run/react'
import { requireUser } from '#app/http/signed-in-user.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, pageTitle } from '#app/ui/page.tsx'
import { findPlaceholderPage } from '#app/ui/placeholder-pages.ts'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta: MetaFunction = ({ matches }) => [
	{ title: pageTitle(findPlaceholderPage(matches.map(({ id }) => id)).title) },
]

/** Serves every address of `placeholderPages` (routes.ts). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireUser(request, context)
	return null
}

export default function PlaceholderPage() {
	const page = findPlaceholderPage(useMatches().map(({ id }) => id))
	return (
		<Page>
			<PageHeader title={page.title} back={{ to: '/profile', label: 'Profile' }} />
			<EmptyState
				icon="clock"
				title="Coming Soon"
				action={
					<ButtonLink to={page.action?.to ?? '/discover'}>
						{page.action?.label ?? 'Browse Businesses'}
					</ButtonLink>
				}
			>
				{page.text}
			</EmptyState>
		</Page>
	)
}

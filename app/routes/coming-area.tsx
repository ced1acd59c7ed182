import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useMatches } from '@remix-run/react'
import { comingAreaId, comingAreas } from '#app/http/coming-areas.ts'
import { requireUser } from '#app/http/signed-in-user.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'

export const meta: MetaFunction = () => [{ title: pageTitle('Coming Soon') }]

/** Serves every address of `comingAreas` (see routes.ts). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	await requireUser(request, context)
	return null
}

export default function ComingArea() {
	const ids = useMatches().map((match) => match.id)
	const area = comingAreas.find(({ path }) => ids.includes(comingAreaId(path)))
	return (
		<Page>
			<PageHeader
				title={area?.title ?? 'Coming Soon'}
				subtitle={area?.subtitle}
				back={area?.path === 'wallet' ? undefined : { to: '/profile', label: 'Profile' }}
			/>
			<EmptyState
				icon="clock"
				title={area?.heading ?? 'Coming Soon'}
				action={
					<ButtonLink to={area?.action?.to ?? '/discover'}>
						{area?.action?.label ?? 'Browse Businesses'}
					</ButtonLink>
				}
			>
				{area?.text}
			</EmptyState>
		</Page>
	)
}

import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { returnPath } from '#app/http/return-path.ts'
import { ActionBar } from '#app/ui/action-bar.tsx'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon, type IconName } from '#app/ui/icon.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => [{ title: pageTitle('Sign In') }]

/** Serves every address of `accountPaths` (see routes.ts). */
export function loader({ request }: LoaderFunctionArgs) {
	const wanted = returnPath(new URL(request.url).searchParams.get('redirectTo'), '/')
	return { cameForAccountPage: wanted !== '/' }
}

export default function AccountSoon() {
	const { cameForAccountPage } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader
				back={{ to: '/discover', label: 'Discover' }}
				title="Accounts open soon"
				subtitle={
					cameForAccountPage
						? 'That page belongs to an account, and accounts are not open yet.'
						: 'Signing in is not open yet. You can already book without it.'
				}
			/>
			<Card kind="rows" as="ul">
				<Works icon="compass">Find salons, spas and barbers near you</Works>
				<Works icon="calendar">Book a time that is yours at once</Works>
				<Works icon="check">Come back to your booking by the link on its confirmation</Works>
			</Card>
			<ActionBar note="All you give is a name, an e-mail and a phone number, at the end.">
				<ButtonLink to="/discover">Continue as Guest</ButtonLink>
			</ActionBar>
		</Page>
	)
}

function Works({ icon, children }: { icon: IconName; children: string }) {
	return (
		<li className="row p-4">
			<Icon name={icon} className="flex-none text-indigo" />
			{children}
		</li>
	)
}

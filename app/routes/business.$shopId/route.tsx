import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readBusiness } from '#app/domain/discovery/read-business.server.ts'
import { loginPath } from '#app/http/return-path.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { BusinessDetail } from './business-detail.tsx'

export const handle: PageHandle = { bottomNavigation: 'discover' }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: pageTitle(data?.business?.name ?? 'Business Not Found') },
	...(data?.business?.description ? [{ name: 'description', content: data.business.description }] : []),
]

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const business = await readBusiness(
		{ discovery: context.discovery, now: context.now() },
		params.shopId ?? '',
	)
	return data({ business, favoritePath: loginPath(new URL(request.url)) }, { status: business ? 200 : 404 })
}

export default function BusinessPage() {
	const { business, favoritePath } = useLoaderData<typeof loader>()
	if (business) return <BusinessDetail business={business} favoritePath={favoritePath} />
	return (
		<Page>
			<EmptyState
				title="Business Not Found"
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				The link may be old, or the business has left.
			</EmptyState>
		</Page>
	)
}

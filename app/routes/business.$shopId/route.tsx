import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readBusiness } from '#app/domain/discovery/read-business.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { answerHeart, readHeart } from '#app/routes/favorites/answer-heart.server.ts'
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
	const shopId = params.shopId ?? ''
	const actor = readActor(request, context)
	const [business, isFavorite] = await Promise.all([
		readBusiness({ discovery: context.discovery, now: context.now() }, shopId),
		actor ? context.favorites.isFavorite(actor, shopId) : false,
	])
	return data({ business, isFavorite }, { status: business ? 200 : 404 })
}

/** The heart. */
export async function action({ request, context }: ActionFunctionArgs) {
	const heart = readHeart(await readForm(request))
	if (!heart) throw new Response(null, { status: 400 })
	return answerHeart(request, context, heart)
}

export default function BusinessPage() {
	const { business, isFavorite } = useLoaderData<typeof loader>()
	if (business) return <BusinessDetail business={business} isFavorite={isFavorite} />
	return (
		<Page>
			<EmptyState
				title="Business Not Found"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				The link may be old, or the business has left.
			</EmptyState>
		</Page>
	)
}

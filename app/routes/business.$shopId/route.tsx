import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { structuredBusiness } from '#app/domain/discovery/structured-business.server.ts'
import { favoriteFormSchema } from '#app/domain/identity/favorite-form.server.ts'
import { daysLabel, entriesLabel } from '#app/domain/subscriptions/plan-words.ts'
import { changeFavorite } from '#app/flows/account/change-favorite.server.ts'
import { type FoundBusiness, readBusiness } from '#app/flows/discovery/read-business.server.ts'
import { handleFavoriteForm } from '#app/http/handle-favorite-form.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor } from '#app/http/signed-in-user.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { readId } from '#app/kernel/id.server.ts'
import { photoPath, whatsAppLink } from '#app/kernel/links.ts'
import { formatNaira } from '#app/kernel/money.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, pageTitle } from '#app/ui/page.tsx'
import { publicMeta, sharedPicture } from '#app/ui/public-meta.ts'
import { BusinessDetail } from './business-detail.tsx'

export const handle: PageHandle = { bottomNavigation: 'discover', guestBanner: true }

export const meta: MetaFunction<typeof loader> = ({ data }) => {
	if (!data?.business) return [{ title: pageTitle('Business Not Found') }]
	const { id, name, description, address, photo } = data.business
	return publicMeta({
		title: name,
		description: description || `See the prices and free times of ${name}, ${address}, and book online.`,
		path: `/business/${id}`,
		origin: data.origin,
		seed: id,
		photo: photo && { ...photo, path: photoPath(photo.id) },
	})
}

export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const shopId = params.shopId ?? ''
	const actor = readActor(request, context)
	const reviewsBefore = readInstant(new URL(request.url).searchParams.get('reviewsBefore'))
	const { appOrigin: origin } = context.settings
	const [found, isFavorite, plans] = await Promise.all([
		readBusiness(
			{ discovery: context.discovery, now: context.now(), hasPhotos: context.photoStore !== null },
			shopId,
			reviewsBefore,
		),
		actor ? context.identity.favorites.isFavorite(actor, shopId) : false,
		readId(shopId) === null ? [] : context.subscriptions.plans.plansOfShop(shopId),
	])
	const offers = plans.map((plan) => ({
		id: plan.id,
		title: plan.title,
		what: `${entriesLabel(plan)} · ${daysLabel(plan.periodDays)}`,
		price: formatNaira(plan.priceKobo),
	}))
	const photo = found?.business.photo
	if (found && origin)
		context.response.structuredData = structuredBusiness(found.facts, {
			page: `${origin}/business/${shopId}`,
			picture: origin + (photo ? photoPath(photo.id) : sharedPicture(shopId)),
			booking: origin + servicesOfShopPath(shopId),
		})
	const business = found && { ...found.business, share: origin && shareLink(found, origin) }
	const { saveData } = context
	return data({ business, origin, isFavorite, plans: offers, saveData }, { status: business ? 200 : 404 })
}

/** A message to a friend, with the shop's shortest address. */
function shareLink({ business: { id, name, address }, facts: { slug } }: FoundBusiness, origin: string) {
	return whatsAppLink(`${name}, ${address}. ${origin}${slug ? `/s/${slug}` : `/business/${id}`}`)
}

/** Null for a malformed instant: then the newest reviews come first. */
function readInstant(text: string | null): number | null {
	return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

export async function action({ request, context }: ActionFunctionArgs) {
	const heart = parseWithZod(await readForm(request), { schema: favoriteFormSchema })
	if (heart.status !== 'success') throw new Response(null, { status: 400 })
	return handleFavoriteForm(request, context, heart.value, changeFavorite)
}

export default function BusinessPage() {
	const { business, isFavorite, plans, saveData } = useLoaderData<typeof loader>()
	if (business)
		return (
			<BusinessDetail business={business} isFavorite={isFavorite} plans={plans} showsPhotos={!saveData} />
		)
	return (
		<Page>
			<EmptyState
				title="Business Not Found"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				The link may be old, or the shop is no longer here.
			</EmptyState>
		</Page>
	)
}

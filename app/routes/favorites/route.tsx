import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { searchFavorites } from '#app/domain/discovery/search-favorites.ts'
import { cleanSearchText, MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import { averageRating, fullAddress } from '#app/domain/discovery/shop-words.ts'
import { favoritesFormSchema } from '#app/domain/identity/favorite-form.server.ts'
import { changeFavorite } from '#app/flows/account/change-favorite.server.ts'
import { done } from '#app/http/answers.server.ts'
import { handleFavoriteForm } from '#app/http/handle-favorite-form.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { HeartForm, roundHeart } from '#app/ui/heart-form.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle, PageHeader, titled } from '#app/ui/page.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { SearchField } from '#app/ui/search-field.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'profile' }

export const meta = titled('My Favorites')

const PAGE_SIZE = 20

/** `from` counts the cards before this page: no cursor, since the list is short. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [, favorites] = await Promise.all([
		requireUser(request, context),
		context.identity.favorites.listFavorites(actor),
	])
	const { searchParams } = new URL(request.url)
	const q = cleanSearchText(searchParams.get('q') ?? '')
	const from = Math.max(0, Math.trunc(Number(searchParams.get('from')) || 0))
	const shops = favorites.map((shop) => ({ ...shop, address: fullAddress(shop) }))
	const found = searchFavorites(shops, q)
	const cards = found.slice(from, from + PAGE_SIZE).map((shop, index) => ({
		shopId: shop.shopId,
		name: shop.name,
		type: shop.type,
		address: shop.address,
		rating: averageRating(shop.ratingSum, shop.reviewCount),
		reviewCount: shop.reviewCount,
		canBook: shop.canBook,
		isFirst: index === 0,
	}))
	const next = found.length > from + PAGE_SIZE ? from + PAGE_SIZE : null
	return { q, cards, isEmpty: favorites.length === 0, next }
}

export async function action({ request, context }: ActionFunctionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: favoritesFormSchema })
	if (submission.status !== 'success') throw new Response(null, { status: 400 })
	const form = submission.value
	if (form.kind !== 'book') return handleFavoriteForm(request, context, form, changeFavorite)
	const favorites = await context.identity.favorites.listFavorites(requireActor(request, context))
	const name = favorites.find(({ shopId }) => shopId === form.shopId)?.name
	return done(context, `${servicesOfShopPath(form.shopId)}&from=favorites`, {
		flash: name ? { title: 'Booking Started', description: `Starting your booking with ${name}` } : null,
	})
}

export default function Favorites() {
	const { q, cards, isEmpty, next } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="My Favorites" back={{ to: '/profile', label: 'Profile' }} />
			{isEmpty ? (
				<EmptyState
					icon="heart"
					title="No favorites yet"
					action={<ButtonLink to="/discover">Browse Businesses</ButtonLink>}
				>
					Tap a shop’s heart to keep it here.
				</EmptyState>
			) : (
				<>
					<Form method="get" role="search">
						<SearchField
							key={q}
							name="q"
							label="Search favorites"
							placeholder="Search favorites..."
							defaultValue={q}
							maxLength={MAX_SEARCH_LETTERS}
						/>
					</Form>
					{cards.length === 0 && (
						<EmptyState
							title="No results found"
							action={<ButtonLink to="/favorites">Show all favorites</ButtonLink>}
						/>
					)}
					<ul className="mt-2">
						{cards.map((card) => (
							<FavoriteCard key={card.shopId} {...card} />
						))}
					</ul>
					<ListPages
						next={next === null ? null : `/favorites?${new URLSearchParams({ q, from: String(next) })}`}
						label="Show more favorites"
						place="from"
					/>
				</>
			)}
		</Page>
	)
}

interface FavoriteCardProps {
	shopId: string
	name: string
	type: string
	address: string
	rating: number | null
	reviewCount: number
	canBook: boolean
	isFirst: boolean
}

/** A favorite (C25). */
function FavoriteCard({ shopId, name, type, address, isFirst, ...shop }: FavoriteCardProps) {
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<div className="min-w-0">
					<h2>
						<Link to={`/business/${shopId}`} discover={isFirst ? 'render' : 'none'}>
							{name}
						</Link>
					</h2>
					<p className="facts">
						<Tag tone="plain">{type.charAt(0).toUpperCase() + type.slice(1)}</Tag>
						<Rating average={shop.rating} count={shop.reviewCount} />
					</p>
					<p className="soft text-sm mt-1">{address}</p>
				</div>
				<HeartForm shopId={shopId} isFavorite>
					{(isShown) => roundHeart(name, isShown)}
				</HeartForm>
			</div>
			{shop.canBook && (
				<Form method="post" className="mt-3">
					<SubmitButton size="small" name="book" value={shopId} className="w-full">
						Book Now<span className="sr"> at {name}</span>
					</SubmitButton>
				</Form>
			)}
		</li>
	)
}

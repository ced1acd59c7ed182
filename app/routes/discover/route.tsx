import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	type AppLoadContext,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	replace,
} from '@remix-run/cloudflare'
import { Form, Link, useLoaderData, useLocation } from '@remix-run/react'
import { readDiscoverQuery } from '#app/domain/discovery/discover-query.server.ts'
import { greetingAt } from '#app/domain/discovery/greeting.ts'
import { MAX_SEARCH_LETTERS } from '#app/domain/discovery/search-words.ts'
import { favoriteFormSchema } from '#app/domain/identity/favorite-form.server.ts'
import { firstInitial } from '#app/domain/identity/initials.ts'
import { changeFavorite } from '#app/flows/account/change-favorite.server.ts'
import { type ListedBusiness, listBusinesses } from '#app/flows/discovery/list-businesses.server.ts'
import { refreshOpenings } from '#app/flows/discovery/refresh-openings.server.ts'
import { markMessagesSeen } from '#app/flows/messages/bell-and-push.server.ts'
import { done } from '#app/http/answers.server.ts'
import { readOwnAppointmentIds } from '#app/http/booking-cookies.server.ts'
import { isUnavailable } from '#app/http/busy-answers.ts'
import { handleFavoriteForm } from '#app/http/handle-favorite-form.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readActor, readUser } from '#app/http/signed-in-user.server.ts'
import { errorLine } from '#app/http/write-log.ts'
import type { Instant } from '#app/kernel/instant.ts'
import { isPhotoPath } from '#app/kernel/links.ts'
import { discoverCategories } from '#app/kernel/vocabulary/discovery.ts'
import { civilAt, DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { brandName } from '#app/ui/brand.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { ChipLink, ChipRow } from '#app/ui/chip.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { ShopCardStyle } from '#app/ui/inline.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { Page, type PageHandle } from '#app/ui/page.tsx'
import { publicMeta } from '#app/ui/public-meta.ts'
import { SearchField } from '#app/ui/search-field.tsx'
import { BusinessResults, ListHeading, listHeading } from './business-results.tsx'
import { ChoiceForm, KeptFields } from './choice-form.tsx'
import { discoverPath, withoutEmptyFields } from './discover-path.ts'
import { Greeting } from './greeting.tsx'
import { nextAppointmentRow } from './next-appointment-view.server.ts'
import { QuickFilters } from './quick-filters.tsx'

export const handle: PageHandle = { bottomNavigation: 'discover', guestBanner: true }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	publicMeta({
		title: 'Discover',
		description: `Find salons, spas, nail bars and gyms near you and book instantly on ${brandName}.`,
		// A shared list carries the search, never the customer's location.
		path: data ? discoverPath({ ...data.choice, near: '', position: null }) : '/discover',
		origin: data?.origin ?? null,
	})

export async function loader({ request, context }: LoaderFunctionArgs) {
	const url = new URL(request.url)
	const filled = withoutEmptyFields(url)
	if (filled) throw replace(filled)
	const { cursor, within, ...choice } = readDiscoverQuery(url.searchParams)
	const now = context.now()
	const page = {
		choice,
		origin: context.settings.appOrigin,
		isFirstPage: cursor === null,
		greeting: greetingAt(Math.floor(civilAt(DEFAULT_ZONE, now).minute / 60)),
	}
	const actor = readActor(request, context)
	// Only the plain first page shows the next appointment.
	const isPlain = page.isFirstPage && discoverPath(choice) === '/discover'
	const ownIds = isPlain ? readOwnAppointmentIds(request, context.settings.cookieKeys) : []
	try {
		const [list, user, favoriteIds, bell, appointments, places] = await Promise.all([
			listBusinesses({ discovery: context.discovery, now }, { ...choice, cursor, within }),
			readUser(request, context),
			actor ? context.identity.favorites.favoriteShopIds(actor) : [],
			actor && context.messaging.notifications.bell(actor),
			isPlain ? context.booking.appointments.liveAppointments(ownIds, actor) : [],
			isPlain && actor
				? context.subscriptions.places.listPlaces(actor, { isPast: false, after: null, limit: 3 })
				: [],
		])
		const nextAppointment = nextAppointmentRow({ appointments, places }, now)
		const { cards, staleShopIds, isOfNearest, foundTooMany, ...rest } = list
		if (staleShopIds.length > 0) lookForOpenings(context, staleShopIds, now)
		const shown = new Set(cards.map(({ id }) => id))
		return data({
			...page,
			user: user && { firstName: user.firstName, initial: firstInitial(user) },
			unseen: bell?.unseen ?? 0,
			favorites: favoriteIds.filter((id) => shown.has(id)),
			// Left out rather than false or null: each key costs the page bytes (P1).
			list: {
				...rest,
				...(isOfNearest && { isOfNearest }),
				...(foundTooMany && { foundTooMany }),
				cards: packCards(shownPictures(cards, context)),
			},
			...(nextAppointment && { nextAppointment }),
		})
	} catch (error) {
		if (!isUnavailable(error)) throw error
		// An unreadable account is greeted without a name.
		const user = actor && { firstName: '', initial: '' }
		return data({ ...page, user, unseen: 0, favorites: [], list: null }, { status: 503 })
	}
}

/** One text with each key once: Remix would number each value, and the page weigh more (P1). */
function packCards(cards: readonly ListedBusiness[]): string {
	const flat = cards.map(({ isFeatured, canBook, open, ...card }) => ({
		...card,
		label: open?.label ?? null,
		flags: Number(isFeatured) + 2 * Number(canBook) + 4 * Number(open?.isOpen ?? false),
	}))
	return JSON.stringify([Object.keys(flat[0] ?? {}), ...flat.map(Object.values)])
}

function unpackCards(text: string): ListedBusiness[] {
	const [keys = [], ...rows]: unknown[][] = JSON.parse(text)
	return rows.map((values) => {
		const { label, flags, ...card } = Object.fromEntries(keys.map((key, i) => [key, values[i]]))
		const has = (flag: number) => (flags & flag) > 0
		return {
			...card,
			isFeatured: has(1),
			canBook: has(2),
			open: label === null ? null : { isOpen: has(4), label },
		}
	})
}

/** With data saver only the first card keeps its picture, and no card a photo. With photos off no card has one. */
function shownPictures(
	cards: readonly ListedBusiness[],
	{ saveData, photoStore }: Pick<AppLoadContext, 'saveData' | 'photoStore'>,
): ListedBusiness[] {
	return cards.map((card, index) => {
		const isLeftOut = isPhotoPath(card.picture) ? saveData || photoStore === null : saveData && index > 0
		return isLeftOut ? { ...card, picture: null } : card
	})
}

/** Not awaited: the next visitor sees the openings. */
function lookForOpenings(context: AppLoadContext, shopIds: readonly string[], now: Instant) {
	context.waitUntil(
		refreshOpenings(context.openPrimary(), { shopIds, now }).catch((error) =>
			context.log(`openings wait: ${errorLine(error)}`),
		),
	)
}

/** Handles a heart or the bell. The bell leads to the notifications; without any it shows a welcome. */
export async function action({ request, context }: ActionFunctionArgs) {
	const heart = parseWithZod(await readForm(request), { schema: favoriteFormSchema })
	if (heart.status === 'success') return handleFavoriteForm(request, context, heart.value, changeFavorite)
	const { pathname, search } = new URL(request.url)
	const rung = await markMessagesSeen(context, readActor(request, context))
	if (rung) return done(context, rung)
	return done(context, pathname + search, {
		flash: { title: 'Welcome', description: 'Updates about your bookings will appear here.' },
	})
}

/** '9+' from ten on. */
function countLabel(count: number): string {
	return count > 9 ? '9+' : String(count)
}

export default function Discover() {
	const loaded = useLoaderData<typeof loader>()
	const { choice, isFirstPage, greeting, user, unseen, favorites, list } = loaded
	const { pathname, search } = useLocation()
	const cards: ListedBusiness[] = list ? unpackCards(list.cards) : []
	const { origin, order } = list ?? { origin: { kind: 'none' }, order: 'recommended' }
	return (
		<Page>
			<ShopCardStyle />
			<header className="page-header greeting">
				<div className="row">
					<div className="flex-1">
						<Greeting of={user?.firstName ?? 'there'} fromServer={greeting} />
						<p>Find the perfect service near you</p>
					</div>
					<div className="row gap-2">
						<Form method="post" preventScrollReset>
							<button
								type="submit"
								className="round"
								aria-label={`Notifications${unseen ? `, ${countLabel(unseen)} new` : ''}`}
							>
								<Icon name="bell" />
								{unseen > 0 && <b>{countLabel(unseen)}</b>}
							</button>
						</Form>
						<Link to="/profile" className="round" aria-label="Your profile">
							{(user?.initial ?? 'U') || <Icon name="profile" />}
						</Link>
					</div>
				</div>
			</header>
			{'nextAppointment' in loaded && loaded.nextAppointment && (
				<NextAppointment lines={loaded.nextAppointment} />
			)}
			<ChoiceForm role="search">
				<KeptFields choice={choice} except={['q']} />
				<SearchField
					key={choice.q}
					name="q"
					label="Search services, salons"
					placeholder="Search services, salons..."
					defaultValue={choice.q}
					maxLength={MAX_SEARCH_LETTERS}
				/>
			</ChoiceForm>
			<ChipRow label="Categories">
				<ChipLink to={discoverPath({ ...choice, category: null })} current={choice.category === null}>
					All
				</ChipLink>
				{discoverCategories.map(({ id, name }) => (
					<ChipLink key={id} to={discoverPath({ ...choice, category: id })} current={choice.category === id}>
						{name}
					</ChipLink>
				))}
			</ChipRow>
			<QuickFilters choice={choice} origin={origin} order={order} />
			<ListHeading>
				{list ? listHeading(list, cards, { choice, isFirstPage }) : 'Featured Businesses'}
			</ListHeading>
			{list ? (
				<BusinessResults list={{ ...list, cards }} choice={choice} favorites={favorites} />
			) : (
				<EmptyState
					icon="alert"
					title="Failed to load businesses. Please try again."
					action={
						<ButtonLink to={pathname + search} reloadDocument>
							Try again
						</ButtonLink>
					}
				/>
			)}
		</Page>
	)
}

/** When and where the customer is expected (L30). `lines`: from `nextAppointmentRow`. */
function NextAppointment({ lines }: { lines: string }) {
	const [to = '', label, when, ...what] = lines.split('\n')
	return (
		<Link to={to} className="card padded row mb-3" discover="none">
			<span>
				{label}
				<br />
				<b>{when}</b>
				<br />
				{what.join(' ')}
			</span>
		</Link>
	)
}

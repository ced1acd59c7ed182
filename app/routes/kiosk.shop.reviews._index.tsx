import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Link, useLoaderData } from '@remix-run/react'
import { starsLabel } from '#app/domain/booking/review/review-words.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { shortenText } from '#app/kernel/clean-text.ts'
import { shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { readPlace, writePlace } from '#app/kernel/list-place.ts'
import { Card } from '#app/ui/card.tsx'
import { OwnerPage } from '#app/ui/kiosk/owner-page.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'
import { EmptyState } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { Tag } from '#app/ui/tag.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your reviews' }

export const meta = unlisted('Reviews')

/** As many as fit into 10 KB (P1), each with the start of its text. */
const REVIEWS_OF_PAGE = 20
const LETTERS_OF_LINE = 120

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const after = readPlace(new URL(request.url).searchParams.get('after') ?? '')
	const [{ shop }, found] = await Promise.all([
		owner.opened(),
		context.booking.reviews.own.page(owner.caller, { after, limit: REVIEWS_OF_PAGE + 1 }),
	])
	const reviews = found.slice(0, REVIEWS_OF_PAGE)
	const last = found.length > REVIEWS_OF_PAGE ? reviews.at(-1) : undefined
	return owner.pageData({
		shopName: shop.name,
		reviews: reviews.map(({ id, rating, comment, referenceNumber, createdAt, reply }) => ({
			id,
			stars: starsLabel(rating),
			comment: comment.length > LETTERS_OF_LINE ? `${shortenText(comment, LETTERS_OF_LINE)}…` : comment,
			about: `${shortDateLabelAt(shop.timeZone, createdAt)} · visit ${referenceNumber}`,
			isReplied: reply !== null,
		})),
		next: last ? `/kiosk/shop/reviews?after=${writePlace({ at: last.createdAt, id: last.id })}` : null,
	})
}

export default function OwnerReviews() {
	const { shopName, reviews, next } = useLoaderData<typeof loader>()
	return (
		<OwnerPage title="Reviews" subtitle={shopName}>
			{reviews.length === 0 ? (
				<EmptyState icon="star" title="No reviews yet. Customers can write one after a completed visit." />
			) : (
				<Card kind="rows" as="ul">
					{reviews.map(({ id, stars, comment, about, isReplied }, place) => (
						<li key={id}>
							<Link
								to={`/kiosk/shop/reviews/${id}`}
								className="line"
								discover={place === 0 ? 'render' : 'none'}
							>
								<b>{stars}</b>
								<Tag tone={isReplied ? 'leaf' : 'plain'}>{isReplied ? 'Replied' : 'No reply'}</Tag>
								{comment && <span>{comment}</span>}
								<small className="num">{about}</small>
							</Link>
						</li>
					))}
				</Card>
			)}
			<ListPages next={next} label="Older reviews" className="mt-4" />
		</OwnerPage>
	)
}

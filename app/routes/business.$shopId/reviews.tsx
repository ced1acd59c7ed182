import { Link } from '@remix-run/react'
import type { Business } from '#app/flows/discovery/read-business.server.ts'
import { Card } from '#app/ui/card.tsx'
import { ListPages } from '#app/ui/list-pages.tsx'

/** A review shows a first name and a month only (D12). */
export function Reviews({ business: { id, reviews, olderReviewsBefore } }: { business: Business }) {
	return (
		<section className="section" id="reviews">
			<h2>Reviews</h2>
			<Card kind="rows" as="ul">
				{reviews.map(({ id: reviewId, firstName, rating, comment, month, monthOf, reply }) => (
					<li key={reviewId} className="review">
						<div className="row justify-between">
							<b>{firstName}</b>
							<span className="rating num">
								<span className="sr">Rated</span>
								<b>{rating}</b>
							</span>
						</div>
						{comment && <blockquote>{comment}</blockquote>}
						<p>
							<time dateTime={monthOf}>{month}</time>
							{' · '}
							<Link to={`/business/${id}/report?review=${reviewId}`} className="tap">
								Report<span className="sr"> the review of {firstName}</span>
							</Link>
						</p>
						{reply && (
							<p>
								<b>Reply from the shop:</b> {reply}
							</p>
						)}
					</li>
				))}
			</Card>
			<ListPages
				next={
					olderReviewsBefore === null ? null : `/business/${id}?reviewsBefore=${olderReviewsBefore}#reviews`
				}
				label="Older reviews"
				place="reviewsBefore"
				first={`/business/${id}#reviews`}
				className="mt-3"
			/>
		</section>
	)
}

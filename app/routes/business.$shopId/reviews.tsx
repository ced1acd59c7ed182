import type { Business } from '#app/domain/discovery/read-business.server.ts'
import { monthName } from '#app/kernel/civil.ts'
import { Card } from '#app/ui/card.tsx'

/** What people wrote after a visit: a first name and a month are all that is told of them (decision D12). */
export function Reviews({ reviews }: { reviews: Business['reviews'] }) {
	return (
		<section className="section">
			<h2>Reviews</h2>
			<Card kind="rows" as="ul">
				{reviews.map(({ id, firstName, rating, comment, date }) => (
					<li key={id} className="review">
						<div className="row justify-between">
							<b>{firstName}</b>
							<span className="rating num">
								<span className="sr">Rated</span>
								<b>{rating}</b>
							</span>
						</div>
						{comment && <blockquote>{comment}</blockquote>}
						<p>
							{monthName(date)} {date.slice(0, 4)}
						</p>
					</li>
				))}
			</Card>
		</section>
	)
}

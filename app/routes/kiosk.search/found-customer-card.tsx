import { Link } from '@remix-run/react'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { CustomerView } from './search-view.server.ts'

/** A customer with their visits, each with the way to its page. */
export function FoundCustomerCard({ customer, isAlone }: { customer: CustomerView; isAlone?: boolean }) {
	const { name, phone, email, count, all, appointments } = customer
	return (
		<section>
			{!isAlone && <h2>{name}</h2>}
			<p className="soft num mb-4">
				{phone && (
					<>
						<a href={`tel:${phone}`} className="tap">
							{phone}
						</a>{' '}
					</>
				)}
				{email && `${email} · `}
				{count}
			</p>
			<Card kind="rows" as="ul">
				{appointments.map(({ referenceNumber, when, what, word, tone }) => (
					<li key={referenceNumber}>
						<Link to={`/kiosk/visits/${referenceNumber}`} className="line">
							<b className="num">{when}</b>
							<Tag tone={tone}>{word}</Tag>
							<small>
								{what} · {referenceNumber}
							</small>
						</Link>
					</li>
				))}
			</Card>
			{!isAlone && all && (
				<p className="mt-3">
					<ButtonLink to={all} variant="quiet" size="small">
						All {count}
						<span className="sr"> of {name}</span>
					</ButtonLink>
				</p>
			)}
		</section>
	)
}

import { Card } from '#app/ui/card.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { CustomerCardView } from './card-view.server.ts'

/** The customer's contact, and their history at this shop. */
export function CardFacts({ card }: { card: CustomerCardView }) {
	const { phone, email, facts } = card
	return (
		<Card as="section">
			<dl className="facts">
				<div>
					<dt>Phone</dt>
					<dd className="num">
						{phone ? (
							<a href={`tel:${phone}`} className="tap">
								{phone}
							</a>
						) : (
							'None'
						)}
					</dd>
				</div>
				{email && (
					<div>
						<dt>Email</dt>
						<dd>{email}</dd>
					</div>
				)}
				{facts.map(({ name, value }) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd className="num">{value}</dd>
					</div>
				))}
			</dl>
		</Card>
	)
}

/** Stamps, cashback and plans of an account. */
export function CardSavings({ card: { programs, plans } }: { card: CustomerCardView }) {
	return (
		<>
			{programs.length > 0 && (
				<section>
					<h2>Loyalty</h2>
					<Card kind="rows" as="ul">
						{programs.map(({ name, about }) => (
							<li key={name} className="line">
								<b>{name}</b>
								<small className="num">{about}</small>
							</li>
						))}
					</Card>
				</section>
			)}
			{plans.length > 0 && (
				<section>
					<h2>Plans</h2>
					<Card kind="rows" as="ul">
						{plans.map(({ id, title, word, tone, about }) => (
							<li key={id} className="line">
								<b>{title}</b>
								<Tag tone={tone}>{word}</Tag>
								<small className="num">{about}</small>
							</li>
						))}
					</Card>
				</section>
			)}
		</>
	)
}

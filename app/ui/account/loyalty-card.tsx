import { Link } from '@remix-run/react'
import { AdirePattern, shopDye } from '#app/ui/adire-pattern.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Tag } from '#app/ui/tag.tsx'
import { type Origin, withTrail } from './origin.ts'

interface LoyaltyCardView {
	id: string
	shop: { id: string; name: string }
	program: { id: string; name: string }
	tier: string
	/** '3/10 visits'. */
	visits: string
	/** '1 reward ready': a link to My Rewards (B9). */
	ready: string | null
	/** '2 more for reward', 'Expires Jan 2027'. */
	notes: string[]
}

interface LoyaltyCardProps {
	card: LoyaltyCardView
	page: Origin
	/** At most three rows. The stamp of a reward is a link to it. */
	stamps: Stamp[]
}

export function LoyaltyCard({ card, stamps, page }: LoyaltyCardProps) {
	const { shop, program, tier } = card
	return (
		<article className={classNames('card value-card loyalty-card', shopDye(shop.id))}>
			<AdirePattern shopId={shop.id} hasBorder={false} className="band" />
			<div className="padded">
				<div className="title-row">
					<h2>
						<Link to={withTrail(`/loyalty-program/${program.id}`, page)}>{shop.name}</Link>
					</h2>
					<Tag tone={tier === 'Standard' ? 'plain' : undefined}>{tier}</Tag>
				</div>
				<p className="soft text-sm">{program.name}</p>
				<ol className="stamps">
					{stamps.map(({ number, row, isGiven, milestoneId }) => (
						<li key={number} className={classNames(`row-${row}`, isGiven && 'given')}>
							{milestoneId ? (
								<Link
									to={withTrail(`/wallet/reward/${milestoneId}`, page)}
									aria-label={`Reward at visit ${number}${isGiven ? ', reached' : ''}`}
								>
									<Icon name="star" size={20} filled={isGiven} />
								</Link>
							) : (
								<span>
									{isGiven ? (
										<>
											<Icon name="check" size={18} />
											<span className="sr">{number} stamped</span>
										</>
									) : (
										number
									)}
								</span>
							)}
						</li>
					))}
				</ol>
				<div className="foot">
					<p className="num">
						<b className="amount">{card.visits}</b>
						{card.notes.map((note) => (
							<small key={note}>{note}</small>
						))}
					</p>
					<Link
						to={withTrail(`/wallet/code?shop=${shop.id}`, page)}
						className="round"
						aria-label={`Your QR Code for ${shop.name}`}
					>
						<Icon name="qr" size={20} />
					</Link>
				</div>
				{card.ready && (
					<Link to={withTrail('/rewards', page)} className="link tap self-start">
						{card.ready}
					</Link>
				)}
			</div>
		</article>
	)
}

/** Rows count from 1. */
type Stamp = { number: number; row: number; isGiven: boolean; milestoneId: string | null }

/** Two rows up to twelve stamps, else three. */
export function stampColumns(total: number): number {
	return total <= 12 ? Math.min(6, Math.ceil(total / 2)) : Math.ceil(total / 3)
}

export function countStamps({
	visitsRequired,
	visitsCount,
	milestones,
}: {
	visitsRequired: number
	visitsCount: number
	milestones: readonly { id: string; visitsRequired: number }[]
}): Stamp[] {
	const columns = stampColumns(visitsRequired)
	return Array.from({ length: visitsRequired }, (_, i) => ({
		number: i + 1,
		row: Math.floor(i / columns) + 1,
		isGiven: i < visitsCount,
		milestoneId: milestones.find((milestone) => milestone.visitsRequired === i + 1)?.id ?? null,
	}))
}

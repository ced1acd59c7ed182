import type { ListedBusiness } from '#app/flows/discovery/list-businesses.server.ts'
import { servicesOfShopPath } from '#app/kernel/booking-paths.ts'
import { AdirePattern } from '#app/ui/adire-pattern.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { HeartForm } from '#app/ui/heart-form.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { roundHeart } from '#app/ui/round-heart.tsx'
import { Tag } from '#app/ui/tag.tsx'

interface BusinessCardProps {
	card: ListedBusiness
	isFavorite: boolean
	/** Only the first card's link makes Remix discover the routes; the others lead to the same. */
	isFirst: boolean
	/** On a phone's first screen: its picture loads eagerly. */
	isInView: boolean
}

/** The markup repeats eight times: keep it small (C19, P1). */
export function BusinessCard({ card, isFavorite, isFirst, isInView }: BusinessCardProps) {
	const { id, name, picture, isFeatured, open, categories, moreCategories, earliest } = card
	const discover = isFirst ? 'render' : 'none'
	return (
		<li className="card shop">
			{picture ? (
				<img src={picture} alt="" width="480" height="96" loading={isInView ? undefined : 'lazy'} />
			) : (
				<AdirePattern shopId={id} hasBorder={false} />
			)}
			{isFeatured && <span className="tag over">Featured</span>}
			<HeartForm shopId={id} isFavorite={isFavorite} className="over heart">
				{(isShown) => roundHeart(name, isShown)}
			</HeartForm>
			<div>
				<div className="title-row">
					<h3 className="min-w-0">{name}</h3>
					<Rating average={card.rating} count={card.reviewCount} />
				</div>
				<p className="soft text-sm num">{card.services}</p>
				<p className="facts">
					{open && <Tag tone={open.isOpen ? 'leaf' : 'plain'}>{open.label}</Tag>}
					<span className="soft">{card.place}</span>
					{categories.map((category) => (
						<Tag key={category} tone="plain">
							{category}
						</Tag>
					))}
					{moreCategories > 0 && <span className="soft">+{moreCategories} more</span>}
				</p>
				{earliest && (
					<p className="text-sm">
						Earliest: <b>{earliest}</b>
					</p>
				)}
				<div className="row go">
					{card.canBook && (
						<ButtonLink to={servicesOfShopPath(id)} discover={discover} size="small">
							Book Now<span className="sr">{` at ${name}`}</span>
						</ButtonLink>
					)}
					<ButtonLink to={`/business/${id}`} discover={discover} size="small" variant="quiet">
						Details<span className="sr">{` of ${name}`}</span>
					</ButtonLink>
				</div>
			</div>
		</li>
	)
}

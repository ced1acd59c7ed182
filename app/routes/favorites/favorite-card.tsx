import { Form, Link } from '@remix-run/react'
import { SubmitButton } from '#app/ui/button.tsx'
import { HeartForm } from '#app/ui/heart-form.tsx'
import { Rating } from '#app/ui/rating.tsx'
import { roundHeart } from '#app/ui/round-heart.tsx'
import { Tag } from '#app/ui/tag.tsx'

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

/** A liked business (C25). */
export function FavoriteCard({ shopId, name, type, address, isFirst, ...shop }: FavoriteCardProps) {
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

import { Form } from '@remix-run/react'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Tag } from '#app/ui/tag.tsx'
import type { PlaceCardView } from './bookings-view.server.ts'

export function PlaceCard({ place }: { place: PlaceCardView }) {
	const { id, planTitle, badge, calendar } = place
	const itsName = (
		<span className="sr">
			: {planTitle}, {place.day}, {place.time}
		</span>
	)
	return (
		<li className="card padded mb-3">
			<div className="title-row">
				<h2 className="min-w-0">{planTitle}</h2>
				<Tag tone={badge.tone}>{badge.label}</Tag>
			</div>
			<p className="soft text-sm">{place.shopName}</p>
			<p className="mt-2 num">
				<b>{place.day}</b>
				<br />
				{place.time}
			</p>
			{place.instructor && <p className="text-sm">Instructor: {place.instructor}</p>}
			{place.ending && <p className="mt-2 text-sm">{place.ending}</p>}
			{(place.checkInPath || calendar || place.canCancel) && (
				<div className="row mt-3 flex-wrap">
					{place.checkInPath && (
						<Form method="post" action={place.checkInPath} className="grid flex-1">
							<Button type="submit" size="small">
								QR Code{itsName}
							</Button>
						</Form>
					)}
					{calendar && (
						<ButtonLink to={calendar.path} size="small" variant="quiet" className="flex-1">
							{calendar.isRemoval ? 'Remove from Calendar' : 'Add to Calendar'}
							{itsName}
						</ButtonLink>
					)}
					{place.canCancel && (
						<ButtonLink
							to={`/sessions/bookings/${id}/cancel`}
							size="small"
							variant="quiet"
							className="flex-1"
						>
							Cancel Booking{itsName}
						</ButtonLink>
					)}
				</div>
			)}
		</li>
	)
}

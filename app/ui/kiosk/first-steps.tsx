import { Link } from '@remix-run/react'
import { Card } from '../card.tsx'
import { Notice } from '../notice.tsx'
import { Tag } from '../tag.tsx'

interface FirstStepsProps {
	hasService: boolean
	hasPerson: boolean
	hasHours: boolean
}

/** What a new shop still needs before it can be booked. People come last, because they start with its hours. */
export function FirstSteps({ hasService, hasPerson, hasHours }: FirstStepsProps) {
	const steps = [
		{
			to: hasService ? '/kiosk/shop/services' : '/kiosk/shop/services/new',
			name: 'Add your services',
			about: 'What customers can book, its price and minutes',
			isDone: hasService,
		},
		{
			to: '/kiosk/shop/hours',
			name: 'Set your opening hours',
			about: 'When customers can come',
			isDone: hasHours,
		},
		{
			to: '/kiosk/shop/people',
			name: 'Add your people',
			about: 'Who works here, what they do, and when',
			isDone: hasPerson,
		},
	]
	return (
		<section>
			<h2>Before customers can book you</h2>
			{steps.every(({ isDone }) => isDone) && (
				<Notice>
					No one works while you’re open, for long enough to do a service. Compare your people’s hours with
					your opening hours.
				</Notice>
			)}
			<Card kind="rows" as="ul">
				{steps.map(({ to, name, about, isDone }) => (
					<li key={to}>
						<Link to={to} className="line">
							<b>{name}</b>
							<Tag tone={isDone ? 'leaf' : 'plain'}>{isDone ? 'Done' : 'To do'}</Tag>
							<small>{about}</small>
						</Link>
					</li>
				))}
				<li className="line">
					<b>What a customer sees</b>
					<small>Your page opens with the last of these steps.</small>
				</li>
			</Card>
		</section>
	)
}

import { Form, Link } from '@remix-run/react'
import type { NextStep } from '#app/kernel/vocabulary/shops.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageStyle } from '#app/ui/inline.tsx'
import { Notice } from '#app/ui/notice.tsx'
import nextStepsCss from '#app/ui/styles/next-steps.css?inline'
import { Tag } from '#app/ui/tag.tsx'

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

export type ShownStep = { step: NextStep; to: string; name: string; about: string }

/** Suggestions for a shop that can be booked; each stays until done or dismissed. */
export function NextSteps({ steps, act }: { steps: readonly ShownStep[]; act: string }) {
	return (
		<Form method="post">
			<PageStyle css={nextStepsCss} />
			<input type="hidden" name="act" value={act} />
			<h2>Next steps</h2>
			<Card kind="rows" as="ul">
				{steps.map(({ step, to, name, about }) => (
					<li key={step} className="next-step">
						<Link to={to} className="line">
							<b>{name}</b>
							<small>{about}</small>
						</Link>
						<SubmitButton name="step" value={step} variant="quiet" size="small" busyLabel="Saving…">
							Put away<span className="sr">: {name}</span>
						</SubmitButton>
					</li>
				))}
			</Card>
		</Form>
	)
}

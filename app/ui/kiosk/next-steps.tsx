import { Form, Link } from '@remix-run/react'
import type { NextStep } from '#app/kernel/vocabulary/shops.ts'
import { SubmitButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { PageStyle } from '../inline.tsx'
import nextStepsCss from '../styles/next-steps.css?inline'

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

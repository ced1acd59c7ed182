import { Link } from '@remix-run/react'
import type { ActionAnswer, OwnerOffer } from '#app/kernel/action-answer.ts'
import { SubmitButton } from '../button.tsx'
import { Card } from '../card.tsx'
import { ErrorSummary } from '../form/error-summary.tsx'
import type { FormState } from '../form/form-state.ts'
import { RefusalNotice } from '../refusal-notice.tsx'

type Answer = ActionAnswer<OwnerOffer> | undefined

/** Above an owner's form: why its last post was refused, with the visits or days in the way, or what is new. */
export function OwnerAnswer({
	answer,
	form,
	order,
}: {
	answer: Answer
	form: FormState
	order: readonly string[]
}) {
	const { visits = [], dates = [], changed = [] } = answer?.offer ?? {}
	return (
		<>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={order} />
			{visits.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{visits.map(({ to, label }) => (
						<li key={to} className="padded">
							<Link to={to} className="tap num">
								{label}
							</Link>
						</li>
					))}
				</Card>
			)}
			{dates.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{dates.map(({ label, why }) => (
						<li key={label} className="padded">
							<b className="num">{label}</b>: {why}
						</li>
					))}
				</Card>
			)}
			{changed.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{changed.map(({ label, now }) => (
						<li key={label} className="padded">
							{label} is now <b>{now}</b>
						</li>
					))}
				</Card>
			)}
		</>
	)
}

/** At the foot of an owner's form: its button, and where visits or days are in the way the one that keeps them. */
export function OwnerSave({ answer, label }: { answer: Answer; label: string }) {
	return (
		<>
			<SubmitButton busyLabel="Saving…">{label}</SubmitButton>
			{answer?.code === 'sessions_met' && (
				<SubmitButton variant="quiet" className="mt-3" name="keep" value="1" busyLabel="Saving…">
					Add all sessions anyway
				</SubmitButton>
			)}
			{answer?.code === 'live_appointments_met' && (
				<SubmitButton variant="quiet" className="mt-3" name="keep" value="1" busyLabel="Saving…">
					Save, and keep these visits as they are
				</SubmitButton>
			)}
		</>
	)
}

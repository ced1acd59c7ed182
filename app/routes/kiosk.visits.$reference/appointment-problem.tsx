import { Form } from '@remix-run/react'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { TextArea } from '#app/ui/form/text-area.tsx'
import type { KioskAppointmentView } from './appointment-view.server.ts'

/** The customer's report, and room for the one answer that settles it. */
export function AppointmentProblem({
	problem,
	act,
	form,
}: {
	problem: NonNullable<KioskAppointmentView['problem']>
	act: string
	form: FormState
}) {
	return (
		<Card as="section" className="mt-4">
			<h2>{problem.title}</h2>
			<p className="soft text-sm">Reported by the customer on {problem.toldLabel}</p>
			{problem.words && <p className="mt-2">{problem.words}</p>}
			{problem.answer && (
				<p className="mt-2">
					<b>Your answer:</b> {problem.answer}
				</p>
			)}
			{problem.isOpen && (
				<Form method="post" noValidate>
					<input type="hidden" name="act" value={act} />
					<TextArea
						field={form.field('answer')}
						label="Answer"
						hint="The customer reads it on their booking’s page, and the problem is closed."
						rows={3}
					/>
					<SubmitButton name="intent" value="answer-problem" busyLabel="Sending…" className="mt-3">
						Answer
					</SubmitButton>
				</Form>
			)}
		</Card>
	)
}

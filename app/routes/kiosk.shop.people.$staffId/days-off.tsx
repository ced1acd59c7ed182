import { Form } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { OwnerSave } from '#app/ui/kiosk/owner-form.tsx'

interface DaysOffProps {
	form: FormState
	answer: ComponentProps<typeof OwnerSave>['answer']
	act: string
	/** Consecutive days are one span. */
	spans: { span: string; label: string }[]
	today: string
}

export function DaysOff({ form, answer, act, spans, today }: DaysOffProps) {
	return (
		<section>
			<h2>Days off and holidays</h2>
			{spans.length === 0 ? (
				<p className="soft">None ahead.</p>
			) : (
				<Card kind="rows" as="ul">
					{spans.map(({ span, label }) => (
						<li key={span} className="padded">
							<Form method="post">
								<input type="hidden" name="act" value={act} />
								<input type="hidden" name="intent" value="on" />
								<b className="num">{label}</b>
								<br />
								<SubmitButton variant="quiet" size="small" name="span" value={span} busyLabel="Removing…">
									Works after all<span className="sr"> on {label}</span>
								</SubmitButton>
							</Form>
						</li>
					))}
				</Card>
			)}
			<Form method="post" className="form" key={act}>
				<input type="hidden" name="act" value={act} />
				<input type="hidden" name="intent" value="off" />
				<h2>Add days off</h2>
				<TextField field={form.field('offFrom')} kind="date" label="First day off" min={today} />
				<TextField
					field={form.field('offUntil')}
					kind="date"
					label="Last day off"
					hint="Leave empty for a single day."
					min={today}
					enterKeyHint="done"
				/>
				<OwnerSave answer={answer} label="Add" />
			</Form>
		</section>
	)
}

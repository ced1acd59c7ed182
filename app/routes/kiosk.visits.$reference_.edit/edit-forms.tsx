import { Form } from '@remix-run/react'
import { SubmitButton } from '#app/ui/button.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import type { EditView } from './edit-view.server.ts'

type FormProps = { view: EditView; act: string; form: FormState }

function Hidden({ act, intent }: { act: string; intent: string }) {
	return (
		<>
			<input type="hidden" name="act" value={act} />
			<input type="hidden" name="intent" value={intent} />
		</>
	)
}

/** Another day, time or person. `times`: what is free instead of a time that is not. */
export function MoveForm({
	view,
	act,
	form,
	times,
}: FormProps & { times: readonly { at: string; label: string }[] }) {
	return (
		<Form method="post" className="form" key={`move ${act}`}>
			<Hidden act={act} intent="move" />
			<h2>Time and person</h2>
			<TextField field={form.field('date')} kind="date" label="Day" />
			<TextField field={form.field('time')} kind="time" label="Time" />
			<SelectField
				field={form.field('staff')}
				label="With"
				empty={`${view.present}, as now`}
				options={view.people}
			/>
			<SubmitButton busyLabel="Moving…">Move</SubmitButton>
			{times.length > 0 && (
				<fieldset className="mt-3">
					<legend className="label">Free instead</legend>
					<div className="choices">
						{times.map(({ at, label }) => (
							<button key={at} type="submit" name="to" value={at}>
								<b className="num">{label}</b>
							</button>
						))}
					</div>
				</fieldset>
			)}
		</Form>
	)
}

/** Another service in the place of one; its price is asked about first. */
export function ServiceForm({ view: { services, others }, act, form }: FormProps) {
	const [first, ...further] = services
	if (!first || others.length === 0) return null
	return (
		<Form method="post" className="form" key={`service ${act}`}>
			<Hidden act={act} intent="service" />
			<h2>Services</h2>
			{further.length === 0 ? (
				<input type="hidden" name="position" value={first.id} />
			) : (
				<SelectField field={form.field('position')} label="Instead of" empty="Choose" options={services} />
			)}
			<SelectField
				field={form.field('service')}
				label={further.length === 0 ? `Instead of ${first.name}` : 'Do'}
				empty="Choose"
				options={others}
			/>
			<SubmitButton variant="quiet" busyLabel="Looking…">
				See the new price
			</SubmitButton>
		</Form>
	)
}

export function NoteForm({ view: { note }, act, form }: FormProps) {
	return (
		<Form method="post" className="form" key={`note ${act}`}>
			<Hidden act={act} intent="note" />
			<input type="hidden" name="seenNote" value={note} />
			<TextField
				field={form.field('note')}
				kind="remark"
				label="Note"
				hint="The customer sees it too."
				enterKeyHint="done"
			/>
			<SubmitButton variant="quiet" busyLabel="Saving…">
				Save the note
			</SubmitButton>
		</Form>
	)
}

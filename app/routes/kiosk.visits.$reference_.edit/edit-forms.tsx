import { Form } from '@remix-run/react'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { SlotsStyle } from '#app/ui/inline.tsx'
import { Choices } from '#app/ui/kiosk/choices.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import type { EditView } from './edit-view.server.ts'

type FormProps = { view: EditView; act: string; form: FormState }

/** The day and staff whose free times are listed. */
export function DayForm({ view, typed }: { view: EditView; typed: FormState }) {
	const { appointmentId, present, people } = view
	const date = typed.field('date').defaultValue ?? view.date
	const staff = typed.field('staff').defaultValue ?? view.staff
	const form = formState(null, { date, staff })
	return (
		<Form className="form" key={`${date} ${staff}`}>
			<input type="hidden" name="visit" value={appointmentId} />
			<h2>Time and person</h2>
			<div className="pair">
				<TextField field={form.field('date')} kind="date" label="Day" />
				<SelectField field={form.field('staff')} label="With" empty={`${present}, as now`} options={people} />
			</div>
			<Button type="submit" variant="quiet">
				See free times
			</Button>
		</Form>
	)
}

/** A free time of that day, or a typed one. `times`: alternatives to a time that is taken. */
export function MoveForm({
	view,
	act,
	form,
	times,
}: FormProps & { times: readonly { at: string; label: string }[] }) {
	const date = form.field('date').defaultValue ?? view.date
	const staff = form.field('staff').defaultValue ?? view.staff
	return (
		<KioskForm act={act} hidden={{ intent: 'move', date, staff }} className="form" key={`move ${act}`}>
			{view.free && <FreeTimes {...view.free} form={form} />}
			<div className={view.free ? 'other' : undefined}>
				<TextField
					field={form.field('time')}
					kind="time"
					label={view.free ? 'Which time?' : 'Time'}
					enterKeyHint="done"
				/>
			</div>
			<SubmitButton busyLabel="Moving…">Move</SubmitButton>
			{times.length > 0 && (
				<fieldset className="mt-3">
					<legend className="label">Free instead</legend>
					<Choices>
						{times.map(({ at, label }) => (
							<button key={at} type="submit" name="to" value={at}>
								<b className="num">{label}</b>
							</button>
						))}
					</Choices>
				</fieldset>
			)}
		</KioskForm>
	)
}

function FreeTimes({ legend, times, form }: NonNullable<EditView['free']> & { form: FormState }) {
	return (
		<>
			<SlotsStyle />
			<fieldset className="slots mt-3">
				<legend className="label">{legend}</legend>
				{[...times, { at: 'custom', label: 'Another time', isNow: false }].map(({ at, label, isNow }) => (
					<label key={at} className="slot">
						<input
							type="radio"
							name="slot"
							value={at}
							defaultChecked={form.isChosen('slot', at) || times.length === 0}
						/>
						<span>
							{label}
							{isNow && <span className="sr">, as now</span>}
						</span>
					</label>
				))}
			</fieldset>
		</>
	)
}

/** Another service; the first post asks with its price. */
export function ServiceForm({ view: { services, others }, act, form }: FormProps) {
	const [first, ...further] = services
	if (!first || others.length === 0) return null
	return (
		<KioskForm act={act} hidden={{ intent: 'service' }} className="form" key={`service ${act}`}>
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
		</KioskForm>
	)
}

export function NoteForm({ view: { note }, act, form }: FormProps) {
	return (
		<KioskForm act={act} hidden={{ intent: 'note', seenNote: note }} className="form" key={`note ${act}`}>
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
		</KioskForm>
	)
}

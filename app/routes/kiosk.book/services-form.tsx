import { Form } from '@remix-run/react'
import type { Wording } from '#app/kernel/action-answer.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { ChoiceField, OptionRow, SelectField, TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { EmptyState, Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { typedNames } from './booking-form.tsx'
import type { BookingView } from './booking-view.server.ts'

/** Services, staff and day; after a post also the typed values. */
export function ServicesForm({
	view,
	form: posted,
	refusal,
}: {
	view: Extract<BookingView, { step: 'services' }>
	form: FormState | undefined
	refusal: Wording | undefined
}) {
	const { services, addOns, people, staff, date, today, kept } = view
	const form = formState(null, { staff, date })
	if (services.length === 0)
		return (
			<EmptyState title="No services yet">
				None of the active staff offers any of this shop’s services.
			</EmptyState>
		)
	return (
		<Form method={posted ? 'post' : 'get'} action="/kiosk/book" className="two" key={date}>
			{posted && <TypedBefore form={posted} />}
			{Object.entries(kept).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<div>
				<RefusalNotice refusal={refusal} />
				{!refusal && view.problem && (
					<Notice tone="error" role="alert" className="mb-4">
						{view.problem}
					</Notice>
				)}
				{posted && <p className="soft mb-4">What you typed is kept.</p>}
				<ChoiceField
					field={{ name: 'service', error: undefined }}
					legend="What would they like?"
					hint="Up to four, one after the other."
				>
					{services.map((one) => (
						<Row key={one.id} field="service" one={one} />
					))}
				</ChoiceField>
			</div>
			<div>
				{addOns.length > 0 && (
					<ChoiceField field={{ name: 'addOn', error: undefined }} legend="Add-ons">
						{addOns.map((one) => (
							<Row key={one.id} field="addOn" one={one} />
						))}
					</ChoiceField>
				)}
				<SelectField field={form.field('staff')} label="With" empty="Anyone free" options={people} />
				<TextField field={form.field('date')} kind="date" label="Day" min={today} enterKeyHint="go" />
				<SubmitButton name={posted && 'intent'} value={posted && 'choose'} className="mt-3">
					Next
				</SubmitButton>
			</div>
		</Form>
	)
}

/** The typed values of the answered form. */
function TypedBefore({ form }: { form: FormState }) {
	const wanted = form.field('wanted').defaultValue ?? form.field('intent').defaultValue
	return (
		<>
			<input type="hidden" name="wanted" value={wanted} />
			{typedNames.map((name) => (
				<input key={name} type="hidden" name={name} value={form.field(name).defaultValue ?? ''} />
			))}
		</>
	)
}

type Offered = Extract<BookingView, { step: 'services' }>['services'][number]

function Row({ field, one }: { field: 'service' | 'addOn'; one: Offered }) {
	return (
		<OptionRow
			type="checkbox"
			name={field}
			value={one.id}
			title={one.name}
			detail={one.text}
			end={one.price}
			defaultChecked={one.isChosen}
		/>
	)
}

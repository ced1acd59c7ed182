import { Form, Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { personFields } from '#app/domain/discovery/catalogue.ts'
import { Card } from '#app/ui/card.tsx'
import { OptionRow, TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { DescribedInputs } from '#app/ui/kiosk/described-inputs.tsx'
import { OwnerSave } from '#app/ui/kiosk/owner-page.tsx'

interface PersonFormProps {
	form: FormState
	answer: ComponentProps<typeof OwnerSave>['answer']
	act: string
	services: { id: string; name: string; isEnabled: boolean }[]
	/** The link to an existing person's hours, and the days they work. */
	hours: { to: string; days: string } | null
}

export function PersonForm({ form, answer, act, services, hours }: PersonFormProps) {
	return (
		<Form method="post" className="form">
			<input type="hidden" name="act" value={act} />
			<input type="hidden" name="intent" value="person" />
			<input type="hidden" name="seen" value={form.field('seen').defaultValue} />
			{hours && (
				<Card kind="rows" as="div" className="mb-4">
					<Link to={hours.to} className="line">
						<b>Weekly hours and breaks</b>
						<small>{hours.days}</small>
					</Link>
				</Card>
			)}
			<DescribedInputs fields={personFields} form={form} />
			{services.length > 0 && (
				<fieldset className="field">
					<legend className="label">What they do</legend>
					{services.map(({ id, name, isEnabled }) => (
						<OptionRow
							key={id}
							type="checkbox"
							name="service"
							value={id}
							defaultChecked={form.isChosen('service', id)}
							title={name}
							detail={!isEnabled && 'Off'}
						/>
					))}
				</fieldset>
			)}
			<div className="field">
				{!hours && (
					<OptionRow
						type="checkbox"
						name="shopHours"
						value="on"
						defaultChecked={form.isChosen('shopHours', 'on')}
						title="Works whenever the shop is open"
						detail="Their hours change when the shop’s do. You can give them hours of their own later."
					/>
				)}
				<OptionRow
					type="checkbox"
					name="isActive"
					value="on"
					defaultChecked={form.isChosen('isActive', 'on')}
					title="Customers can book them"
				/>
			</div>
			{hours && (
				<TextField
					field={form.field('lastDay')}
					kind="date"
					label="Last day at the shop"
					hint="If they’re leaving. No one can book them after it."
					enterKeyHint="done"
				/>
			)}
			<OwnerSave answer={answer} label={hours ? 'Save' : 'Add this person'} />
		</Form>
	)
}

import { Link } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { personFields } from '#app/domain/discovery/catalogue.ts'
import { Card } from '#app/ui/card.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import type { FormState } from '#app/ui/form/form-state.ts'
import { DescribedInputs, TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
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
		<KioskForm
			act={act}
			hidden={{ intent: 'person', seen: form.field('seen').defaultValue }}
			className="form"
		>
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
						<TickBox
							form={form}
							key={id}
							name="service"
							value={id}
							title={name}
							detail={!isEnabled && 'Off'}
						/>
					))}
				</fieldset>
			)}
			<div className="field">
				{!hours && (
					<TickBox
						form={form}
						name="shopHours"
						title="Works whenever the shop is open"
						detail="Their hours change when the shop’s do. You can give them hours of their own later."
					/>
				)}
				<TickBox form={form} name="isActive" title="Customers can book them" />
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
		</KioskForm>
	)
}

import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ActionAnswer, OwnerOffer } from '#app/kernel/action-answer.ts'
import type { DescribedFields } from '#app/kernel/described-field.ts'
import type { FieldConstraints } from '#app/kernel/typed-fields.ts'
import { formState } from '../form/form-state.ts'
import { DescribedInputs } from './described-inputs.tsx'
import { KioskPage } from './kiosk-page.tsx'
import { OwnerAnswer, OwnerSave } from './owner-form.tsx'

interface OwnerRowPageProps {
	/** What the loader gives: a row that is there begins with what was seen of it. */
	page: {
		title: string
		start: Readonly<Record<string, string>>
		act: string
		constraints: FieldConstraints
	}
	answer: ActionAnswer<OwnerOffer> | undefined
	fields: DescribedFields
	/** 'add-on'. */
	noun: string
	back: { to: string; label: string }
	/** Above the form. */
	children?: ReactNode
}

/** An owner's page of one row: an input for each of its fields. */
export function OwnerRowPage({ page, answer, fields, noun, back, children }: OwnerRowPageProps) {
	const { title, start, act, constraints } = page
	const form = formState(answer?.result, start, constraints)
	const isNew = !('seen' in start)
	return (
		<KioskPage title={title} section="More" back={back} isForm>
			{children}
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<Form method="post" className="form" key={act}>
				<input type="hidden" name="act" value={act} />
				{!isNew && <input type="hidden" name="seen" value={form.field('seen').defaultValue} />}
				<DescribedInputs fields={fields} form={form} isOfRow={!isNew} />
				<OwnerSave answer={answer} label={isNew ? `Add this ${noun}` : 'Save'} />
			</Form>
		</KioskPage>
	)
}

import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import type { FieldConstraints } from '#app/kernel/typed-fields.ts'
import { ButtonLink, SubmitButton } from './button.tsx'
import { ErrorSummary } from './form/error-summary.tsx'
import { HoneypotField, TextField } from './form/fields.tsx'
import { formState } from './form/form-state.ts'
import { EmptyState, RefusalNotice } from './notice.tsx'
import { Page } from './page.tsx'

interface GuestEmailFormProps {
	/** The form's page, without its query. */
	action: string
	answer: ActionAnswer | undefined
	/** Shown before anything is posted. */
	refusal?: ActionAnswer['refusal']
	constraints: FieldConstraints
	label: string
}

/** Mails a link to the address that a guest booked with. */
export function GuestEmailForm({ action, answer, refusal, constraints, label }: GuestEmailFormProps) {
	const form = formState(answer?.result, {}, constraints)
	return (
		<>
			<RefusalNotice refusal={answer?.refusal ?? refusal} />
			<ErrorSummary form={form} />
			<Form method="post" action={action} noValidate>
				<HoneypotField />
				<TextField
					field={form.field('email')}
					kind="email"
					label="Email"
					hint="The one you booked with"
					enterKeyHint="send"
				/>
				<SubmitButton name="intent" value="send" busyLabel="Sending…" className="mt-5">
					{label}
				</SubmitButton>
			</Form>
		</>
	)
}

/** One answer for every address, so that it reveals no booking. `children`: what the mail holds. */
export function CheckYourEmail({ again, children }: { again: string; children: ReactNode }) {
	return (
		<Page>
			<EmptyState
				icon="check"
				title="Check Your Email"
				isPage
				action={<ButtonLink to="/discover">Back to Discover</ButtonLink>}
			>
				{children} Nothing there? Check your spam folder, or{' '}
				<Link to={again} className="link">
					try another address
				</Link>
				.
			</EmptyState>
		</Page>
	)
}

import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import type { FieldConstraints } from '#app/kernel/typed-fields.ts'
import { ButtonLink, SubmitButton } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorSummary } from './form/error-summary.tsx'
import { formState } from './form/form-state.ts'
import { HoneypotField } from './form/honeypot-field.tsx'
import { TextField } from './form/text-field.tsx'
import { Page } from './page.tsx'
import { RefusalNotice } from './refusal-notice.tsx'

interface GuestEmailFormProps {
	/** The page of the form, without what its address asks for. */
	action: string
	answer: ActionAnswer | undefined
	/** What the page says before anything was sent. */
	refusal?: ActionAnswer['refusal']
	constraints: FieldConstraints
	label: string
}

/** Asks a guest for the e-mail that they booked with, to mail a link there. */
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

/** After it was sent: equal for all addresses. `children`: what the mail holds, where there is one. */
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

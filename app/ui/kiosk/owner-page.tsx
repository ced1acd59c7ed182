import {
	Form,
	isRouteErrorResponse,
	Link,
	type MetaFunction,
	useRouteError,
	useRouteLoaderData,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ActionAnswer, OwnerOffer } from '#app/kernel/action-answer.ts'
import type { DescribedFields } from '#app/kernel/described-field.ts'
import { pinQuestionIn } from '#app/kernel/held-post.ts'
import type { FieldConstraints } from '#app/kernel/typed-fields.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ErrorPage, errorTitle } from '#app/ui/error-page.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { type FormState, formState } from '#app/ui/form/form-state.ts'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { unlistedMeta } from '#app/ui/page.tsx'
import { DescribedInputs } from './described-inputs.tsx'
import { KioskForm, KioskPage } from './kiosk-page.tsx'

const PIN_TITLE = 'Your PIN'
const noForm = formState(null, {}, { pinSecret: { required: true } })

export function ownerMeta(title: string, error: unknown) {
	if (!error) return unlistedMeta(title)
	return unlistedMeta(questionIn(error) ? PIN_TITLE : errorTitle(error))
}

/** `title`: for loader data without one. */
export const ownerTitled =
	(title: string): MetaFunction =>
	({ data, error }) =>
		ownerMeta((data as { title?: string } | undefined)?.title ?? title, error)

function questionIn(error: unknown) {
	return isRouteErrorResponse(error) ? pinQuestionIn(error.data) : null
}

/** Asks for the PIN, and sends it with the earlier post. Other errors get the error page. */
export function OwnerBoundary() {
	const error = useRouteError()
	const root = useRouteLoaderData<{ supportContact: string | null }>('root')
	const question = questionIn(error)
	if (!question) return <ErrorPage error={error} supportContact={root?.supportContact ?? null} />
	return (
		<KioskPage title={PIN_TITLE} section="More" isForm>
			<RefusalNotice refusal={question.pinQuestion} />
			<Form method="post" className="form">
				{question.fields.map(([name, value]) => (
					<input key={`${name} ${value}`} type="hidden" name={name} value={value} />
				))}
				<TextField field={noForm.field('pinSecret')} kind="pin" label="Your PIN" enterKeyHint="go" />
				<SubmitButton busyLabel="Saving…">Go on</SubmitButton>
			</Form>
			<ButtonLink to="/kiosk" variant="quiet" className="mt-3">
				Leave without saving
			</ButtonLink>
		</KioskPage>
	)
}

type Answer = ActionAnswer<OwnerOffer> | undefined

/** Why the last post was refused, with the conflicting appointments or days, or the changed values. */
export function OwnerAnswer({
	answer,
	form,
	order,
}: {
	answer: Answer
	form: FormState
	order: readonly string[]
}) {
	const { visits = [], dates = [], changed = [] } = answer?.offer ?? {}
	return (
		<>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={order} />
			{visits.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{visits.map(({ to, label }) => (
						<li key={to} className="padded">
							<Link to={to} className="tap num">
								{label}
							</Link>
						</li>
					))}
				</Card>
			)}
			{dates.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{dates.map(({ label, why }) => (
						<li key={label} className="padded">
							<b className="num">{label}</b>: {why}
						</li>
					))}
				</Card>
			)}
			{changed.length > 0 && (
				<Card kind="rows" as="ul" className="mb-4">
					{changed.map(({ label, now }) => (
						<li key={label} className="padded">
							{label} is now <b>{now}</b>
						</li>
					))}
				</Card>
			)}
		</>
	)
}

/** The form's button; with conflicts also a button that saves in spite of them. */
export function OwnerSave({ answer, label }: { answer: Answer; label: string }) {
	return (
		<>
			<SubmitButton busyLabel="Saving…">{label}</SubmitButton>
			{answer?.code === 'sessions_met' && (
				<SubmitButton variant="quiet" className="mt-3" name="keep" value="1" busyLabel="Saving…">
					Add all sessions anyway
				</SubmitButton>
			)}
			{answer?.code === 'live_appointments_met' && (
				<SubmitButton variant="quiet" className="mt-3" name="keep" value="1" busyLabel="Saving…">
					Save, and keep these visits as they are
				</SubmitButton>
			)}
		</>
	)
}

interface OwnerPageProps {
	title: string
	subtitle: string
	isForm?: boolean
	children: ReactNode
}

/** A page one step below 'Your shop'. */
export function OwnerPage(props: OwnerPageProps) {
	return <KioskPage section="More" back={{ to: '/kiosk/shop', label: 'Your shop' }} {...props} />
}

interface OwnerRowPageProps {
	/** `start` of an existing row has `seen`, the version that the loader read. */
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
	children?: ReactNode
}

export function OwnerRowPage({ page, answer, fields, noun, back, children }: OwnerRowPageProps) {
	const { title, start, act, constraints } = page
	const form = formState(answer?.result, start, constraints)
	const isNew = !('seen' in start)
	return (
		<KioskPage title={title} section="More" back={back} isForm>
			{children}
			<OwnerAnswer answer={answer} form={form} order={Object.keys(constraints)} />
			<KioskForm act={act} className="form" key={act}>
				{!isNew && <input type="hidden" name="seen" value={form.field('seen').defaultValue} />}
				<DescribedInputs fields={fields} form={form} isOfRow={!isNew} />
				<OwnerSave answer={answer} label={isNew ? `Add this ${noun}` : 'Save'} />
			</KioskForm>
		</KioskPage>
	)
}

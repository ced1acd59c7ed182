import { Form, isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { askedPinIn } from '#app/kernel/held-post.ts'
import { unlistedMeta } from '../brand.tsx'
import { ButtonLink, SubmitButton } from '../button.tsx'
import { ErrorPage, errorTitle } from '../error-page.tsx'
import { formState } from '../form/form-state.ts'
import { TextField } from '../form/text-field.tsx'
import { RefusalNotice } from '../refusal-notice.tsx'
import { KioskPage } from './kiosk-page.tsx'

const PIN_TITLE = 'Your PIN'
const noForm = formState(null, {}, { pinSecret: { required: true } })

/** The title of an owner's page, or of what stands in its place. */
export function ownerMeta(title: string, error: unknown) {
	if (!error) return unlistedMeta(title)
	return unlistedMeta(questionIn(error) ? PIN_TITLE : errorTitle(error))
}

function questionIn(error: unknown) {
	return isRouteErrorResponse(error) ? askedPinIn(error.data) : null
}

/**
 * In place of an owner's page: the question for the PIN, which sends with it what was posted before; for any other
 * error the page of an error.
 */
export function OwnerBoundary() {
	const error = useRouteError()
	const root = useRouteLoaderData<{ supportContact: string | null }>('root')
	const question = questionIn(error)
	if (!question) return <ErrorPage error={error} supportContact={root?.supportContact ?? null} />
	return (
		<KioskPage title={PIN_TITLE} section="More" isForm>
			<RefusalNotice refusal={question.askedPin} />
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

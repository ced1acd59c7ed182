import { Form, isRouteErrorResponse, useRouteError, useRouteLoaderData } from '@remix-run/react'
import { pinQuestionIn } from '#app/kernel/held-post.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorPage, errorTitle } from '#app/ui/error-page.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { RefusalNotice } from '#app/ui/notice.tsx'
import { KioskPage } from './kiosk-page.tsx'

const PIN_TITLE = 'Your PIN'
const noForm = formState(null, {}, { pinSecret: { required: true } })

export function ownerMeta(title: string, error: unknown) {
	if (!error) return unlistedMeta(title)
	return unlistedMeta(questionIn(error) ? PIN_TITLE : errorTitle(error))
}

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

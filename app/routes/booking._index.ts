import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isDraftAlive, reachedStep } from '#app/domain/booking/draft/draft.ts'
import { readDraftId } from '#app/http/booking-cookies.server.ts'
import { ownConfirmationPath, stepPath } from '#app/kernel/booking-paths.ts'

/** Continues the draft; without one, leads to where a booking begins (D25). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const draftId = readDraftId(request, context.settings.cookieKeys)
	const draft = draftId === null ? null : await context.booking.drafts.draft(draftId)
	if (!draft || !isDraftAlive(draft, context.now())) return redirect('/discover')
	if (draft.appointmentId !== null) {
		const isNew = new URL(request.url).searchParams.has('new')
		return redirect(isNew ? '/discover' : ownConfirmationPath)
	}
	return redirect(stepPath(reachedStep(draft)))
}

/** Never rendered. Without a component a failure would be bare text instead of the error page. */
export default function BookingRoot() {
	return null
}

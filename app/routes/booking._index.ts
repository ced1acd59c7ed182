import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isDraftAlive, reachedStep } from '#app/domain/booking/draft.ts'
import { readDraftId } from '#app/http/draft-cookie.server.ts'

/** Goes on where the draft is; without one, to where a booking begins (decision D25). */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const draftId = await readDraftId(request, context.settings.cookieKeys)
	const draft = draftId === null ? null : await context.drafts.draft(draftId)
	if (!draft || !isDraftAlive(draft, context.now())) return redirect('/discover')
	if (draft.appointmentId !== null) return redirect('/booking/confirmation')
	return redirect(`/booking/${reachedStep(draft)}`)
}

/** Never drawn. Without it the address would answer a failure in bare text, not with the root's error page. */
export default function BookingRoot() {
	return null
}

import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react'
import type { ActionAnswer, Wording } from '#app/kernel/action-answer.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'

/**
 * What a page with script does with the answer to its post: every route whose page shows such an answer exports both of
 * these (decision 022).
 */

/**
 * Whether the page asks again for what it shows. Remix does not after a refused post, and then a page says 'look at
 * the new total' above the old one. After 400 only the fields are to be mended; after 500 and 503 our records may be
 * away, and a page that could not be loaded would take the typed values with it.
 */
export function shouldRevalidate({
	actionStatus = 200,
	defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
	if (actionStatus < 400) return defaultShouldRevalidate
	return ![400, 500, 503].includes(actionStatus)
}

const noConnection = {
	title: 'No connection',
	text: 'We couldn’t reach the server. Nothing on this page is lost. Please try again.',
	status: 503,
} satisfies Wording

/**
 * A post that got no answer leaves the page as it is: the input is nowhere else. The answer is a Response, because
 * Remix hands on the status of a `clientAction` of nothing else: it puts `data()` into another `data()` without one.
 */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs): Promise<unknown> {
	const posted = request.clone()
	try {
		return await serverAction()
	} catch (error) {
		if (!isWithoutAnswer(error)) throw error
		const answer: ActionAnswer = {
			refusal: noConnection,
			result: { initialValue: typedFields(await posted.formData()) },
		}
		return new Response(JSON.stringify(answer), {
			status: noConnection.status,
			headers: { 'content-type': 'application/json' },
		})
	}
}

/** No connection, or what answered was no page of ours: a gateway's own 502. */
function isWithoutAnswer(error: unknown): boolean {
	return (
		error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to decode'))
	)
}

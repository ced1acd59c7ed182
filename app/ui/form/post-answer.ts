import type { ClientActionFunctionArgs, ShouldRevalidateFunctionArgs } from '@remix-run/react'
import type { ActionAnswer, Wording } from '#app/kernel/action-answer.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'

/** A route that shows the answer to its post exports both functions (decision 022). */

/**
 * Whether the page reloads its data after a post. By default Remix does not after a refusal: 'look at the new total'
 * would stand above the old total. After 400 only fields are wrong. After 500 and 503 a failed reload would lose the
 * typed values.
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
 * A post without an answer leaves the page as it is, since only the page holds the input. The answer must be a
 * Response: Remix drops the status of any other `clientAction` result.
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

/** No connection, or an answer from a gateway, not from us. */
function isWithoutAnswer(error: unknown): boolean {
	return (
		error instanceof TypeError || (error instanceof Error && error.message.startsWith('Unable to decode'))
	)
}

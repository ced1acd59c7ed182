const answer = {
	result: null,
	refusal: {
		title: 'No connection',
		text: 'We got no answer. What you typed is on this page: please try again.',
		status: 503,
	},
	offer: null,
} as const

export type UnsentAnswer = typeof answer

/**
 * What the browser itself answers when the server cannot be reached. With 503 nothing is asked anew: loaders would
 * fail too, and their error page takes what was typed with it. A Response, since Remix hands on the status of a
 * `clientAction` of nothing else: it puts `data()` into another `data()` without one.
 */
export function unsentAnswer(): Response {
	return new Response(JSON.stringify(answer), {
		status: answer.refusal.status,
		headers: { 'content-type': 'application/json' },
	})
}

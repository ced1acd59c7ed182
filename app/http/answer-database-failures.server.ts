import { type AppLoadContext, data, type ServerBuild } from '@remix-run/cloudflare'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { type DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import { type FailedRequest, heldPost } from '#app/kernel/held-post.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'
import { errorLine } from './error-line.ts'
import { limitedBody } from './limited-body.server.ts'
import { MAX_FORM_BYTES } from './read-form.server.ts'
import { tooManyRequestsWait } from './too-many-requests.ts'
import { isUnavailable } from './unavailable.ts'
import { writeLog } from './write-log.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
type Action = NonNullable<Route['module']['action']>
type Loader = NonNullable<Route['module']['loader']>

/** The form that a request has posted, for its loaders: Remix asks them with a GET of their own. */
const postedForms = new WeakMap<AppLoadContext, FormData>()

/**
 * The app with its pages wrapped (F2). A post that our records did not answer, or that failed for a mistake of ours,
 * loses nothing that was typed, whichever read, write or loader failed: without script the error page holds the
 * fields and sends them again; with script the page stays as it is and says what happened. Each failure carries the
 * number by which support finds it in the log. Resources without a page (a webhook) are left alone: their senders
 * have no page to keep.
 */
export function answerDatabaseFailures(build: ServerBuild): ServerBuild {
	const routes = Object.entries(build.routes).map(([id, route]) => {
		if (!route?.module.default) return [id, route]
		const { action, loader, handle } = route.module
		const module = {
			...route.module,
			...(action && { action: answerActionFailures(action, route.module.clientAction !== undefined) }),
			...(loader && { loader: answerLoaderFailures(loader, (handle ?? {}) as LoadWords) }),
		}
		return [id, { ...route, module }]
	})
	return { ...build, routes: Object.fromEntries(routes) }
}

/** `showsAnswers`: the route's page says what its action answers. */
function answerActionFailures(action: Action, showsAnswers: boolean): Action {
	return async (args) => {
		const { context } = args
		const { request, form } = await withReadForm(args.request)
		if (form) postedForms.set(context, form)
		try {
			return await action({ ...args, request })
		} catch (error) {
			const failure = failureOf(error, context)
			if (failure === null) throw error
			if (form && showsAnswers && context.asksForData) return refusedByFailure(failure, form, context)
			throw failed(failure, form, context)
		}
	}
}

/** What a page's handle says of a load that failed. */
type LoadWords = { loadFailure?: string | ((search: string) => string) }

function answerLoaderFailures(loader: Loader, { loadFailure }: LoadWords): Loader {
	return async (args) => {
		try {
			return await loader(args)
		} catch (error) {
			const failure = failureOf(error, args.context)
			if (failure === null) throw error
			const { search } = new URL(args.request.url)
			const words = typeof loadFailure === 'function' ? loadFailure(search) : loadFailure
			const isAway = failure.status === 503
			throw failed(
				{ ...failure, loadFailure: isAway ? words : undefined },
				postedForms.get(args.context) ?? null,
				args.context,
			)
		}
	}
}

/** The request with its form read beforehand: a guard may fail before the action reads it. */
async function withReadForm(request: Request): Promise<{ request: Request; form: FormData | null }> {
	const type = request.headers.get('content-type') ?? ''
	if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return { request, form: null }
	const body = await limitedBody(request, MAX_FORM_BYTES)
	if (body === null) throw data(null, { status: 413 })
	const { url, method, headers, signal } = request
	const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
	return { request: new Request(url, { method, headers, signal, body }), form }
}

/** How it is answered, and after how many seconds another try may succeed, where that is known. */
type Failure = { status: 429 | 503 | 500; retryAfterSeconds?: number; loadFailure?: string | undefined }

/**
 * 429 where the sender's network does too much at once, 503 where our records did not answer, 500 for a mistake of
 * ours; null for an answer that was thrown on purpose.
 */
function failureOf(error: unknown, context: AppLoadContext): Failure | null {
	const { requestId } = context
	const retryAfterSeconds = tooManyRequestsWait(error)
	if (retryAfterSeconds !== null) {
		context.response.retryAfterSeconds = retryAfterSeconds
		return { status: 429, retryAfterSeconds }
	}
	if (isUnavailable(error)) return { status: 503 }
	if (!(error instanceof Error)) return null
	if (isUnansweredWrite(error)) {
		writeLog(`request ${requestId} was not answered: ${error.message}`)
		return { status: 503 }
	}
	writeLog(`request ${requestId} failed: ${errorLine(error)}`)
	return { status: 500 }
}

function failed(
	{ status, retryAfterSeconds, loadFailure }: Failure,
	form: FormData | null,
	{ requestId }: AppLoadContext,
) {
	return data<FailedRequest>(
		{
			requestId,
			held: form && heldPost(form),
			...(retryAfterSeconds && { retryAfterSeconds }),
			...(loadFailure && { loadFailure }),
		},
		{ status },
	)
}

/** True of a form and of a single button. */
const failureWords = {
	429: {
		title: 'Too many requests',
		text: 'We’re getting a lot of requests from your network right now, so this was not saved. Nothing on this page is lost.',
	},
	503: {
		title: 'We are busy right now',
		text: 'We couldn’t save this in time. Nothing on this page is lost. Please try again in a moment.',
	},
	500: {
		title: 'Something went wrong',
		text: 'Something failed on our side. Nothing on this page is lost. Please try again.',
	},
}

function refusedByFailure(
	{ status, retryAfterSeconds }: Failure,
	form: FormData,
	{ requestId }: AppLoadContext,
) {
	const { title, text } = failureWords[status]
	const next =
		retryAfterSeconds === undefined
			? `Error number: ${requestId}.`
			: `Please try again in ${retryAfterSeconds} seconds.`
	const answer: ActionAnswer = {
		refusal: { title, text: `${text} ${next}`, status },
		result: { initialValue: typedFields(form) },
	}
	return data(answer, { status })
}

/** A write that the database did not take, or of which no answer came. */
export function isUnansweredWrite(error: unknown): error is DatabaseError {
	return isDatabaseError(error) && (error.kind === 'busy' || error.kind === 'unknown')
}

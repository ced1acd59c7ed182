import { type AppLoadContext, data, type ServerBuild } from '@remix-run/cloudflare'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { type DatabaseError, isDatabaseError } from '#app/kernel/database-error.ts'
import { type FailedRequest, heldPost } from '#app/kernel/held-post.ts'
import { refused } from '#app/kernel/outcome.ts'
import { typedFields } from '#app/kernel/typed-fields.ts'
import { withModules } from './around-remix.ts'
import { isUnavailable, tooManyRequestsWait } from './busy-answers.ts'
import { limitedBody } from './limited-body.server.ts'
import { MAX_FORM_BYTES } from './read-form.server.ts'
import { errorLine, writeLog } from './write-log.ts'

type Route = NonNullable<ServerBuild['routes'][string]>
type Action = NonNullable<Route['module']['action']>
type Loader = NonNullable<Route['module']['loader']>

/** A posted form, for its page's loaders: Remix calls them with a separate GET. */
const postedForms = new WeakMap<AppLoadContext, FormData>()

/**
 * Wraps the app so that a failed post loses nothing typed (F2). Without script the error page holds the fields and can
 * send them again. Resources without a page stay unwrapped.
 */
export function answerDatabaseFailures(build: ServerBuild): ServerBuild {
	return withModules(build, (module) => {
		if (!module.default) return module
		const { action, loader, handle } = module
		return {
			...module,
			...(action && { action: answerActionFailures(action, module.clientAction !== undefined) }),
			...(loader && { loader: answerLoaderFailures(loader, (handle ?? {}) as LoadWords) }),
		}
	})
}

/** `showsAnswers`: the page shows its action's answer. */
function answerActionFailures(action: Action, showsAnswers: boolean): Action {
	return async (args) => {
		const { context } = args
		const { request, form } = await withReadForm(args.request)
		if (form) postedForms.set(context, form)
		try {
			return await action({ ...args, request })
		} catch (error) {
			const failure = findFailure(error, context)
			if (failure === null) throw error
			if (form && showsAnswers && context.asksForData) return refusedByFailure(failure, form, context)
			throw failed(failure, form, context)
		}
	}
}

/** The words in a page's handle for a failed load. */
type LoadWords = { loadFailure?: string | ((search: string) => string) }

function answerLoaderFailures(loader: Loader, { loadFailure }: LoadWords): Loader {
	return async (args) => {
		try {
			return await loader(args)
		} catch (error) {
			const failure = findFailure(error, args.context)
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

/** Read first, because a guard may fail before the action reads the form. */
async function withReadForm(request: Request): Promise<{ request: Request; form: FormData | null }> {
	const type = request.headers.get('content-type') ?? ''
	if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return { request, form: null }
	const body = await limitedBody(request, MAX_FORM_BYTES)
	if (body === null) throw data(null, { status: 413 })
	const { url, method, headers, signal } = request
	const form = await new Response(body, { headers: { 'content-type': type } }).formData().catch(() => null)
	return { request: new Request(url, { method, headers, signal, body }), form }
}

type Failure = { status: 429 | 503 | 500; retryAfterSeconds?: number; loadFailure?: string | undefined }

/**
 * 429 for a rate limit of the network, 503 for a silent database, 500 for a bug. Null for an answer that was thrown on
 * purpose.
 */
function findFailure(error: unknown, context: AppLoadContext): Failure | null {
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

/** For a form and a single button. */
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

/** The database refused the write as busy, or no answer came. */
function isUnansweredWrite(error: unknown): error is DatabaseError {
	return isDatabaseError(error) && (error.kind === 'busy' || error.kind === 'unknown')
}

/**
 * A bug in `work` becomes the refusal 'unexpected' on the form (C9, C53). A silent database is no bug: its error
 * becomes 503 with the form kept (F19).
 */
export async function catchUnexpected<Value>(
	{ requestId, log }: Pick<AppLoadContext, 'requestId' | 'log'>,
	work: () => Promise<Value>,
): Promise<Value | { ok: false; refusal: { code: 'unexpected' } }> {
	try {
		return await work()
	} catch (error) {
		// A failed read throws an answer, not an Error.
		if (!(error instanceof Error) || isUnansweredWrite(error)) throw error
		log(`request ${requestId} failed: ${errorLine(error)}`)
		return refused({ code: 'unexpected' } as const)
	}
}

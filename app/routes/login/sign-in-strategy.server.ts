import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { AppLoadContext } from '@remix-run/cloudflare'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { signInFormSchema } from '#app/domain/identity/account-forms.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { deviceLabel } from '#app/domain/identity/device-label.ts'
import { passPasswordGate } from '#app/domain/identity/password-gate.server.ts'
import { rateLimitSubject } from '#app/domain/identity/secret-token.server.ts'
import { signIn } from '#app/flows/account/sign-in.server.ts'
import { catchUnexpected } from '#app/http/answer-database-failures.server.ts'
import { isMarkedFor, knownDeviceSubject, readDevice } from '#app/http/device-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readSessionHash } from '#app/http/session-cookie.server.ts'

/** The period of RATE_LIMITER in wrangler.toml. */
const EDGE_LIMIT_MS = 10_000

type SignInAnswer =
	| { kind: 'signed-in'; token: string; userId: string; email: string }
	| { kind: 'invalid'; result: SubmissionResult }
	| { kind: 'refused'; result: SubmissionResult; refusal: AuthRefusal }

/** Signs in through remix-auth's form strategy. The form's size is limited first. */
export async function authenticate(request: Request, context: AppLoadContext): Promise<SignInAnswer> {
	const authenticator = new Authenticator<SignInAnswer>().use(
		new FormStrategy(({ form }) => signInByForm(form, request, context)),
	)
	const form = await readForm(request)
	const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
	const limited = new Request(request.url, { method: 'POST', body: new URLSearchParams(fields) })
	return authenticator.authenticate('form', limited)
}

async function signInByForm(
	form: FormData,
	request: Request,
	context: AppLoadContext,
): Promise<SignInAnswer> {
	const submission = parseWithZod(form, { schema: signInFormSchema })
	const result = submission.reply({ hideFields: ['password'] })
	if (submission.status !== 'success') return { kind: 'invalid', result }

	const { cookieKeys } = context.settings
	const { email: known, password } = submission.value
	const { email } = known
	const now = context.now()
	const device = readDevice(request, cookieKeys)
	const knownDevice = knownDeviceSubject(device, cookieKeys, email)
	const accountSubject = rateLimitSubject(cookieKeys, email)
	if (knownDevice === null && !(await context.passesEdgeRateLimit(accountSubject)))
		return { kind: 'refused', result, refusal: { code: 'rate_limited', retryAt: now + EDGE_LIMIT_MS } }

	const signedIn = await catchUnexpected(context, () =>
		passPasswordGate(() =>
			signIn(context, {
				...known,
				password,
				accountSubject,
				knownDeviceSubject: knownDevice,
				hasSignedInTo: (userId) => isMarkedFor(device, cookieKeys, userId),
				networkKey: context.networkKey,
				oldSessionHash: readSessionHash(request),
				deviceLabel: deviceLabel(request.headers.get('user-agent')),
				now,
			}),
		),
	)
	return signedIn.ok
		? { kind: 'signed-in', ...signedIn.value, email }
		: { kind: 'refused', result, refusal: signedIn.refusal }
}

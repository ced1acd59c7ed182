import type { SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { AppLoadContext } from '@remix-run/cloudflare'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { signInFormSchema } from '#app/domain/identity/account-forms.server.ts'
import type { AuthRefusal } from '#app/domain/identity/auth-refusal.ts'
import { deviceLabel } from '#app/domain/identity/device-label.ts'
import { guessSubject } from '#app/domain/identity/guess-subject.server.ts'
import { signIn } from '#app/flows/sign-in.server.ts'
import { orUnexpected } from '#app/http/auth-answer.server.ts'
import { knownDeviceSubject, readDevice } from '#app/http/device-cookie.server.ts'
import { readForm } from '#app/http/read-form.server.ts'
import { readSessionHash } from '#app/http/session-cookie.server.ts'
import { MINUTE_MS } from '#app/kernel/instant.ts'

type SignInAnswer =
	| { kind: 'signed-in'; token: string; email: string }
	| { kind: 'invalid'; result: SubmissionResult }
	| { kind: 'refused'; result: SubmissionResult; refusal: AuthRefusal }

/** Reads the form and signs in with it, through remix-auth's form strategy. The form is limited in size first. */
export async function authenticate(request: Request, context: AppLoadContext): Promise<SignInAnswer> {
	const authenticator = new Authenticator<SignInAnswer>().use(
		new FormStrategy(({ form }) => answerOf(form, request, context)),
	)
	const form = await readForm(request)
	const fields = [...form].filter((field): field is [string, string] => typeof field[1] === 'string')
	const limited = new Request(request.url, { method: 'POST', body: new URLSearchParams(fields) })
	return authenticator.authenticate('form', limited)
}

async function answerOf(form: FormData, request: Request, context: AppLoadContext): Promise<SignInAnswer> {
	const submission = parseWithZod(form, { schema: signInFormSchema })
	const result = submission.reply({ hideFields: ['password'] })
	if (submission.status !== 'success') return { kind: 'invalid', result }

	const { cookieKeys } = context.settings
	const { email, password } = submission.value
	const now = context.now()
	const device = await readDevice(request, cookieKeys)
	const knownDevice = knownDeviceSubject(device, cookieKeys, email)
	if (knownDevice === null && !(await context.passesFirstSieve()))
		return { kind: 'refused', result, refusal: { code: 'too_many_tries', retryAt: now + MINUTE_MS } }

	const signedIn = await orUnexpected(context, () =>
		signIn(context, {
			email,
			password,
			accountSubject: guessSubject(cookieKeys, email),
			knownDeviceSubject: knownDevice,
			networkKey: context.networkKey,
			oldSessionHash: readSessionHash(request),
			deviceLabel: deviceLabel(request.headers.get('user-agent')),
			now,
		}),
	)
	return signedIn.ok
		? { kind: 'signed-in', token: signedIn.value.token, email }
		: { kind: 'refused', result, refusal: signedIn.refusal }
}

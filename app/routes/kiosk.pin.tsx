import { parseWithZod } from '@conform-to/zod/v4'
import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { pinFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { wrongPinWords } from '#app/domain/shops/kiosk-words.ts'
import { enterPin } from '#app/flows/shop/enter-pin.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import { lockHeader, readKioskCaller, touchHeader } from '#app/http/kiosk-cookies.server.ts'
import { kioskPath } from '#app/http/kiosk-guard.server.ts'
import { isPin, pinHashOf } from '#app/http/kiosk-pin.server.ts'
import { readForm, requireFormType } from '#app/http/read-form.server.ts'
import { unlistedMeta } from '#app/ui/brand.tsx'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { RefusalNotice } from '#app/ui/refusal-notice.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction = () => unlistedMeta('Locked')

const constraints = fieldConstraints(pinFormSchema, ['pinSecret'])

async function requireKey(request: Request, { shops: { accessKeys } }: LoaderFunctionArgs['context']) {
	const caller = readKioskCaller(request)
	const key = caller && (await accessKeys.keyOf(caller))
	if (!key) throw redirect('/kiosk/closed', 303)
	return { ...key, caller }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { shop, name } = await requireKey(request, context)
	return data({ shop: shop.name, device: name, constraints })
}

/** Opens a locked kiosk where one was; the fifth wrong PIN in a row ends its key. */
export async function action({ request, context }: ActionFunctionArgs) {
	requireFormType(request)
	const { keyId, pinHash, caller } = await requireKey(request, context)
	const submission = parseWithZod(await readForm(request), { schema: pinFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply({ hideFields: ['pinSecret'] }))
	const { cookieKeys } = context.settings
	const now = context.now()
	const { pinSecret } = submission.value
	const isRight = isPin(cookieKeys, caller, pinSecret, pinHash)
	const newestHash = pinHashOf(cookieKeys, caller, pinSecret)
	const entered = await enterPin(context, { keyId, isRight, newestHash, now })
	if (entered.ok)
		return done(context, kioskPath(new URL(request.url).searchParams.get('to')), {
			inPlace: true,
			cookies: [touchHeader(context, cookieKeys, caller, now)],
		})
	const { triesLeft } = entered.refusal
	if (triesLeft === 0)
		return done(context, '/kiosk/closed', { inPlace: true, cookies: [lockHeader(context)] })
	return refusedBy(wrongPinWords(triesLeft))
}

export default function Pin() {
	const { shop, device, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const box = useRef<HTMLFormElement>(null)
	// A wrong PIN is typed anew, not mended.
	useEffect(() => {
		if (answer) box.current?.reset()
	}, [answer])
	return (
		<KioskPage title="Locked" subtitle={`${shop} · ${device}`}>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} />
			<Form method="post" className="form" ref={box}>
				<TextField field={form.field('pinSecret')} kind="pin" label="Kiosk PIN" enterKeyHint="go" />
				<SubmitButton busyLabel="Opening…">Open</SubmitButton>
			</Form>
		</KioskPage>
	)
}

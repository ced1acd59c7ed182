import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { MAX_WRONG_PINS } from '#app/domain/shops/access-key.ts'
import { pinFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { kioskWords, wrongPinWords } from '#app/domain/shops/kiosk-words.ts'
import { isOwnerPath, mayUse } from '#app/domain/shops/may-use.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import {
	isLocked,
	lockHeader,
	readKioskCaller,
	readTouch,
	touchHeader,
} from '#app/http/kiosk-cookies.server.ts'
import { kioskPath, notForThisDevice, readKioskKey } from '#app/http/kiosk-guard.server.ts'
import { hashPin, isPin } from '#app/http/kiosk-pin.server.ts'
import { readForm, requireFormType } from '#app/http/read-form.server.ts'
import { ButtonLink, SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta = unlisted('Locked')

const constraints = fieldConstraints(pinFormSchema, ['pinSecret'])

async function requireKey(request: Request, context: LoaderFunctionArgs['context']) {
	const caller = readKioskCaller(request)
	const key = caller && (await readKioskKey(context, caller))
	if (!key) throw redirect('/kiosk/closed', 303)
	return {
		key,
		caller,
		isOpen: !isLocked(readTouch(request, context.settings.cookieKeys, caller), key, context.now()),
	}
}

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { key, isOpen } = await requireKey(request, context)
	const { shop, name, role, wrongOwnerPins } = key
	const path = wantedPage(request)
	const isForOwner = isOwnerPath(path)
	if (isForOwner && !mayUse(role, { path })) throw await notForThisDevice(context, { path })
	const words =
		isForOwner && isOpen && wrongOwnerPins >= MAX_WRONG_PINS ? kioskWords.owner_pages_locked : null
	return data({ shop: shop.name, device: name, words, constraints }, { status: words?.status ?? 200 })
}

function wantedPage(request: Request): string {
	return kioskPath(new URL(request.url).searchParams.get('to'))
}

/**
 * Unlocks a kiosk; the fifth wrong PIN in a row ends its key. On an owner's open device it unlocks the owner's pages,
 * and the fifth wrong one locks those pages.
 */
export async function action({ request, context }: ActionFunctionArgs) {
	requireFormType(request)
	const { key, caller, isOpen } = await requireKey(request, context)
	const { keyId, pinHash, role, wrongOwnerPins, lockCount } = key
	const submission = parseWithZod(await readForm(request), { schema: pinFormSchema })
	if (submission.status !== 'success') return invalid(submission.reply({ hideFields: ['pinSecret'] }))
	const { cookieKeys } = context.settings
	const now = context.now()
	const { pinSecret } = submission.value
	const isRight = isPin(cookieKeys, caller, pinSecret, pinHash)
	const newestHash = hashPin(cookieKeys, caller, pinSecret)
	const door = role === 'owner' && isOpen ? 'owner' : 'device'
	const entered = await enterPin(context, { keyId, door, isRight, newestHash, now })
	if (entered.ok) {
		const ownerAt = role === 'owner' && (door === 'owner' || wrongOwnerPins < MAX_WRONG_PINS) ? now : 0
		return done(context, wantedPage(request), {
			inPlace: true,
			cookies: [touchHeader(context, cookieKeys, caller, { at: now, ownerAt, pinAt: now, lockCount })],
		})
	}
	const { triesLeft } = entered.refusal
	if (triesLeft > 0) return refusedBy(wrongPinWords(triesLeft, door))
	if (door === 'owner') return refusedBy(kioskWords.owner_pages_locked)
	return done(context, '/kiosk/closed', { inPlace: true, cookies: [lockHeader(context)] })
}

export default function Pin() {
	const { shop, device, words, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	const box = useRef<HTMLFormElement>(null)
	// Empties the field: a wrong PIN is typed anew.
	useEffect(() => {
		if (answer) box.current?.reset()
	}, [answer])
	if (words)
		return (
			<KioskPage title="Locked" subtitle={`${shop} · ${device}`}>
				<Notice tone="error" title={words.title}>
					{words.text}
				</Notice>
				<ButtonLink to="/kiosk" className="mt-4">
					Today
				</ButtonLink>
			</KioskPage>
		)
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

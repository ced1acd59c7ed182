import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { hashSecretToken, isSecretToken, newSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { openKioskFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { deviceWords, kioskWords } from '#app/domain/shops/kiosk-words.ts'
import { OWNER_HOME } from '#app/domain/shops/may-use.ts'
import { openKiosk } from '#app/flows/shop/open-kiosk.server.ts'
import { done, invalid, refusedBy } from '#app/http/answers.server.ts'
import { fieldConstraints } from '#app/http/field-constraints.server.ts'
import {
	endedKioskLinkHeader,
	kioskKeyHeader,
	kioskLinkHeader,
	readKioskLink,
	touchHeader,
} from '#app/http/kiosk-cookies.server.ts'
import { hashPin } from '#app/http/kiosk-pin.server.ts'
import { readForm, requireFormType } from '#app/http/read-form.server.ts'
import type { Wording } from '#app/kernel/action-answer.ts'
import { newId } from '#app/kernel/id.server.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/form/error-summary.tsx'
import { TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { Notice, RefusalNotice } from '#app/ui/notice.tsx'
import { type PageHandle, unlisted } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta = unlisted('Open the kiosk')

const constraints = fieldConstraints(openKioskFormSchema, ['pinSecret', 'pinSecretAgain'])

export async function loader({ request, context }: LoaderFunctionArgs) {
	const requested = new URL(request.url).searchParams.get('link')
	// The token leaves the address first, so that neither history nor a referrer keeps it.
	if (requested !== null) {
		const cookie = isSecretToken(requested)
			? kioskLinkHeader(request, requested)
			: endedKioskLinkHeader(request)
		throw redirect('/kiosk/open', { status: 303, headers: { 'set-cookie': cookie } })
	}
	const { supportContact: contact } = context.settings
	// An attempt writes nothing to count: the edge limits it before the database (S37).
	if (!(await context.passesEdgePostLimit())) return data(refusal('rate_limited', contact), { status: 429 })
	const token = readKioskLink(request)
	const link = token === null ? null : await context.shops.accessKeys.linkOf(hashSecretToken(token))
	if (link && link.keyId === null && link.expiresAt > context.now())
		return data({
			link: { shop: link.shop.name, device: link.name, role: link.role },
			words: null,
			contact,
			constraints,
		})
	return data(refusal('kiosk_link_used', contact), { status: link ? 410 : 404 })
}

function refusal(code: 'kiosk_link_used' | 'rate_limited', contact: string | null) {
	return { link: null, words: kioskWords[code], contact, constraints }
}

/** Makes this device a kiosk: uses up the link and sets the key's cookie. */
export async function action({ request, context }: ActionFunctionArgs) {
	requireFormType(request)
	const token = readKioskLink(request)
	if (token === null) return refusedBy(withStop(kioskWords.kiosk_link_used))
	const submission = parseWithZod(await readForm(request), { schema: openKioskFormSchema })
	if (submission.status !== 'success')
		return invalid(submission.reply({ hideFields: ['pinSecret', 'pinSecretAgain'] }))
	const { cookieKeys } = context.settings
	const now = context.now()
	const secret = newSecretToken()
	const caller = { secretHash: hashSecretToken(secret), kind: 'kiosk' } as const
	const opened = await openKiosk(context, {
		tokenHash: hashSecretToken(token),
		keyId: newId(),
		secretHash: caller.secretHash,
		pinHash: hashPin(cookieKeys, caller, submission.value.pinSecret),
		now,
	})
	if (!opened.ok) return refusedBy(withStop(kioskWords[opened.refusal]))
	return done(context, opened.value === 'owner' ? OWNER_HOME : '/kiosk', {
		inPlace: true,
		flash:
			opened.value === 'desk'
				? { title: 'The kiosk is open', description: 'Share the PIN with your staff only.' }
				: { title: 'This is your device now', description: 'Keep the PIN to yourself.' },
		cookies: [
			kioskKeyHeader(request, secret),
			endedKioskLinkHeader(request),
			touchHeader(context, cookieKeys, caller, {
				at: now,
				ownerAt: opened.value === 'owner' ? now : 0,
				pinAt: now,
				lockCount: 0,
			}),
		],
	})
}

/** A refusal shows the title before its text, so it ends with a full stop. */
function withStop(words: Wording): Wording {
	return { ...words, title: words.title && `${words.title.replace(/\.$/, '')}.` }
}

const dayWords =
	'see who is coming, with names and phone numbers, mark visits as arrived, completed or missed, cancel them with a reason, book walk-ins, block time and check codes.'
const besides = {
	desk: 'It cannot change prices, bank accounts or keys.',
	owner:
		'It will also change your services, prices and hours, and invite and end kiosks. Open it on your own phone only.',
}
const ownDayWords =
	'see your own visits and rota, with customers’ names and notes, and mark your visits as arrived or completed. It shows no phone numbers and no money. Open it on your own phone only.'

export default function OpenKiosk() {
	const { link, words, contact, constraints } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result, {}, constraints)
	if (!link)
		return (
			<KioskPage title={words?.title ?? ''}>
				<Notice tone="error">{words?.text}</Notice>
				<p className="mt-4">
					{contact ? (
						<>
							Ask for a new link: <SupportContact contact={contact} />
						</>
					) : (
						'Ask the people who run this app for a new link.'
					)}
				</p>
			</KioskPage>
		)
	const isKiosk = link.role === 'desk'
	return (
		<KioskPage
			title={`${deviceWords[link.role].alone} for ${link.shop}`}
			subtitle={`This device: ${link.device}`}
		>
			<RefusalNotice refusal={answer?.refusal} />
			<ErrorSummary form={form} order={['pinSecret', 'pinSecretAgain']} />
			<div className="two">
				<Notice tone="info" title="This device will be able to">
					{link.role === 'person' ? ownDayWords : `${dayWords} ${besides[link.role]}`}
				</Notice>
				<Form method="post" className="form">
					<TextField
						field={form.field('pinSecret')}
						kind="pin"
						label="Choose a PIN"
						hint={`Four to six digits that are hard to guess. The ${isKiosk ? 'kiosk' : 'device'} asks for it after ten minutes without use.`}
					/>
					<TextField
						field={form.field('pinSecretAgain')}
						kind="pin"
						label="Confirm the PIN"
						enterKeyHint="done"
					/>
					<SubmitButton busyLabel="Opening…">
						{isKiosk ? 'Make this device the kiosk' : 'Make this my device'}
					</SubmitButton>
				</Form>
			</div>
		</KioskPage>
	)
}

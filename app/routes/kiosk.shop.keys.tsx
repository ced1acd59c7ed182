import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import { apiKeyOf } from '#app/domain/shops/access-key.ts'
import { apiKeysFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { madeBy, scopeWords } from '#app/domain/shops/kiosk-words.ts'
import { endAccessKey, issueApiKey } from '#app/flows/shop/change-keys.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { endAccess, showMade } from '#app/http/owner-access.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import { momentLabelAt, shortDateLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { shopScopes } from '#app/kernel/vocabulary/shops.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { ChoiceField, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { AccessPage, AccessRows } from '#app/ui/kiosk/access-page.tsx'
import { TickBox } from '#app/ui/kiosk/described-inputs.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your API keys' }

export const meta = ownerTitled('API keys')

/** A new key is shown once, on the answering page. */
type MadeKey = { secret: string }

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const [key, keys] = await Promise.all([owner.opened(), context.shops.accessKeys.keysOfCaller(owner.caller)])
	const zone = key.shop.timeZone
	return owner.pageData({
		shopName: key.shop.name,
		keys: keys
			.filter(({ kind, endedAt }) => kind === 'api' && endedAt === null)
			.map(({ keyId, name, scopes, createdAt, lastSeenAt, maker }) => ({
				id: keyId,
				name,
				may: scopes.length === shopScopes.length ? 'Everything' : scopes.join(', '),
				made: maker ? madeBy(maker) : null,
				seen: `Made ${shortDateLabelAt(zone, createdAt)} · ${
					lastSeenAt === null ? 'never used' : `last used ${momentLabelAt(zone, lastSeenAt)}`
				}`,
			})),
		scopes: shopScopes.map((id) => ({ id, words: scopeWords[id] })),
		act: newId(),
	})
}

type Keys = ReturnType<typeof apiKeysFormSchema.parse>
type PostOf<Intent extends Keys['intent']> = OwnerPost<Extract<Keys, { intent: Intent }>>

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost(
		{ request, context },
		{ schema: apiKeysFormSchema, enterPin, asksProof: true },
	)
	if (!read.ok) return read.answer
	const { post } = read
	return post.value.intent === 'make'
		? make({ ...post, value: post.value }, context)
		: end({ ...post, value: post.value }, context)
}

async function make(post: PostOf<'make'>, context: ActionFunctionArgs['context']) {
	const { key, value, now } = post
	const { keyName: name } = value
	const scopes = shopScopes.filter((scope) => value.scope.includes(scope))
	return showMade(
		context,
		post,
		{
			purpose: 'api-key',
			action: ['key', name, ...scopes],
			make: (secret, by) => issueApiKey(context, { shop: key.shop, name, scopes, secret, by, now }),
			find: (secret) => context.shops.accessKeys.keyOf({ secretHash: hashSecretToken(secret), kind: 'api' }),
			ended: 'api_key_ended',
			offer: (secret): MadeKey => ({ secret: apiKeyOf(secret) }),
		},
		{ headers: { 'cache-control': 'no-store' } },
	)
}

async function end(post: PostOf<'end'>, context: ActionFunctionArgs['context']) {
	const { key, value, now } = post
	return endAccess<MadeKey>(context, post, {
		action: ['end', value.key],
		run: (by) => endAccessKey(context, { shop: key.shop, keyId: value.key, by, now }),
		path: '/kiosk/shop/keys',
		description: 'It opens nothing any more.',
	})
}

export default function OwnerKeys() {
	const { shopName, keys, scopes, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result)
	const made = answer && 'offer' in answer ? answer.offer : undefined
	return (
		<AccessPage
			title="API keys"
			{...{ shopName, answer, form }}
			order={['keyName', 'scope']}
			made={
				made && {
					title: 'Copy this key now',
					secret: made.secret,
					words:
						'It’s shown only now. A program that has it can do all that you chose, so give it to that one alone.',
				}
			}
		>
			<section>
				<h2>In use</h2>
				<AccessRows
					rows={keys.map(({ id, name, may, seen, made }) => ({
						...{ id, name, lines: [seen, made, may] },
						end: { name, label: `End ${name}` },
					}))}
					field={form.field('key')}
					act={act}
				>
					Its program can’t do anything any more, at once. What was done with it stays.
				</AccessRows>
			</section>
			<KioskForm act={act} className="form" key={act}>
				<h2>Add a key</h2>
				<p className="hint">For a program of yours, such as your website. Give each its own key.</p>
				<TextField
					field={form.field('keyName')}
					kind="remark"
					label="Name of the program"
					enterKeyHint="done"
				/>
				<ChoiceField field={form.field('scope')} legend="What it may do">
					{scopes.map(({ id, words }) => (
						<TickBox form={form} key={id} name="scope" value={id} title={words} detail={id} />
					))}
				</ChoiceField>
				<SubmitButton name="intent" value="make" busyLabel="Making…">
					Make a key
				</SubmitButton>
			</KioskForm>
		</AccessPage>
	)
}

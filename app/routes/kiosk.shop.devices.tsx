import {
	type ActionFunctionArgs,
	data,
	type LoaderFunctionArgs,
	type MetaFunction,
} from '@remix-run/cloudflare'
import { Form, useLoaderData } from '@remix-run/react'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { DeviceOf } from '#app/domain/shops/access-key-repository.server.ts'
import { devicesFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { deviceWords, kioskWords, madeBy } from '#app/domain/shops/kiosk-words.ts'
import { endAccessKey, endKioskLink, inviteDevice } from '#app/flows/shop/change-keys.server.ts'
import { enterPin } from '#app/flows/shop/enter-pin.server.ts'
import { done, refusedBy } from '#app/http/answers.server.ts'
import { actAtKiosk } from '#app/http/kiosk-act.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import { handedOnOrigin, shownSecret } from '#app/http/shown-secret.server.ts'
import type { ActionAnswer } from '#app/kernel/action-answer.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { whatsAppLink } from '#app/kernel/whats-app-link.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { formState } from '#app/ui/form/form-state.ts'
import { SelectField } from '#app/ui/form/select-field.tsx'
import { TextField } from '#app/ui/form/text-field.tsx'
import { useAnswer } from '#app/ui/form/use-answer.ts'
import { EndForm } from '#app/ui/kiosk/end-form.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerMeta } from '#app/ui/kiosk/owner-boundary.tsx'
import { OwnerAnswer } from '#app/ui/kiosk/owner-form.tsx'
import { Notice } from '#app/ui/notice.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-boundary.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'hidden',
	loadFailure: () => 'Unable to load your devices',
}

export const meta: MetaFunction = ({ error }) => ownerMeta('Devices', error)

/** A link that was made: shown once, on the page that answers. */
type MadeLink = { link: string; share: string; until: string; becomes: string }

export async function loader({ request, context }: LoaderFunctionArgs) {
	const owner = requireOwner(request, context)
	const now = context.now()
	const [key, keys, links, people] = await Promise.all([
		owner.opened(),
		context.shops.accessKeys.keysOfCaller(owner.caller),
		context.shops.accessKeys.waitingLinksOfCaller(owner.caller, now),
		context.shops.calendarFeeds.peopleOfCaller(owner.caller),
	])
	const zone = key.shop.timeZone
	return data(
		{
			shopName: key.shop.name,
			keys: keys
				.filter(({ kind, endedAt }) => kind === 'kiosk' && endedAt === null)
				.map(({ keyId, name, role, lastSeenAt, hasItsPerson, maker }) => ({
					id: keyId,
					name,
					what: keyId === key.keyId ? 'This device' : deviceWords[role].alone,
					seen: !hasItsPerson
						? 'Opens nothing: this person no longer works here'
						: lastSeenAt === null
							? 'Never used'
							: `Last seen ${momentLabelAt(zone, lastSeenAt)}`,
					made: maker ? madeBy(maker) : null,
					canEnd: role !== 'owner',
				})),
			links: links.map(({ linkId, name, role, expiresAt, makerName }) => ({
				id: linkId,
				name,
				what: deviceWords[role].alone,
				until: `Works until ${momentLabelAt(zone, expiresAt, now)}`,
				made: makerName === null ? null : madeBy({ name: makerName, isEnded: false }),
			})),
			people: people.map(({ staffMemberId, name }) => ({ id: staffMemberId, name })),
			act: newId(),
		},
		{ headers: owner.headers },
	)
}

type Devices = Extract<Awaited<ReturnType<typeof readDevicesPost>>, { ok: true }>['post']['value']
type PostOf<Intent extends Devices['intent']> = OwnerPost<Extract<Devices, { intent: Intent }>>

function readDevicesPost(args: Pick<ActionFunctionArgs, 'request' | 'context'>) {
	return readOwnerPost(args, { schema: devicesFormSchema, enterPin, asksProof: true })
}

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readDevicesPost({ request, context })
	if (!read.ok) return read.answer
	const { post } = read
	const { value } = post
	switch (value.intent) {
		case 'invite': {
			const { deviceName: name } = value
			return invite({ ...post, value: { act: value.act, name, device: { role: 'desk' } } }, context)
		}
		case 'invite-person':
			return invitePerson({ ...post, value }, context)
		case 'end':
			return end({ ...post, value }, context)
		case 'end-link':
			return endLink({ ...post, value }, context)
	}
}

/** Makes a link for a person's own device, which bears their name. */
async function invitePerson(
	{ caller, value, ...post }: PostOf<'invite-person'>,
	context: ActionFunctionArgs['context'],
) {
	const people = await context.shops.calendarFeeds.peopleOfCaller(caller)
	const person = people.find(({ staffMemberId }) => staffMemberId === value.person)
	if (!person) return refusedBy<MadeLink>(kioskWords.person_gone, { result: post.result })
	const { staffMemberId, name } = person
	const device = { role: 'person', staffMemberId } as const
	return invite({ ...post, caller, value: { act: value.act, name, device } }, context)
}

type Invited = { act: string; name: string; device: DeviceOf }

/** Makes a link for a device; pressed twice, it is one link. */
async function invite(
	{ key, value, now, result }: OwnerPost<Invited>,
	context: ActionFunctionArgs['context'],
) {
	const { act: pageAct, name, device } = value
	const asked = ['invite', name, device.staffMemberId ?? ''] as const
	const token = await shownSecret(context, 'device-link', { key, pageAct, asked })
	const invited = await actAtKiosk(context, { key, pageAct, asked, now }, (by) =>
		inviteDevice(context, { shop: key.shop, name, token, by, now, ...device }),
	)
	if (invited !== 'act_done_already' && !invited.ok)
		return refusedBy<MadeLink>(kioskWords[invited.refusal], { result })
	// Sent again later, the link may be over, or has opened its device.
	const made = await context.shops.accessKeys.linkOf(hashSecretToken(token))
	if (!made || made.keyId !== null || made.expiresAt <= now)
		return refusedBy<MadeLink>(kioskWords.kiosk_link_used, { result })
	const link = `${handedOnOrigin(context)}/kiosk/open?link=${token}`
	const until = momentLabelAt(key.shop.timeZone, made.expiresAt, now)
	const becomes = device.role === 'person' ? `${name}’s own` : 'a kiosk of your shop'
	const answer: ActionAnswer<MadeLink> = { offer: { link, share: whatsAppLink(link), until, becomes } }
	return data(answer)
}

async function end({ key, value, now, result }: PostOf<'end'>, context: ActionFunctionArgs['context']) {
	const { act: pageAct, key: keyId } = value
	const ended = await actAtKiosk(context, { key, pageAct, asked: ['end', keyId], now }, (by) =>
		endAccessKey(context, { shop: key.shop, keyId, by, now }),
	)
	if (ended !== 'act_done_already' && !ended.ok && ended.refusal !== 'key_ended')
		return refusedBy<MadeLink>(kioskWords[ended.refusal], { result })
	return done(context, '/kiosk/shop/devices', {
		flash: { title: 'Ended', description: 'It opens nothing any more.' },
	})
}

async function endLink(
	{ key, value, now, result }: PostOf<'end-link'>,
	context: ActionFunctionArgs['context'],
) {
	const { act: pageAct, link: linkId } = value
	const ended = await actAtKiosk(context, { key, pageAct, asked: ['end-link', linkId], now }, (by) =>
		endKioskLink(context, { shop: key.shop, linkId, by, now }),
	)
	if (ended !== 'act_done_already' && !ended.ok)
		return refusedBy<MadeLink>(kioskWords[ended.refusal], { result })
	return done(context, '/kiosk/shop/devices', {
		flash: { title: 'Ended', description: 'The link opens nothing any more.' },
	})
}

/** The devices of the shop. A link for one more, and an end to each but an owner's. */
export default function OwnerDevices() {
	const { shopName, keys, links, people, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result)
	const made = answer && 'offer' in answer ? answer.offer : undefined
	const typedKey = form.field('key').defaultValue
	return (
		<KioskPage
			title="Devices"
			subtitle={shopName}
			section="More"
			back={{ to: '/kiosk/shop', label: 'Your shop' }}
			isForm
		>
			<OwnerAnswer
				answer={answer && { result: answer.result, refusal: answer.refusal }}
				form={form}
				order={['deviceName', 'person']}
			/>
			{made && (
				<Notice tone="info" title="Open this link on the new device" className="mb-4">
					<b>{made.link}</b>
					<br />
					It works once, until {made.until}. The first device to open it becomes {made.becomes}, so send it to
					no other.
					<a className="btn quiet small mt-3" href={made.share}>
						Send by WhatsApp
					</a>
				</Notice>
			)}
			<div className="two">
				<section>
					<h2>In use</h2>
					<Card kind="rows" as="ul">
						{keys.map(({ id, name, what, seen, made, canEnd }) => (
							<li key={id} className="padded">
								<b>{name}</b> <span className="soft">{what}</span>
								<br />
								<span className="soft num">{seen}</span>
								{made && (
									<>
										<br />
										<span className="soft">{made}</span>
									</>
								)}
								{canEnd && (
									<EndForm
										name={name}
										field="key"
										id={id}
										act={act}
										isOpen={typedKey === id}
										label={`End ${name}`}
									>
										It opens nothing any more, at once. What was done with it stays.
									</EndForm>
								)}
							</li>
						))}
					</Card>
					{links.length > 0 && (
						<>
							<h2 className="mt-4">Links not opened yet</h2>
							<Card kind="rows" as="ul">
								{links.map(({ id, name, what, until, made }) => (
									<li key={id} className="padded">
										<b>{name}</b> <span className="soft">{what}</span>
										<br />
										<span className="soft num">{until}</span>
										{made && (
											<>
												<br />
												<span className="soft">{made}</span>
											</>
										)}
										<EndForm
											name={`the link for ${name}`}
											field="link"
											id={id}
											act={act}
											intent="end-link"
											isOpen={form.field('link').defaultValue === id}
											label={`End the link for ${name}`}
										>
											It opens no device any more, at once.
										</EndForm>
									</li>
								))}
							</Card>
						</>
					)}
				</section>
				<div key={act}>
					<Form method="post" className="form">
						<input type="hidden" name="act" value={act} />
						<h2>Add a kiosk</h2>
						<TextField
							field={form.field('deviceName')}
							kind="remark"
							label="Name of the device"
							hint="Such as Front desk. It works the day: who comes, walk-ins, codes. It cannot change prices."
							enterKeyHint="done"
						/>
						<SubmitButton name="intent" value="invite" busyLabel="Making…">
							Make a link
						</SubmitButton>
					</Form>
					{people.length > 0 && (
						<Form method="post" className="form">
							<input type="hidden" name="act" value={act} />
							<h2>Add a staff device</h2>
							<SelectField
								field={form.field('person')}
								label="Whose phone"
								hint="It shows their own visits and rota, and marks their visits as arrived or completed. It shows no phone numbers and no money."
								empty="Choose one"
								options={people}
							/>
							<SubmitButton name="intent" value="invite-person" busyLabel="Making…">
								Make a link for them
							</SubmitButton>
						</Form>
					)}
				</div>
			</div>
		</KioskPage>
	)
}

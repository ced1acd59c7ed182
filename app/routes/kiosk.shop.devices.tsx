import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { hashSecretToken } from '#app/domain/identity/secret-token.server.ts'
import type { DeviceOf } from '#app/domain/shops/access-key-repository.server.ts'
import { devicesFormSchema } from '#app/domain/shops/kiosk-forms.server.ts'
import { deviceWords, kioskWords, madeBy } from '#app/domain/shops/kiosk-words.ts'
import { endAccessKey, endKioskLink, inviteDevice } from '#app/flows/shop/change-keys.server.ts'
import { enterPin } from '#app/flows/shop/open-kiosk.server.ts'
import { refusedBy } from '#app/http/answers.server.ts'
import { endAccess, handedOnOrigin, showMade } from '#app/http/owner-access.server.ts'
import { requireOwner } from '#app/http/owner-guard.server.ts'
import { type OwnerPost, readOwnerPost } from '#app/http/owner-post.server.ts'
import { momentLabelAt } from '#app/kernel/date-labels.server.ts'
import { newId } from '#app/kernel/id.server.ts'
import { whatsAppLink } from '#app/kernel/links.ts'
import { SubmitButton } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/form/fields.tsx'
import { formState, useAnswer } from '#app/ui/form/form-state.ts'
import { AccessPage, AccessRows } from '#app/ui/kiosk/access-page.tsx'
import { KioskForm } from '#app/ui/kiosk/kiosk-page.tsx'
import { ownerTitled } from '#app/ui/kiosk/owner-page.tsx'
import type { PageHandle } from '#app/ui/page.tsx'

export { clientAction, shouldRevalidate } from '#app/ui/form/post-answer.ts'
export { OwnerBoundary as ErrorBoundary } from '#app/ui/kiosk/owner-page.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden', loadFailure: 'Unable to load your devices' }

export const meta = ownerTitled('Devices')

const PAGE = '/kiosk/shop/devices'

/** A new link is shown once, on the answering page. */
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
	return owner.pageData({
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
	})
}

type Devices = ReturnType<typeof devicesFormSchema.parse>
type PostOf<Intent extends Devices['intent']> = OwnerPost<Extract<Devices, { intent: Intent }>>

export async function action({ request, context }: ActionFunctionArgs) {
	const read = await readOwnerPost(
		{ request, context },
		{ schema: devicesFormSchema, enterPin, asksProof: true },
	)
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

/** A link for a person's own device, named after them. */
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

async function invite(post: OwnerPost<Invited>, context: ActionFunctionArgs['context']) {
	const { key, value, now } = post
	const { name, device } = value
	const { accessKeys } = context.shops
	return showMade(context, post, {
		purpose: 'device-link',
		action: ['invite', name, device.staffMemberId ?? ''],
		make: (token, by) => inviteDevice(context, { shop: key.shop, name, token, by, now, ...device }),
		// Null if the link has expired, or has opened its device.
		async find(token) {
			const link = await accessKeys.linkOf(hashSecretToken(token))
			return link && link.keyId === null && link.expiresAt > now ? link : null
		},
		ended: 'kiosk_link_used',
		offer(token, { expiresAt }): MadeLink {
			const link = `${handedOnOrigin(context)}/kiosk/open?link=${token}`
			const until = momentLabelAt(key.shop.timeZone, expiresAt, now)
			const becomes = device.role === 'person' ? `${name}’s own` : 'a kiosk of your shop'
			return { link, share: whatsAppLink(link), until, becomes }
		},
	})
}

async function end(post: PostOf<'end'>, context: ActionFunctionArgs['context']) {
	const { key, value, now } = post
	return endAccess<MadeLink>(context, post, {
		action: ['end', value.key],
		run: (by) => endAccessKey(context, { shop: key.shop, keyId: value.key, by, now }),
		path: PAGE,
		description: 'It opens nothing any more.',
	})
}

async function endLink(post: PostOf<'end-link'>, context: ActionFunctionArgs['context']) {
	const { key, value, now } = post
	return endAccess<MadeLink>(context, post, {
		action: ['end-link', value.link],
		run: (by) => endKioskLink(context, { shop: key.shop, linkId: value.link, by, now }),
		path: PAGE,
		description: 'The link opens nothing any more.',
	})
}

/** Every device can be ended, except an owner's. */
export default function OwnerDevices() {
	const { shopName, keys, links, people, act } = useLoaderData<typeof loader>()
	const answer = useAnswer<typeof action>()
	const form = formState(answer?.result)
	const made = answer && 'offer' in answer ? answer.offer : undefined
	return (
		<AccessPage
			title="Devices"
			{...{ shopName, answer, form }}
			order={['deviceName', 'person']}
			made={
				made && {
					title: 'Open this link on the new device',
					secret: made.link,
					words: (
						<>
							It works once, until {made.until}. The first device to open it becomes {made.becomes}, so send
							it to no other.
							<a className="btn quiet small mt-3" href={made.share}>
								Send by WhatsApp
							</a>
						</>
					),
				}
			}
		>
			<section>
				<h2>In use</h2>
				<AccessRows
					rows={keys.map(({ id, name, what, seen, made, canEnd }) => ({
						...{ id, name, beside: what, lines: [seen, made] },
						end: canEnd ? { name, label: `End ${name}` } : null,
					}))}
					field={form.field('key')}
					act={act}
				>
					It opens nothing any more, at once. What was done with it stays.
				</AccessRows>
				{links.length > 0 && (
					<>
						<h2 className="mt-4">Links not opened yet</h2>
						<AccessRows
							rows={links.map(({ id, name, what, until, made }) => ({
								...{ id, name, beside: what, lines: [until, made] },
								end: { name: `the link for ${name}`, label: `End the link for ${name}` },
							}))}
							field={form.field('link')}
							act={act}
							intent="end-link"
						>
							It opens no device any more, at once.
						</AccessRows>
					</>
				)}
			</section>
			<div key={act}>
				<KioskForm act={act} className="form">
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
				</KioskForm>
				{people.length > 0 && (
					<KioskForm act={act} className="form">
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
					</KioskForm>
				)}
			</div>
		</AccessPage>
	)
}
